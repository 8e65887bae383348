#include "harness/sets/layers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/sets/filters.hpp"
#include "harness/sets/named_sets.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

constexpr int most_sets_laid = 1000;
constexpr int layers_of_a_table = 20;  // layers reserved for a table: 1 for its direct keys, 1 per nesting of `each`

}  // namespace

LayeredKeys Layers::keys(const TomlValue& table, const TomlValue* common) {
  LayeredKeys out;
  const int layer = common ? add(*common, 0, true, true, "set", 0, out) : 0;
  add(table, layer, false, true, "set", 0, out);
  return out;
}

// Adds the keys of a table. The keys of its sets take the position of `base_key`. Returns the layer above the table.
int Layers::add(const TomlValue& table, int layer, bool shared, bool own, std::string_view base_key, int depth,
                LayeredKeys& out) {
  LayeredKeys below;
  if (const auto* base = table.find(base_key)) {
    if (depth > deepest_base) throw base->refusal({sets_in_a_circle, Mistake::contradiction});
    for (const auto& name : base->texts(base_key)) {
      if (++sets_laid_ > most_sets_laid)
        throw base->refusal(out_of_range("more than {} sets are nested by base", most_sets_laid));
      layer = add(sets_.named(name, base->place), layer, true, false, "base", depth + 1, below);
    }
  }
  for (const auto& entry : table.entries)
    if (entry.key == base_key)
      out.insert(out.end(), below.begin(), below.end());
    else
      out.push_back({&entry, layer, shared, own});
  return layer + layers_of_a_table;
}

bool is_overridden(const LayeredKey& key, const LayeredKeys& all) {
  const auto& name = key.entry->key;
  return name != "each" && !is_filter(name) && std::any_of(all.begin(), all.end(), [&](const LayeredKey& other) {
           return other.entry->key == name && other.layer > key.layer;
         });
}

}  // namespace plumb
