#pragma once
// The filters `only` and `without` of a view of sets (named_sets.hpp).

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/sets/draft.hpp"
#include "harness/sets/named_sets.hpp"
#include "text/toml_document.hpp"

namespace plumb {

bool is_filter(std::string_view key);

/// Filters compare values in normal form: "1e-2" is "0.01".
class Filters {
 public:
  explicit Filters(const SetView& view) : view_(view) {}

  /// Throws UsageError, with the location, if the filter names a value that no draft has.
  void refuse_absent(const TomlEntry& filter, const std::vector<Draft>& drafts);
  /// Keeps the drafts that match a table of `only`, or drops the drafts that match a table of `without`. If a list is
  /// one value of a draft, only its elements are dropped. Throws UsageError, with the location, if a draft lacks a key
  /// of the filter.
  void apply(const TomlEntry& filter, std::vector<Draft>& drafts);

 private:
  /// A key of a filter, with the values that match, in normal form.
  struct Condition {
    std::string key;
    FilePlace place, place_of_values;
    std::vector<std::string> forms;
  };
  using Pattern = std::vector<Condition>;  // conditions of one table of a filter

  std::vector<Pattern> patterns(const TomlEntry& filter);
  void refuse_stars(const TomlEntry& filter, const Pattern& pattern, const std::vector<Draft>& drafts) const;
  static const ChosenValue& choice_of(const Draft& draft, const Condition& condition);
  static ChosenValue* list_of(Draft& draft, const std::vector<Pattern>& all, const TomlEntry& filter);
  bool fits_one(const Draft& draft, const std::vector<Pattern>& all);
  bool fits(const Draft& draft, const Condition& condition);
  const std::string& form(const std::string& key, const std::string& text);

  const SetView& view_;
  std::map<std::pair<std::string, std::string>, std::string> forms_;  // canonical form of a text, by key and text
};

}  // namespace plumb
