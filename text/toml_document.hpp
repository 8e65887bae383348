#pragma once
// TOML files: the only reader of all TOML input. Every value has its location, tables preserve the order of their keys,
// numbers are stored as written, and mistakes are reported in one form:
//
//   FILE:LINE:COLUMN: the mistake, and the allowed input

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/exit_codes.hpp"

namespace plumb {

struct TomlEntry;

struct TomlValue {
  enum class Kind { text, whole, decimal, flag, list, table };

  Kind kind = Kind::table;
  FilePlace place;   // location; its key is the key of the nearest table
  std::string text;  // text of a value as in the file, without underscores: "true", "1e-3"; empty for lists and tables
  std::vector<TomlValue> items;    // elements of a list
  std::vector<TomlEntry> entries;  // entries of a table, in the order of the file

  bool is_list() const { return kind == Kind::list; }
  bool is_table() const { return kind == Kind::table; }
  bool is_number() const { return kind == Kind::whole || kind == Kind::decimal; }
  /// Returns whether this is a nonempty list that contains only tables: "[[NAME]]" or "NAME = [{...}]".
  bool is_list_of_tables() const;

  /// The value of a key of a table, or null.
  const TomlValue* find(std::string_view key) const;
  /// Throws UsageError for the first unknown key, with the most similar name.
  void allow(std::span<const std::string> known) const;
  /// The text of a key, empty if it is missing. Throws for another kind of value.
  std::string text_of(std::string_view key) const;
  /// The tables of a key: "[KEY]" has one, "[[KEY]]" all, and a missing key none. Throws for another kind of value.
  std::vector<const TomlValue*> tables(std::string_view key) const;
  /// Returns the same for this value; `key` is used in messages.
  std::vector<const TomlValue*> as_tables(std::string_view key) const;
  /// The texts of a text, a number, or a list of these; `key` is used in messages. Throws for another kind of value,
  /// and for an empty list.
  std::vector<std::string> texts(std::string_view key) const;

  UsageError refusal(const UsageError& mistake) const { return place.refusal(mistake); }
};

struct TomlEntry {
  std::string key;
  FilePlace place;  // location of the key
  TomlValue value;
};

/// The table of a TOML text; `name` replaces the file name in messages. Throws UsageError for a text that is not valid
/// TOML, is nested too deeply, contains a date, or lacks `schema = 1`.
TomlValue toml_from_text(std::string_view text, const std::string& name);

/// The same for a file (file_text.hpp); `wanted` describes the expected file, for example "an experiment file (TOML)".
TomlValue toml_from_file(const std::filesystem::path& path, std::string_view wanted);

}  // namespace plumb
