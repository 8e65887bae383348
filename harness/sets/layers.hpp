#pragma once
// The keys of a table and of the sets on which it is based, in the order in which they are written. Each of these sets
// is a layer, and the table itself is the highest layer. A key of a higher layer overrides the same key of lower
// layers.

#include <vector>

#include "text/toml_document.hpp"

namespace plumb {

class NamedSets;

/// A key with the number of the layer from which it comes.
struct LayeredKey {
  const TomlEntry* entry;
  int layer;
  bool shared;  // whether it comes from a set or from the common keys
  bool own;     // whether it is written in the table itself or its common keys, not in a set
};
using LayeredKeys = std::vector<LayeredKey>;

inline constexpr int deepest_base = 20;  // limit of nested sets
inline constexpr const char* sets_in_a_circle =
    "base: sets refer to each other in a circle, or more than 20 are nested";

class Layers {
 public:
  explicit Layers(const NamedSets& sets) : sets_(sets) {}

  /// Returns the keys of a table, with the keys of its sets in the position of `set`. The keys of `common`, if it
  /// exists, form the lowest layer, so all other keys override them. Throws UsageError on an unknown set, a circle, or
  /// more than 1000 sets.
  LayeredKeys keys(const TomlValue& table, const TomlValue* common);

 private:
  int add(const TomlValue& table, int layer, bool shared, bool own, std::string_view base_key, int depth,
          LayeredKeys& out);

  const NamedSets& sets_;
  int sets_laid_ = 0;
};

/// Returns whether the same key exists in a higher layer, so this key has no effect. `each` and filters of all layers
/// apply, and are never overridden.
bool is_overridden(const LayeredKey& key, const LayeredKeys& all);

}  // namespace plumb
