#include "harness/sets/expansion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/sets/all_that_fit.hpp"
#include "harness/sets/stars.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::size_t most_results = 10'000;

void require_few(std::size_t results, const FilePlace& place) {
  if (results > most_results) throw place.refusal(out_of_range("more than {} results", most_results));
}

void require_few_with_star(std::size_t results, const FilePlace& filter) {
  if (results > most_results)
    throw filter.refusal(
        out_of_range("more than {} results before this filter applies, since \"*\" is expanded first; remove the "
                     "filter, or name fewer values",
                     most_results));
}

using Names = std::set<std::string, std::less<>>;

UsageError unknown_key(const TomlEntry& entry, const SetView& view, bool in_each) {
  if (in_each && entry.key == "set")
    return entry.place.refusal("set is not allowed within each; write it in the table that contains each");
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

/// Throws UsageError, with the most similar name, at the first key that is neither a key of the view nor used in
/// braces. Keys of sets are exempt, because another view may use them. `in_braces` are the names used in texts.
void refuse_unused(const LayeredKeys& keys, const SetView& view, const Names& in_braces) {
  for (const auto& key : keys)
    if (key.own) refuse_unused(*key.entry, view, in_braces, false);
}

}  // namespace

std::vector<Keys> Expansion::results(const TomlValue& table, const TomlValue* common) {
  const auto keys = layers_.keys(table, common);
  lists_.look_ahead(keys);
  lists_.assume_kind_of_view(keys);
  auto drafts = product(keys, table.place);
  std::erase_if(drafts, [&](const Draft& draft) { return !lists_.match_kind(draft, completion_); });
  filter(keys, drafts);
  std::vector<Keys> out;
  std::set<std::string> known;
  for (const auto& draft : drafts) {
    auto result = completion_.keys(draft);
    if (known.insert(written(result)).second) out.push_back(std::move(result));
  }
  if (out.empty()) throw table.refusal("only and without exclude every run");
  refuse_unused(keys, view_, completion_.used());
  refuse_unused(keys_of_tables_, view_, completion_.used());
  return out;
}

std::vector<Draft> Expansion::product(const LayeredKeys& keys, const FilePlace& where) {
  std::vector<Draft> out(1);
  out.front().where = where;
  for (const auto& key : keys) {
    if (is_filter(key.entry->key) || is_overridden(key, keys)) continue;
    const auto values = alternatives(key);
    require_few(out.size() * values.size(), key.entry->place);
    std::vector<Draft> wider;
    for (const auto& draft : out)
      for (const auto& value : values) {
        wider.push_back(draft);
        wider.back().lay(value);
      }
    out = std::move(wider);
  }
  return out;
}

// Applies all filters. Throws if a filter names a value that no draft has before filtering. Filters of sets and common
// filters need not match, because a view may override their keys.
void Expansion::filter(const LayeredKeys& keys, std::vector<Draft>& drafts) {
  for (const auto key : keys_with_stars)
    if (const auto* filter = lists_.filter_that_expands_star(key))
      spell_out(key, drafts, completion_, [&](std::size_t results) { require_few_with_star(results, *filter); });
  for (const auto& key : keys)
    if (is_filter(key.entry->key) && !key.shared) filters_.refuse_absent(*key.entry, drafts);
  for (const auto& key : keys)
    if (is_filter(key.entry->key)) filters_.apply(*key.entry, drafts);
}

std::vector<Draft> Expansion::filtered_product(const LayeredKeys& keys, const FilePlace& where) {
  auto out = product(keys, where);
  filter(keys, out);
  return out;
}

std::vector<Draft> Expansion::alternatives(const LayeredKey& key) {
  const auto& [name, place, value] = *key.entry;
  if (name == "each") return alternatives_of_each(key);
  if (value.is_table() || value.is_list_of_tables()) return alternatives_of_table(key);
  std::vector<Draft> out;
  for (auto& choice : lists_.choices(key)) {
    Draft draft;
    draft.choices[name] = std::move(choice);
    out.push_back(std::move(draft));
  }
  return out;
}

std::vector<Draft> Expansion::alternatives_of_each(const LayeredKey& key) {
  std::vector<Draft> out;
  const auto& value = key.entry->value;
  if (!value.is_list_of_tables()) throw value.refusal(wrong_kind("each: a list of tables is allowed"));
  for (const auto& element : value.items) {
    LayeredKeys keys;
    for (const auto& entry : element.entries) keys.push_back({&entry, key.layer + 1, key.shared, key.own});
    for (auto& draft : filtered_product(keys, element.place)) out.push_back(std::move(draft));
    require_few(out.size(), value.place);
  }
  return out;
}

std::vector<Draft> Expansion::alternatives_of_table(const LayeredKey& key) {
  const auto& name = key.entry->key;
  if (view_.is_known(name) && std::find(view_.tables.begin(), view_.tables.end(), name) == view_.tables.end())
    throw key.entry->value.refusal(wrong_kind("{}: a text, a number, or a list of these is allowed", name));
  std::vector<Draft> out;
  for (const auto* table : key.entry->value.as_tables(name)) {
    const auto keys = layers_.keys(*table, nullptr);
    lists_.look_ahead(keys);
    for (auto& inner : filtered_product(keys, table->place)) {
      if (!key.own)
        for (auto& [inner_name, choice] : inner.choices) choice.from_set = true;
      Draft draft;
      draft.tables[name] = {key.layer, {std::move(inner)}};
      out.push_back(std::move(draft));
    }
    keys_of_tables_.insert(keys_of_tables_.end(), keys.begin(), keys.end());
  }
  return out;
}

}  // namespace plumb
