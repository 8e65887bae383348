#include "text/toml_document.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

#include "contract/parameters.hpp"
#include "text/file_text.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"
#include "text/toml_mistakes.hpp"

namespace plumb {
namespace {

constexpr int deepest = 16;     // limit of nested tables and lists
constexpr int most_parts = 16;  // limit of the parts of a key: a.b.c has three
constexpr std::string_view bare = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- \t";

/// Returns the position after the string that begins at `at`; the end of the text if it is not closed.
std::size_t after_string(std::string_view text, std::size_t position) {
  const char quote = text[position];
  const std::string three(3, quote);
  const bool long_one = text.substr(position).starts_with(three);
  const auto closing = long_one ? three : std::string(1, quote);
  for (auto i = position + closing.size(); i < text.size(); ++i) {
    if (text.substr(i).starts_with(closing)) return i + closing.size();
    if (text[i] == '\\' && quote == '"') ++i;
    if (i < text.size() && text[i] == '\n' && !long_one) return i;
  }
  return text.size();
}

/// Returns the position of a key that has too many parts, or npos. The parser nests a table for each part, and would
/// exhaust the stack.
std::size_t too_many_parts(std::string_view text) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = after_string(text, i);
      continue;
    }
    if (c == '.') {
      if (++dots >= most_parts) return i;
    } else if (bare.find(c) == std::string_view::npos) {
      dots = 0;
    }
    i = c == '#' ? std::min(text.find('\n', i), text.size()) : i + 1;
  }
  return std::string_view::npos;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name)
      : text_(text), file_(std::make_shared<const std::string>(name)) {
    for (std::size_t position = 0; position != std::string_view::npos;) {
      lines_.push_back(position);
      const auto end = text.find('\n', position);
      position = end == std::string_view::npos ? end : end + 1;
    }
  }

  TomlValue document() const {
    if (const auto at = too_many_parts(text_); at != std::string_view::npos)
      throw place_of(at).refusal(out_of_range("a key with more than {} parts", most_parts));
    try {
      return value(toml::parse(text_, *file_), "", 0);
    } catch (const toml::parse_error& e) {
      const auto at = place(e.source());
      if (is_decimal_comma(at))
        throw at.refusal(malformed("decimal commas are not allowed: write a decimal point, 0.52"));
      if (const auto mistake = toml_mistake(text_, position_of(at), e.description()))
        throw place_of(mistake->at).refusal(malformed("{}", mistake->message));
      throw at.refusal(malformed("this is not TOML: {}", printable(e.description())));
    }
  }

 private:
  // Returns whether there is a comma between two digits at this location, where the parser expected the end of a
  // number. In lists the parser accepts such a comma, because it separates two numbers.
  bool is_decimal_comma(const FilePlace& location) const {
    const auto is_digit = [&](std::size_t i) { return i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; };
    const auto comma = position_of(location);
    return comma > 0 && comma < text_.size() && text_[comma] == ',' && is_digit(comma - 1) && is_digit(comma + 1);
  }

  /// Returns the offset of a location in the text [bytes]; approximate, because columns count characters, which may
  /// have several bytes.
  std::size_t position_of(const FilePlace& location) const {
    return location.line > lines_.size() ? text_.size()
                                         : std::min(lines_[location.line - 1] + location.column - 1, text_.size());
  }

  FilePlace place(const toml::source_region& at, std::string_view key = {}) const {
    return {file_, std::max<std::size_t>(at.begin.line, 1), std::max<std::size_t>(at.begin.column, 1),
            std::string(key)};
  }

  FilePlace place_of(std::size_t position) const {
    const auto line = std::upper_bound(lines_.begin(), lines_.end(), position) - lines_.begin();
    return {file_, static_cast<std::size_t>(line), position - lines_[static_cast<std::size_t>(line) - 1] + 1};
  }

  TomlValue value(const toml::node& node, std::string_view key, int depth) const {
    TomlValue out;
    out.place = place(node.source(), key);
    if (depth > deepest)
      throw out.refusal(out_of_range("nested tables and lists: up to {} levels are allowed", deepest));
    if (const auto* table = node.as_table()) {
      out.entries = entries(*table, depth);
    } else if (const auto* list = node.as_array()) {
      out.kind = TomlValue::Kind::list;
      for (const auto& item : *list) out.items.push_back(value(item, key, depth + 1));
    } else {
      read_scalar(out, node);
    }
    return out;
  }

  // Returns the entries in the order of the file, because toml++ sorts keys by name.
  std::vector<TomlEntry> entries(const toml::table& table, int depth) const {
    std::vector<TomlEntry> out;
    for (const auto& [key, node] : table)
      out.push_back({std::string(key.str()), place(key.source(), key.str()), value(node, key.str(), depth + 1)});
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
      return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
    });
    return out;
  }

  void read_scalar(TomlValue& out, const toml::node& node) const {
    using enum TomlValue::Kind;
    if (const auto* text = node.as_string()) {
      out.kind = TomlValue::Kind::text;
      out.text = text->get();
    } else if (const auto* number = node.as_integer()) {
      out.kind = whole;
      out.text = std::to_string(number->get());
    } else if (const auto* real = node.as_floating_point()) {
      out.kind = decimal;
      out.text = as_written(*real);
    } else if (const auto* is_true = node.as_boolean()) {
      out.kind = flag;
      out.text = is_true->get() ? "true" : "false";
    } else {
      throw out.refusal(wrong_kind("dates are not allowed; allowed are texts, numbers, true, false, lists and tables"));
    }
  }

  // Returns the number as written, with all digits, since a double has only 17 of them. Columns count characters, so
  // the location in the line is wrong after characters of several bytes. Then the digits of the double are returned.
  std::string as_written(const toml::value<double>& number) const {
    const auto& [begin, end, path] = number.source();
    if (begin.line == end.line && begin.line > 0 && begin.line <= lines_.size()) {
      const auto line = text_.substr(lines_[begin.line - 1]);
      std::string out(line.substr(std::min<std::size_t>(begin.column - 1, line.size()), end.column - begin.column));
      std::erase(out, '_');
      try {
        if (number_from_text<double>(out) == number.get()) return out;
      } catch (const std::invalid_argument&) {
        return shortest(number.get());
      }
    }
    return shortest(number.get());
  }

  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  std::vector<std::size_t> lines_;  // offset of the beginning of each line
};

