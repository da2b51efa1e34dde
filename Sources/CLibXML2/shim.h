// libxml2 pulls in the system's ICU headers, which clash with the ICU inside Swift's Foundation as
// soon as one module sees both. Switching the macro off before the other headers keeps them out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlwriter.h>

// What a parser's own context remembers of its last error. Newer versions of libxml2 add `const`
// here; the cast keeps that out of Swift.
static inline const char *modexport_xml_error_message(void *context) {
  const xmlError *error = (const xmlError *)xmlCtxtGetLastError(context);
  return error ? error->message : 0;
}

static inline int modexport_xml_error_line(void *context) {
  const xmlError *error = (const xmlError *)xmlCtxtGetLastError(context);
  return error ? error->line : 0;
}
