// libxml2 pulls in the system's ICU headers, which clash with the ICU inside Swift's Foundation as
// soon as one module sees both. Switching the macro off before the other headers keeps them out.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlwriter.h>

// The version of the library that runs, such as 20914: a macro in some versions, a variable in others.
static inline const char *modexport_libxml2_version(void) { return xmlParserVersion; }

static void modexport_libxml2_print_nothing(void *context, const char *format, ...) {}

// Some errors are printed whatever a parser's options say, with what the document contains. The setting is the thread's.
static inline void modexport_libxml2_silence(void) { xmlSetGenericErrorFunc(NULL, modexport_libxml2_print_nothing); }
