// Gives inputs of libFuzzer to one target: scripts/fuzz builds and starts it.
import Foundation
import Fuzzing

/// libFuzzer's main loop, which ends the process.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ check: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

/// The target that `$FUZZ_TARGET` names.
enum Chosen {
  static let target = FuzzTarget(
    rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")
}

if Chosen.target == nil {
  let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
  print("FUZZ_TARGET must be one of \(names).")
  exit(64)
}

/// The name by which libFuzzer's own beginning of a program would call it.
@_cdecl("LLVMFuzzerTestOneInput")
func check(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  do {
    try unsafe Chosen.target?.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    // libFuzzer keeps the input of a process that ends like this.
    fatalError("\(error)")
  }
  return 0
}

var count = CommandLine.argc
var arguments = unsafe CommandLine.unsafeArgv
exit(unsafe runFuzzer(&count, &arguments, check))
