#pragma once
// If a key has several values, they either form one list, which is one value of a result, or each of them expands to a
// separate result. The choice depends on the kind of the result and on filters.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/sets/draft.hpp"
#include "harness/sets/layers.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {

class Lists {
 public:
  explicit Lists(const SetView& view) : view_(view) {}

  /// Collects the possible kinds of results, the keys that filters name, and the keys with "*".
  void look_ahead(const LayeredKeys& keys);
  /// If no key sets the kind of the results, adds the default kind of the view.
  void assume_kind_of_view(const LayeredKeys& keys);

  /// Returns the values of a key: one list for the view, or one choice for each text; both if the decision depends on
  /// the kind. Throws UsageError with the location of a mistake.
  std::vector<ChosenValue> choices(const LayeredKey& key) const;
  /// Returns whether every list of a draft and of its tables is taken as its kind requires: as one value, or one by
  /// one.
  bool match_kind(const Draft& draft, Completion& completion) const;

  /// A filter on a key with "*" needs the values of that key, and these depend on the keys before it in
  /// `keys_with_stars`. So the values of all keys up to that one become separate results. Returns the location of the
  /// first filter that has this effect on `key`; null if there is none.
  const FilePlace* filter_that_expands_star(std::string_view key) const;

 private:
  void look_ahead(const TomlEntry& entry);
  void look_ahead_for_stars(const TomlEntry& entry);
  bool match_kind(const Draft& draft, std::vector<const Draft*> scope, Completion& completion) const;

  const SetView& view_;
  std::set<std::string> kinds_;
  bool kind_has_braces_ = false;  // whether the kind contains braces, so that any kind is possible
  std::set<std::string, std::less<>> starred_;
  std::map<std::string, FilePlace, std::less<>> filtered_, spelled_out_;  // first filter that requires each key
};

}  // namespace plumb
