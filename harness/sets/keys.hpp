#pragma once
// The keys and values that describe a run, a check, a curve, a row of a table, or a file, from a table in TOML. Every
// value is a text or a list of texts, as written in the file.
//
// Keys override each other in layers: keys of a row override the common keys of its table, and keys of a column
// override the keys of the row.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/toml_document.hpp"

namespace plumb {

struct Keys {
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  std::map<std::string, std::vector<Keys>, std::less<>> blocks;  // tables and lists of tables, by key
  std::map<std::string, FilePlace, std::less<>> places;          // locations of the values, by key
  std::set<std::string, std::less<>> shared;                     // keys from a set or from the common keys
  std::set<std::string, std::less<>> from_sets;                  // the keys of `shared` that came from a set
  FilePlace where;

  bool has(std::string_view key) const { return values.contains(key); }
  /// Returns the single value of a key, or `fallback` if the key is missing. Throws UsageError if it is a list.
  std::string text(std::string_view key, std::string fallback = {}) const;
  /// Returns the only value of a key. Throws UsageError if it is missing.
  std::string required(std::string_view key) const;
  std::vector<std::string> list(std::string_view key) const;
  /// Returns a boolean value. Throws UsageError on other values.
  bool flag(std::string_view key, bool fallback = false) const;
  /// Returns the key's only value as a number. Throws UsageError if it is not a number.
  double number(std::string_view key) const;
  /// Returns the key's only value as an integer. Throws UsageError outside of least .. most.
  int whole(std::string_view key, int fallback, int least, int most) const;
  const std::vector<Keys>& block(std::string_view key) const;  // empty if the key is missing

  /// Returns these keys, overridden by `upper`.
  Keys under(const Keys& upper) const;
  /// Throws UsageError, with the nearest name, if a key is not in `known`.
  void allow(const std::vector<std::string>& known) const;

  /// Return the mistake with the location of these keys, or of one key.
  UsageError refusal(const UsageError& mistake) const { return where.refusal(mistake); }
  UsageError refusal(std::string_view key, const UsageError& mistake) const;
  /// Returns the mistake with the location of the key, without the key in the message.
  UsageError refusal_at(std::string_view key, const UsageError& mistake) const;
  /// Returns whether the mistake already contains a location in these files.
  bool has_location(const UsageError& mistake) const;
};

/// Returns the keys of a table of a file, without `schema`. Throws UsageError on lists in lists.
Keys keys_of(const TomlValue& table);
/// Reads the keys from a text. `name` is the file name in messages.
Keys keys_from_text(std::string_view toml, const std::string& name);

}  // namespace plumb
