#pragma once
// A specification is a file of a paper (table, figure, claims), with the sets of runs that it may name: its own
// [sets.NAME], and those of the file sets.toml beside it, which all files of the paper share
// (harness/sets/named_sets.hpp).

#include <filesystem>
#include <string>
#include <vector>

#include "harness/paper/paper.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {

enum class Steps { one_by_one, as_a_list };  // a list of steps is one run for each, or one curve

struct Specification {
  TomlValue file;
  Keys keys;  // keys of the file itself
  NamedSets sets;

  /// Returns the results of all tables of a key ("[[curves]]"). Each table overrides `common`; `extra` are keys beside
  /// those of a quantity. Throws UsageError at the place of a mistake.
  std::vector<Keys> all(std::string_view key, const std::vector<std::string>& extra,
                        Steps steps = Steps::one_by_one) const;
  /// Returns the results of one table. `kind` is the kind of its quantities if the table does not say one.
  std::vector<Keys> expanded(const TomlValue& table, const std::vector<std::string>& extra, const TomlValue* common,
                             Steps steps = Steps::one_by_one, const std::string& kind = {}) const;
};

/// Returns the table `common` of a table, or null. Throws UsageError if it is something else.
const TomlValue* common_of(const TomlValue& table);

/// Reads the file. Throws UsageError "file:line:column: what is wrong".
Specification specification(const std::filesystem::path& path, const Paper& paper);

}  // namespace plumb
