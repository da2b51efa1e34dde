#include "CSimdJSON.h"

#include <string_view>
#include <vector>

#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

namespace dom = simdjson::dom;
using Cell = modexport_json_cell;
using Names = std::vector<std::string_view>;

struct modexport_json_table {
  /// Owns the texts.
  dom::parser parser;
  std::vector<Cell> rows;
  std::vector<Cell> fields;
  size_t row_count = 0;
};

namespace {

/// Below that of Foundation's decoder, which is 512.
constexpr size_t max_depth = 500;

Names split(std::string_view text) {
  Names names;
  for (size_t comma; (comma = text.find(',')) != text.npos; text.remove_prefix(comma + 1)) {
    names.push_back(text.substr(0, comma));
  }
  names.push_back(text);
  return names;
}

Cell cell(dom::element value) {
  Cell cell = {MODEXPORT_JSON_OTHER, 0, nullptr};
  switch (value.type()) {
    case dom::element_type::NULL_VALUE:
      cell.kind = MODEXPORT_JSON_NULL;
      break;
    case dom::element_type::INT64:
      if (!value.get(cell.number)) cell.kind = MODEXPORT_JSON_NUMBER;
      break;
    case dom::element_type::BOOL: {
      bool flag;
      if (value.get(flag)) break;
      cell.kind = MODEXPORT_JSON_BOOLEAN;
      cell.number = flag;
      break;
    }
    case dom::element_type::STRING: {
      std::string_view text;
      if (value.get(text)) break;
      cell.kind = MODEXPORT_JSON_TEXT;
      cell.number = static_cast<int64_t>(text.size());
      cell.text = text.data();
      break;
    }
    case dom::element_type::OBJECT:
      cell.kind = MODEXPORT_JSON_OBJECT;
      break;
    default:
      break;
  }
  return cell;
}

/// Whether `name` is `key`, or `outer.key` in the object `outer`.
bool matches(std::string_view name, std::string_view outer, std::string_view key) {
  if (outer.empty()) return name == key && key.find('.') == key.npos;
  return name.size() == outer.size() + 1 + key.size() && name.substr(0, outer.size()) == outer &&
         name[outer.size()] == '.' && name.substr(outer.size() + 1) == key;
}

/// Sets the cells of those values of an object that have one of the names.
///
/// Returns whether each of the names stands in it once at the most.
bool fill(dom::object object, std::string_view outer, const Names &names, Cell *cells) {
  for (dom::key_value_pair field : object) {
    for (size_t index = 0; index < names.size(); index += 1) {
      if (!matches(names[index], outer, field.key)) continue;
      if (cells[index].kind != MODEXPORT_JSON_ABSENT) return false;
      cells[index] = cell(field.value);
      dom::object inner;
      if (outer.empty() && cells[index].kind == MODEXPORT_JSON_OBJECT && !field.value.get(inner) &&
          !fill(inner, field.key, names, cells)) {
        return false;
      }
      break;
    }
  }
  return true;
}

bool fill(modexport_json_table &table, dom::array list, const Names &columns, size_t most_rows) {
  for (dom::element row : list) {
    dom::object object;
    if (table.row_count == most_rows || row.get(object)) return false;
    table.rows.resize((table.row_count + 1) * columns.size());
    if (!fill(object, {}, columns, &table.rows[table.row_count * columns.size()])) return false;
    table.row_count += 1;
  }
  return true;
}

bool read(
    modexport_json_table &table, const uint8_t *bytes, size_t count, std::string_view list,
    const Names &columns, const Names &fields, size_t most_rows) {
  dom::object document;
  dom::array rows;
  if (table.parser.allocate(count, max_depth)) return false;
  if (table.parser.parse(bytes, count).get(document)) return false;
  size_t lists = 0;
  for (dom::key_value_pair field : document) {
    if (field.key != list) continue;
    lists += 1;
    if (field.value.get(rows)) return false;
  }
  table.fields.resize(fields.size());
  return lists == 1 && fill(document, {}, fields, table.fields.data()) &&
         fill(table, rows, columns, most_rows);
}

}  // namespace

modexport_json_table *modexport_json_read(
    const uint8_t *bytes, size_t count, const char *list, const char *columns, const char *fields,
    size_t most_rows) {
  auto table = new modexport_json_table;
  if (read(*table, bytes, count, list, split(columns), split(fields), most_rows)) return table;
  delete table;
  return nullptr;
}

size_t modexport_json_row_count(const modexport_json_table *table) { return table->row_count; }

const modexport_json_cell *modexport_json_rows(const modexport_json_table *table) {
  return table->rows.data();
}

const modexport_json_cell *modexport_json_fields(const modexport_json_table *table) {
  return table->fields.data();
}

void modexport_json_free(modexport_json_table *table) { delete table; }
