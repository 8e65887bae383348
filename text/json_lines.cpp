#include "text/json_lines.hpp"

#include <algorithm>

namespace plumb {
namespace {

void add(const Json& json, std::size_t indent, std::string& to) {
  if (!json.is_structured()) {
    to += json.dump();
    return;
  }
  const bool is_line = std::ranges::none_of(json, [](const Json& entry) { return entry.is_structured(); });
  const auto begin_entry = [&](bool is_first) {
    if (!is_first) to += is_line ? ", " : ",";
    if (!is_line) to += "\n" + std::string(indent + 2, ' ');
  };
  to += json.is_object() ? "{" : "[";
  bool is_first = true;
  for (const auto& [key, value] : json.items()) {
    begin_entry(is_first);
    is_first = false;
    if (json.is_object()) to += Json(key).dump() + ": ";
    add(value, indent + 2, to);
  }
  if (!is_line) to += "\n" + std::string(indent, ' ');
  to += json.is_object() ? "}" : "]";
}

}  // namespace

std::string json_lines(const Json& json) {
  std::string out;
  add(json, 0, out);
  return out + "\n";
}

}  // namespace plumb
