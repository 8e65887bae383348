#pragma once
// The values of a key stay together as a list or come one by one. The kind of each result decides that, and so do
// filters.

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

  /// Finds the kinds that results may have, the keys that filters name, and "*".
  void look_ahead(const LayeredKeys& keys);
  /// Results have the kind of the view if no table says one.
  void assume_kind_of_view(const LayeredKeys& keys);

  /// Returns the values of a key: one list that the view takes as it is, or one choice for each text; both if only the
  /// kind will tell. Throws UsageError at the place of a mistake.
  std::vector<ChosenValue> choices(const LayeredKey& key) const;
  /// Tells whether the lists of a draft, and those of its tables, are taken as its kind takes them.
  bool suit_the_kind(const Draft& draft, Completion& completion) const;

  /// Returns the place of the filter that has to see through the "*" of a key, or through one that depends on it. Null
  /// if there is none.
  const FilePlace* filter_that_spells_out(std::string_view key) const;

 private:
  void look_ahead(const TomlEntry& entry);
  void look_ahead_for_stars(const TomlEntry& entry);
  bool suit_the_kind(const Draft& draft, std::vector<const Draft*> scope, Completion& completion) const;

  const SetView& view_;
  std::set<std::string> kinds_;
  bool kind_has_braces_ = false;  // it may be any kind
  std::set<std::string, std::less<>> starred_;
  std::map<std::string, FilePlace, std::less<>> filtered_, spelled_out_;  // with the first filter that is the reason
};

}  // namespace plumb
