#include "harness/report/other_pages.hpp"

#include <initializer_list>

namespace plumb {
namespace {

bool has_lists(const Json& object, std::initializer_list<const char*> keys) {
  return object.is_object() &&
         std::ranges::all_of(keys, [&](const char* key) { return object.contains(key) && object[key].is_array(); });
}

bool are_objects(const Json& list, std::initializer_list<const char*> keys) {
  return std::ranges::all_of(list, [&](const Json& one) {
    return one.is_object() && std::ranges::all_of(keys, [&](const char* key) { return one.contains(key); });
  });
}

/// Converts the rows of a section from objects to arrays, with a list of the columns. In a browser, objects would not
/// preserve the order of columns: keys that look like numbers come first.
Json in_columns(const Json& section) {
  Json columns = Json::array(), rows = Json::array();
  for (const auto& row : section["rows"]) {
    if (!row.is_object()) throw FormatError("this is not the output of `plumb compare --json`: a row is not an object");
    Json values = Json::array();
    for (const auto& [key, value] : row.items()) {
      if (rows.empty()) columns.push_back(key);
      values.push_back(value);
    }
    rows.push_back(std::move(values));
  }
  return {{"title", section["title"]}, {"columns", columns}, {"rows", rows}, {"notes", section["notes"]}};
}

}  // namespace

void add_comparison(const Json& printed, ReportContents& contents) {
  if (!has_lists(printed, {"methods", "runs"}) || !are_objects(printed["methods"], {"method", "sections"}) ||
      !are_objects(printed["runs"], {"arena", "method", "role", "status"}))
    throw FormatError("this is not the output of `plumb compare --json`");
  for (const auto& method : printed["methods"])
    for (const auto& section : method["sections"])
      if (!has_lists(section, {"rows", "notes"}) || !section.contains("title"))
        throw FormatError("this is not the output of `plumb compare --json`: a section has no title, rows and notes");
  contents.comparison = {{"methods", printed["methods"]}, {"runs", printed["runs"]}};
  for (auto& method : contents.comparison["methods"])
    for (auto& section : method["sections"]) section = in_columns(section);
}

void add_check(const Json& printed, ReportContents& contents) {
  if (!has_lists(printed, {"findings"}) || !are_objects(printed["findings"], {"grade", "request", "name", "says"}) ||
      !are_objects(Json::array({printed}), {"measured", "as_before", "counts", "exit"}))
    throw FormatError("this is not the output of `plumb check --json`");
  contents.check = printed;
}

void add_history(const Json& printed, ReportContents& contents) {
  if (!printed.is_array() || !are_objects(printed, {"request", "name", "spans"}))
    throw FormatError("this is not the output of `plumb history NAME --json`");
  for (const auto& value : printed) {
    if (!value["spans"].is_array() || value["spans"].empty() ||
        !are_objects(value["spans"], {"value", "checks", "first", "last"}))
      throw FormatError("this is not the output of `plumb history NAME --json`: a value has no spans of checks");
    contents.history.push_back(value);
  }
}

}  // namespace plumb
