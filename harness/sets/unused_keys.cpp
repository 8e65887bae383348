#include "harness/sets/unused_keys.hpp"

#include "harness/sets/filters.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

using Names = std::set<std::string, std::less<>>;

UsageError unknown_key(const TomlEntry& entry, const SetView& view, bool in_each) {
  if (in_each && entry.key == "set") return entry.place.refusal("set is allowed beside each, not in it");
  auto known = view.known;
  if (!in_each) known.push_back("set");
  known.insert(known.end(), {"each", "only", "without"});
  return entry.place.refusal(unknown_name("key", entry.key, known));
}

void refuse_unused(const TomlEntry& entry, const SetView& view, const Names& in_braces, bool in_each) {
  if (is_filter(entry.key)) return;
  if (entry.key == "each") {
    for (const auto& element : entry.value.items)
      for (const auto& inner : element.entries) refuse_unused(inner, view, in_braces, true);
    return;
  }
  if (!view.is_known(entry.key) && !in_braces.contains(entry.key)) throw unknown_key(entry, view, in_each);
}

}  // namespace

void refuse_unused(const LayeredKeys& keys, const SetView& view, const Names& in_braces) {
  for (const auto& key : keys)
    if (key.own) refuse_unused(*key.entry, view, in_braces, false);
}

}  // namespace plumb
