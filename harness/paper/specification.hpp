#pragma once
// A file of a paper (table, figure, claims), with the sets of runs that it may name: its own [sets.NAME], and those of
// the file sets.toml beside the paper's, which all of them share (harness/sets/named_sets.hpp).

#include <filesystem>
#include <string>
#include <vector>

#include "harness/paper/paper.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {

enum class Steps { one_by_one, as_a_list };  // a list of steps is a run each, or one curve

struct Specification {
  TomlValue file;
  Keys keys;  // of the file itself
  NamedSets sets;

  /// The results of all tables of a key ("[[curves]]"), `common` laid under each; `extra` are keys beside those of a
  /// quantity. Throws UsageError at the place of a mistake.
  std::vector<Keys> all(std::string_view key, const std::vector<std::string>& extra,
                        Steps steps = Steps::one_by_one) const;
  /// The results of one table; `kind` is that of its quantities where it says none.
  std::vector<Keys> expanded(const TomlValue& table, const std::vector<std::string>& extra, const TomlValue* common,
                             Steps steps = Steps::one_by_one, const std::string& kind = {}) const;
};

/// The table `common` of a table, or null. Throws UsageError if it is something else.
const TomlValue* common_of(const TomlValue& table);

/// Throws UsageError "file:line:column: what is wrong".
Specification specification(const std::filesystem::path& path, const Paper& paper);

}  // namespace plumb