void check_schema(const TomlValue& document) {
  const auto* schema = document.find("schema");
  if (!schema) throw document.place.of("schema").refusal(missing_part("'schema = 1' is missing"));
  if (schema->kind != TomlValue::Kind::whole || schema->text != "1")
    throw schema->refusal("schema: this build reads only schema = 1");
}

}  // namespace

bool TomlValue::is_list_of_tables() const {
  return is_list() && !items.empty() &&
         std::all_of(items.begin(), items.end(), [](const auto& i) { return i.is_table(); });
}

const TomlValue* TomlValue::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.key == key; });
  return found == entries.end() ? nullptr : &found->value;
}

void TomlValue::allow(std::span<const std::string> known) const {
  for (const auto& entry : entries)
    if (std::find(known.begin(), known.end(), entry.key) == known.end())
      throw entry.place.refusal(unknown_name("key", entry.key, known));
}

std::string TomlValue::text_of(std::string_view key) const {
  const auto* value = find(key);
  if (!value) return {};
  if (value->kind != Kind::text) throw value->refusal(wrong_kind("{}: a text is allowed", key));
  return value->text;
}

std::vector<const TomlValue*> TomlValue::tables(std::string_view key) const {
  const auto* value = find(key);
  return value ? value->as_tables(key) : std::vector<const TomlValue*>{};
}

std::vector<const TomlValue*> TomlValue::as_tables(std::string_view key) const {
  if (is_table()) return {this};
  if (!is_list_of_tables()) throw refusal(wrong_kind("{}: tables are allowed, [[{}]]", key, key));
  std::vector<const TomlValue*> out;
  for (const auto& item : items) out.push_back(&item);
  return out;
}

std::vector<std::string> TomlValue::texts(std::string_view key) const {
  if (is_list() && items.empty()) throw refusal(missing_part("{}: the list is empty; give at least one value", key));
  std::vector<std::string> out;
  for (const auto& value : is_list() ? std::span(items) : std::span(this, 1)) {
    if (value.kind != Kind::text && !value.is_number())
      throw value.refusal(wrong_kind("{}: a string, a number, or a list of these is allowed", key));
    out.push_back(value.text);
  }
  return out;
}

TomlValue toml_from_text(std::string_view text, const std::string& name) {
  auto out = Reader(text, name).document();
  check_schema(out);
  return out;
}

TomlValue toml_from_file(const std::filesystem::path& path, std::string_view requested) {
  return toml_from_text(file_text(path, requested), path.string());
}

}  // namespace plumb
