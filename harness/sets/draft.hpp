#pragma once
// A draft is an unfinished result of an expansion of sets (named_sets.hpp): the values chosen for its keys. Its
// completion replaces the names in braces by values.

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/sets/keys.hpp"

namespace plumb {

/// Some kinds of results use a key's list as one value, other kinds use its elements one by one. If the kind is not
/// chosen yet, the key is expanded in both ways, and one of them is removed when the kind is chosen.
enum class ListUse { any, as_a_list, one_by_one };

/// The value chosen for a key. A value from a higher layer (layers.hpp: a set, or the table based on it) overrides it.
struct ChosenValue {
  std::vector<std::string> texts;  // chosen texts; several: a list that the view uses as one value
  int layer = 0;
  bool shared = false;
  FilePlace place;
  ListUse use = ListUse::any;
  bool from_set = false;
};

/// A result under construction, before names in braces are replaced.
struct Draft {
  std::map<std::string, ChosenValue, std::less<>> choices;
  std::map<std::string, std::pair<int, std::vector<Draft>>, std::less<>> tables;  // by key: layer, list of drafts
  FilePlace where;

  /// Copies the choices and tables of another draft. They override the existing ones, unless these come from a higher
  /// layer (layers.hpp).
  void lay(const Draft& other);
};

/// Converts drafts to keys, and records the names that were used in braces.
class Completion {
 public:
  using Scope = std::span<const Draft* const>;  // tables around a text, from outermost to innermost

  /// Keys that are not in `known` are variables: they can be used in braces, and are omitted from the results.
  explicit Completion(const std::vector<std::string>& known) : known_(known) {}

  /// Returns the keys of a draft. Throws UsageError on an unknown name in braces, a circular reference, or too many
  /// braces.
  Keys keys(const Draft& draft);
  /// Returns the value of a key in the innermost table that has it, or an empty text. Throws like `keys`.
  std::string text(std::string_view key, Scope scope);
  const std::set<std::string, std::less<>>& used() const { return used_; }

 private:
  Keys keys(const Draft& draft, Scope outside);
  std::string filled(const std::string& text, Scope scope, const FilePlace& place, int depth);
  std::string value_of(const std::string& name, Scope scope, const FilePlace& place);
  bool is_known(std::string_view key) const;

  const std::vector<std::string>& known_;
  std::set<std::string, std::less<>> used_;
  int filled_ = 0;  // number of braces replaced in the draft
};

/// Returns a text that is equal only for equal results, for the removal of duplicates.
std::string written(const Keys& keys);

}  // namespace plumb
