#pragma once
// A specification is a file of a paper (table, figure, claims) with named sets of runs: its own [sets.NAME], and the
// sets in sets.toml of the same folder, which all files of the paper share (harness/sets/named_sets.hpp).

#include <filesystem>
#include <string>
#include <vector>

#include "harness/paper/paper.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {

enum class Steps { one_by_one, as_a_list };  // one run for each step; one curve for all steps

struct Specification {
  TomlValue file;
  Keys keys;  // top-level keys of the file
  NamedSets sets;

  /// Expands all tables under a key ("[[curves]]") and returns their results (named_sets.hpp). Each table overrides
  /// `common`. `extra` are allowed keys in addition to the keys of a quantity. Throws UsageError with the location of a
  /// mistake.
  std::vector<Keys> all(std::string_view key, const std::vector<std::string>& extra,
                        Steps steps = Steps::one_by_one) const;
  /// Expands one table and returns its results. `kind` is the kind of its quantities if the table has no key `kind`.
  std::vector<Keys> expanded(const TomlValue& table, const std::vector<std::string>& extra, const TomlValue* common,
                             Steps steps = Steps::one_by_one, const std::string& kind = {}) const;
};

/// Returns the table `common` of a table; null if there is none. Throws UsageError if the value is not a table.
const TomlValue* common_of(const TomlValue& table);

/// Reads the file. Throws UsageError "file:line:column: ...".
Specification specification(const std::filesystem::path& path, const Paper& paper);

}  // namespace plumb
