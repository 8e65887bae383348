#pragma once
// Named sets of runs are tables of keys. A set or view that names another set overrides its keys (layers.hpp). Then
// selectors and lists in the values expand to several runs.
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
// "fine", and overrides their keys with its own. Then all values expand:
//
//   selectors     "lms2(rho=0,0.6),bdf2" of problem, formulation, method and minus, as on the command line
//   variables     "0:0.1:1", "1e-2..1e-5,5e-6" or "lms2..4": ranges and lists of numbers, and ranges of names
//   lists         one value at a time, unless the key takes a list (the steps of an order, a grid)
//   each          a list of tables with keys that vary together: each = [{is = ">", value = "0"}, {is = "<", value =
//                 "1"}]; the tables may contain `each`, `only` and `without`
//   only          a table or a list of tables: keeps the results that match one table, with one of its values for each
//                 of its keys
//   without       drops the results that match. From a list that is one value, such as the steps of an order, it drops
//                 the elements. Numbers are compared as numbers, and "*" is expanded first. A value that no result has
//                 is an error
//   tables        such as the `over` of a check: they expand separately; names in braces that they do not define come
//                 from the enclosing table
//   "{NAME}"      in a text: the value of that key or variable
//
// The result is the product of all these. The first key varies slowest, and the keys of a set take the position of
// `set`. Duplicate results are removed.

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

/// Properties of a reader of sets.
struct SetView {
  std::vector<std::string> known;  // the reader's keys; other keys of a set are ignored
  /// Returns whether a key takes a list as one value. `kind` is the value of the key `kind`.
  std::function<bool(std::string_view key, std::string_view kind)> accepts_list;
  std::vector<std::string> tables = {};  // keys whose values are tables
  std::string kind = {};                 // default kind of results
  bool multiplies = false;  // true: the reader multiplies lists and expands "*"; filters compare single values

  bool is_known(std::string_view key) const;
};

class NamedSets {
 public:
  NamedSets() = default;
  /// Adds the [sets.NAME] of a file. `known` are the keys of all its views. Throws UsageError if a name exists already,
  /// if a key is neither known nor used in braces in the file, and if a base does not exist or is circular.
  void add(const TomlValue& file, const std::vector<std::string>& known);

  std::vector<std::string> names() const;

  /// Returns all results of a view, whose keys override the keys in `common`. Throws UsageError with the location of a
  /// mistake: an unknown set, key or name in braces, a malformed selector, no result, or more than 10000.
  std::vector<Keys> expanded(const TomlValue& table, const SetView& view, const TomlValue* common = nullptr) const;
  /// Returns the table of a set. Throws UsageError with the location `place` of the name.
  const TomlValue& named(const std::string& name, const FilePlace& place) const;

 private:
  void check_base(const std::string& name, const FilePlace& place, int depth, std::set<std::string>& checked) const;

  std::vector<TomlEntry> sets_;
};

}  // namespace plumb
