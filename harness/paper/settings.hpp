#pragma once
// Specifications of papers as nested settings: every value is a text or a list of texts, as the author wrote them.
//
// Settings are layered: what a table has in common, overridden by its row, overridden by its column.

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/text/exit_codes.hpp"

namespace plumb {

struct Settings {
  std::map<std::string, std::vector<std::string>, std::less<>> values;
  std::map<std::string, std::vector<Settings>, std::less<>> blocks;  // tables and lists of tables
  std::string where;                                                 // "tables/table-01.toml:7"

  bool has(std::string_view key) const { return values.contains(key); }
  /// The only value of a key; `fallback` without one. Throws UsageError if it is a list.
  std::string text(std::string_view key, std::string fallback = {}) const;
  /// The same for a key that must be there.
  std::string required(std::string_view key) const;
  std::vector<std::string> list(std::string_view key) const;
  /// true or false; throws UsageError on anything else.
  bool flag(std::string_view key, bool fallback = false) const;
  /// The key's only value as a number; throws UsageError if it is none.
  double number(std::string_view key) const;
  /// The same for a whole number; throws UsageError outside of least .. most.
  int whole(std::string_view key, int fallback, int least, int most) const;
  const std::vector<Settings>& block(std::string_view key) const;  // empty if there is none

  /// These settings with `upper` laid over them.
  Settings under(const Settings& upper) const;
  /// Throws UsageError, with the nearest name, if there is any other key.
  void allow(const std::vector<std::string>& known) const;

  UsageError refusal(std::string_view message) const;
};

/// Reads a TOML file with `schema = 1`. Throws UsageError "file:line:column: what is wrong".
Settings settings_from_file(const std::filesystem::path& path);
/// The same from a text; `name` stands for the file in messages.
Settings settings_from_text(std::string_view toml, const std::string& name);

}  // namespace plumb
