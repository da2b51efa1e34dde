package import Roster

/// The `network` of every row that comes from the Stack Exchange API.
package let stackExchangeNetwork: NetworkID = "stackexchange"
