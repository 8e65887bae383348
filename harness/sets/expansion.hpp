#pragma once
// Expands a view (named_sets.hpp): forms the product of the values of its keys and of its sets, filters these drafts,
// and completes them to keys.

#include <vector>

#include "harness/sets/draft.hpp"
#include "harness/sets/filters.hpp"
#include "harness/sets/layers.hpp"
#include "harness/sets/lists.hpp"
#include "harness/sets/named_sets.hpp"

namespace plumb {

/// The expansion of one view. Each object may be used only once.
class Expansion {
 public:
  Expansion(const NamedSets& sets, const SetView& view)
      : view_(view), layers_(sets), lists_(view), filters_(view), completion_(view.known) {}

  /// Returns the results as NamedSets::expanded does.
  std::vector<Keys> results(const TomlValue& table, const TomlValue* common);

 private:
  std::vector<Draft> product(const LayeredKeys& keys, const FilePlace& where);
  void filter(const LayeredKeys& keys, std::vector<Draft>& drafts);
  std::vector<Draft> filtered_product(const LayeredKeys& keys, const FilePlace& where);

  std::vector<Draft> alternatives(const LayeredKey& key);
  std::vector<Draft> alternatives_of_each(const LayeredKey& key);
  std::vector<Draft> alternatives_of_table(const LayeredKey& key);

  const SetView& view_;
  Layers layers_;
  Lists lists_;
  Filters filters_;
  Completion completion_;
  LayeredKeys keys_of_tables_;
};

}  // namespace plumb
