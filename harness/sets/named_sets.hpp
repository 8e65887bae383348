#pragma once
// Sets of runs have names. They are tables of keys, laid over each other, whose selectors and lists expand.
//
//   [sets.lms]
//   r = [2, 3, 4]                           # a variable: not a key of a run, but used in braces
//   rho = [0, "0.6"]
//   method = "lms{r}(rho={rho})"
//   step = "1e-4"
//
//   [sets.fine]
//   base = "lms"                            # or a list: later ones override earlier ones
//   step = "1e-5"                           # overrides
//
// A view (cells of a study, checks of a claim, curves of a figure, rows and columns of a table) names sets, set =
// "fine", and lays its own keys over them. Then everything expands:
//
//   selectors     "lms2(rho=0,0.6),bdf2" of problem, formulation, method and minus, as on the command line
//   variables     "0:0.1:1", "1e-2..1e-5,5e-6" or "lms2..4": ranges and lists of numbers, and ranges of names
//   lists         one value after the other, unless the key takes a list (the steps of an order, a grid)
//   each          a list of tables, whose keys belong together: each = [{is = ">", value = "0"}, {is = "<", value =
//                 "1"}]; the tables may have `each`, `only` and `without` of their own
//   only          a table or a list of tables: the results stay that fit one table, with one of its values for each of
//                 its keys; others are left out
//   without       the same, but these results are left out. From a list that stays together, such as the steps of an
//                 order, the values are left out. Numbers are compared as numbers, and "*" as what it stands for. A
//                 value that no result has is a mistake
//   tables        such as the `over` of a check: they expand by themselves, and take names in braces that they do not
//                 have from outside
//   "{NAME}"      in a text: the value of that key or variable
//
// The result is the product of all these. What is written first varies slowest, and the keys of a set stand where `set`
// stands. Each result occurs once.

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

/// Describes what reads a set.
struct SetView {
  std::vector<std::string> known;  // its keys; other keys of a set are left out
  /// Tells whether a key takes a list as it is. `kind` is the value of the key of that name.
  std::function<bool(std::string_view key, std::string_view kind)> takes_list;
  std::vector<std::string> tables = {};  // those of its keys that are tables
  std::string kind = {};                 // kind of a result that no table gives one
  bool multiplies = false;  // it takes the product of lists, where "*" is all that fits; a filter has them one by one

  bool is_known(std::string_view key) const;
};

class NamedSets {
 public:
  NamedSets() = default;
  /// Adds the [sets.NAME] of a file. `known` are the keys of all its views. Throws UsageError on a name that exists
  /// already, on a key that is neither known nor in braces anywhere in the file, and on a base that does not exist or
  /// is a circle.
  void add(const TomlValue& file, const std::vector<std::string>& known);

  std::vector<std::string> names() const;

  /// Returns everything that a view stands for, laid over `common`. Throws UsageError at the place of a mistake: an
  /// unknown set, key or name in braces, a malformed selector, no result, or more than 10000.
  std::vector<Keys> expanded(const TomlValue& table, const SetView& view, const TomlValue* common = nullptr) const;
  /// Returns the table of a set. Throws UsageError at the place where it is named.
  const TomlValue& named(const std::string& name, const FilePlace& place) const;

 private:
  void check_base(const std::string& name, const FilePlace& place, int depth, std::set<std::string>& checked) const;

  std::vector<TomlEntry> sets_;
};

}  // namespace plumb
