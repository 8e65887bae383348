#include "harness/sets/named_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/sets/expansion.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

/// Adds the names in braces of all texts of a value.
void add_names_in_braces(const TomlValue& value, std::set<std::string, std::less<>>& names) {
  for (std::size_t position = 0; (position = value.text.find('{', position)) != std::string::npos; ++position)
    names.insert(value.text.substr(position + 1, value.text.find('}', position) - position - 1));
  for (const auto& item : value.items) add_names_in_braces(item, names);
  for (const auto& entry : value.entries) add_names_in_braces(entry.value, names);
}

void allow_in_each(const TomlValue& table, const std::vector<std::string>& allowed) {
  for (const auto* element : table.tables("each")) {
    element->allow(allowed);
    allow_in_each(*element, allowed);
  }
}

}  // namespace

bool SetView::is_known(std::string_view key) const { return std::find(known.begin(), known.end(), key) != known.end(); }

void NamedSets::add(const TomlValue& file, const std::vector<std::string>& known) {
  const auto* sets = file.find("sets");
  if (!sets) return;
  if (!sets->is_table()) throw sets->refusal(wrong_kind("sets: tables that begin with [sets.NAME] are allowed"));
  for (const auto& entry : sets->entries) {
    if (!entry.value.is_table()) throw entry.value.refusal(wrong_kind("a set is a table: [sets.NAME]"));
    for (const auto& other : sets_)
      if (other.key == entry.key)
        throw entry.place.refusal(contradiction("the set '{}' is defined twice: {}", entry.key, other.place.text()));
    auto allowed = known;
    std::set<std::string, std::less<>> variables;
    add_names_in_braces(file, variables);
    allowed.insert(allowed.end(), variables.begin(), variables.end());
    allowed.insert(allowed.end(), {"each", "only", "without"});
    allow_in_each(entry.value, allowed);
    allowed.push_back("base");
    entry.value.allow(allowed);
    sets_.push_back(entry);
  }
  std::set<std::string> checked;
  for (const auto& set : sets_) check_base(set.key, set.place, 0, checked);
}

// Checks the sets on which a set is based. This is not left to the views, because perhaps no view names the set.
void NamedSets::check_base(const std::string& name, const FilePlace& place, int depth,
                           std::set<std::string>& checked) const {
  const auto& table = named(name, place);
  if (depth > deepest_base) throw place.refusal({sets_in_a_circle, Mistake::contradiction});
  if (checked.contains(name)) return;
  if (const auto* base = table.find("base"))
    for (const auto& below : base->texts("base")) check_base(below, base->place, depth + 1, checked);
  checked.insert(name);
}

std::vector<std::string> NamedSets::names() const {
  std::vector<std::string> out;
  for (const auto& set : sets_) out.push_back(set.key);
  return out;
}

const TomlValue& NamedSets::named(const std::string& name, const FilePlace& place) const {
  for (const auto& set : sets_)
    if (set.key == name) return set.value;
  throw place.refusal(unknown_name("set", name, names()));
}

std::vector<Keys> NamedSets::expanded(const TomlValue& table, const SetView& view, const TomlValue* common) const {
  return Expansion(*this, view).results(table, common);
}

}  // namespace plumb
