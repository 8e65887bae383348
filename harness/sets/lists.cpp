#include "harness/sets/lists.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "harness/sets/all_that_fit.hpp"
#include "harness/sets/filters.hpp"
#include "harness/sets/values.hpp"

namespace plumb {

void Lists::look_ahead(const LayeredKeys& keys) {
  for (const auto& key : keys)
    if (!is_overridden(key, keys)) look_ahead(*key.entry);
  for (std::size_t i = 0; i < keys_with_stars.size(); ++i)
    if (const auto found = filtered_.find(keys_with_stars[i]);
        found != filtered_.end() && starred_.contains(found->first))
      for (std::size_t before = 0; before <= i; ++before)
        spelled_out_.try_emplace(std::string(keys_with_stars[before]), found->second);
}

const FilePlace* Lists::filter_that_expands_star(std::string_view key) const {
  const auto found = spelled_out_.find(key);
  return found == spelled_out_.end() ? nullptr : &found->second;
}

void Lists::look_ahead(const TomlEntry& entry) {
  const auto& value = entry.value;
  if (entry.key == "each")
    for (const auto& element : value.items)
      for (const auto& inner : element.entries) look_ahead(inner);
  if (is_filter(entry.key))
    for (const auto* table : value.as_tables(entry.key))
      for (const auto& inner : table->entries) filtered_.try_emplace(inner.key, entry.place);
  if (view_.multiplies) look_ahead_for_stars(entry);
  if (entry.key != "kind") return;
  for (const auto& item : value.is_list() ? std::span(value.items) : std::span(&value, 1)) {
    kinds_.insert(item.text);
    kind_has_braces_ = kind_has_braces_ || has_braces(item.text);
  }
}

void Lists::look_ahead_for_stars(const TomlEntry& entry) {
  if (!may_have_stars(entry.key)) return;
  for (const auto& text : values_of(entry, Meaning::of_its_key))
    if (is_star(entry.key, text)) starred_.insert(entry.key);
}

void Lists::assume_kind_of_view(const LayeredKeys& keys) {
  if (std::none_of(keys.begin(), keys.end(), [](const LayeredKey& key) { return key.entry->key == "kind"; }))
    kinds_.insert(view_.kind);
}

std::vector<ChosenValue> Lists::choices(const LayeredKey& layered) const {
  const auto& key = layered.entry->key;
  const auto all = values_of(*layered.entry, view_.is_known(key) ? Meaning::of_its_key : Meaning::of_a_variable);
  const auto accepts_list = [&](const std::string& kind) { return view_.accepts_list(key, kind); };
  const bool always = std::all_of(kinds_.begin(), kinds_.end(), accepts_list);
  const bool sometimes = std::any_of(kinds_.begin(), kinds_.end(), accepts_list);
  const bool open = all.size() > 1 && (always != sometimes || (kind_has_braces_ && is_list_of_numbers(key)));
  const bool as_a_list = always && !(view_.multiplies && (filtered_.contains(key) || filter_that_expands_star(key)));
  std::vector<ChosenValue> out;
  const auto add = [&](std::vector<std::string> texts, ListUse use) {
    out.push_back({std::move(texts), layered.layer, layered.shared, layered.entry->value.place,
                   open ? use : ListUse::any, !layered.own});
  };
  if (open || as_a_list) add(all, ListUse::as_a_list);
  if (open || !as_a_list)
    for (const auto& text : all) add({text}, ListUse::one_by_one);
  return out;
}

bool Lists::match_kind(const Draft& draft, Completion& completion) const { return match_kind(draft, {}, completion); }

bool Lists::match_kind(const Draft& draft, std::vector<const Draft*> scope, Completion& completion) const {
  scope.push_back(&draft);
  std::optional<std::string> kind;
  for (const auto& [key, choice] : draft.choices) {
    if (choice.use == ListUse::any) continue;
    if (!kind) kind = completion.text("kind", scope);
    if (kind->empty()) kind = view_.kind;
    if (view_.accepts_list(key, *kind) != (choice.use == ListUse::as_a_list)) return false;
  }
  return std::all_of(draft.tables.begin(), draft.tables.end(),
                     [&](const auto& table) { return match_kind(table.second.second.front(), scope, completion); });
}

}  // namespace plumb
