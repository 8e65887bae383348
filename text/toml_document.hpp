#pragma once
// The reader of all TOML input. Every value has its location, tables preserve the order of their keys, numbers are
// stored as written, and mistakes are reported in one form:
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
  FilePlace place;   // location; place.key is the key of the nearest enclosing table
  std::string text;  // text of a value as in the file, without underscores: "true", "1e-3"; empty for lists and tables
  std::vector<TomlValue> items;    // elements of a list
  std::vector<TomlEntry> entries;  // entries of a table, in the order of the file

  bool is_list() const { return kind == Kind::list; }
  bool is_table() const { return kind == Kind::table; }
  bool is_number() const { return kind == Kind::whole || kind == Kind::decimal; }
  /// Returns whether this is a nonempty list that contains only tables: "[[NAME]]" or "NAME = [{...}]".
  bool is_list_of_tables() const;

  /// Returns the value of a key of this table; null if it is missing.
  const TomlValue* find(std::string_view key) const;
  /// Throws UsageError at the first key that is not in `known`, with the most similar known key.
  void allow(std::span<const std::string> known) const;
  /// Returns the text of a key; empty if it is missing. Throws if the value is no text.
  std::string text_of(std::string_view key) const;
  /// Returns the tables of a key: one for "[KEY]", all for "[[KEY]]", none for a missing key. Throws for another kind
  /// of value.
  std::vector<const TomlValue*> tables(std::string_view key) const;
  /// Returns this value as tables: itself if it is a table, or the elements of a list of tables. `key` is used in
  /// messages.
  std::vector<const TomlValue*> as_tables(std::string_view key) const;
  /// Returns the text of a text or a number, or the texts of a list of these; `key` is used in messages. Throws for
  /// another kind of value, and for an empty list.
  std::vector<std::string> texts(std::string_view key) const;

  UsageError refusal(const UsageError& mistake) const { return place.refusal(mistake); }
};

struct TomlEntry {
  std::string key;
  FilePlace place;  // location of the key
  TomlValue value;
};

/// Returns the root table of a TOML text; `name` replaces the file name in messages. Throws UsageError for a text that
/// is not valid TOML, is nested too deeply, contains a date, or lacks `schema = 1`.
TomlValue toml_from_text(std::string_view text, const std::string& name);

/// Returns the root table of a file (file_text.hpp). `wanted` describes the expected file, for example "an experiment
/// file (TOML)". Throws like toml_from_text.
TomlValue toml_from_file(const std::filesystem::path& path, std::string_view requested);

}  // namespace plumb
