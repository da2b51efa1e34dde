#ifndef MODEXPORT_CSIMDJSON_H
#define MODEXPORT_CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a value of a JSON object is.
typedef enum {
  MODEXPORT_JSON_ABSENT,
  MODEXPORT_JSON_NULL,
  /// A whole number that is written as one, of 64 bits.
  MODEXPORT_JSON_NUMBER,
  MODEXPORT_JSON_BOOLEAN,
  MODEXPORT_JSON_TEXT,
  MODEXPORT_JSON_OBJECT,
  /// A list, or another number.
  MODEXPORT_JSON_OTHER,
} modexport_json_kind;

typedef struct {
  modexport_json_kind kind;
  /// The number, 1 for true, or the bytes of the text.
  int64_t number;
  /// UTF-8 without a zero at the end, valid as long as the table.
  const char *text;
} modexport_json_cell;

/// A list of objects in a JSON object as a table, and values beside the list.
typedef struct modexport_json_table modexport_json_table;

/// Reads a document.
///
/// @param list The name of the list.
/// @param columns Names of values in the objects of the list, with commas between them; `a.b` is the value `b` of
/// the object `a`, where `a` is among the names too.
/// @param fields Names of values beside the list, likewise.
/// @param most_rows The most objects in the list.
/// @return NULL where the document is not valid JSON in valid UTF-8, is no object or has no such list, where the
/// list has something else than objects or too many, where one of the names stands twice in an object, or where
/// values are nested deeper than 500 times.
modexport_json_table *modexport_json_read(
    const uint8_t *bytes, size_t count, const char *list, const char *columns, const char *fields,
    size_t most_rows);

size_t modexport_json_row_count(const modexport_json_table *table);

/// The cells of all rows, one row after the other, in the order of the columns.
const modexport_json_cell *modexport_json_rows(const modexport_json_table *table);

const modexport_json_cell *modexport_json_fields(const modexport_json_table *table);

void modexport_json_free(modexport_json_table *table);

#ifdef __cplusplus
}
#endif

#endif
