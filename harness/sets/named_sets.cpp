#include "harness/sets/named_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contract/excerpt.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/sets/draft.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t most_results = 10'000;
constexpr int deepest_base = 20;  // sets on sets
constexpr int most_layers = 1000;

bool has_braces(std::string_view text) { return text.find('{') != std::string_view::npos; }

bool names_methods(std::string_view key) { return key == "method" || key == "minus"; }
bool is_selector(std::string_view key) { return names_methods(key) || key == "problem" || key == "formulation"; }

bool is_list_of_numbers(std::string_view key) {
  if (key == "step" || key == "omega_dt" || key == "dt_nt" || key == "spacing") return true;
  return std::any_of(settings().begin(), settings().end(),
                     [&](const Setting& s) { return s.name == key && s.is_list_of_numbers; });
}

bool is_filter(std::string_view key) { return key == "only" || key == "without"; }

// What one text stands for, by the language of the command line.
Texts meant(std::string_view key, const std::string& text) {
  if (has_braces(text) && !is_selector(key)) return {text};
  if (is_list_of_numbers(key)) return expand_numbers(text);
  if (!is_selector(key)) return {text};
  Texts out;
  for (const auto& spec : names_methods(key) ? expand_methods({text}) : expand(text)) out.push_back(spec.text());
  return out.size() == 1 ? Texts{text} : out;
}

/// The names in braces of all texts of a value.
void add_names_in_braces(const TomlValue& value, std::set<std::string, std::less<>>& names) {
  for (std::size_t at = 0; (at = value.text.find('{', at)) != std::string::npos; ++at)
    names.insert(value.text.substr(at + 1, value.text.find('}', at) - at - 1));
  for (const auto& item : value.items) add_names_in_braces(item, names);
  for (const auto& entry : value.entries) add_names_in_braces(entry.value, names);
}

/// A key of the layered tables, where it stands in their product.
struct Axis {
  const TomlEntry* entry;
  int layer;
  bool shared;  // from a set or from what is common
  bool own;     // not from a set
};

}  // namespace

class Expansion {
 public:
  Expansion(const NamedSets& sets, const SetView& view) : sets_(sets), view_(view) {}

  std::vector<Keys> results(const TomlValue& table, const TomlValue* common) {
    std::vector<Axis> axes;
    int layer = 0;
    if (common) layer = add_axes(*common, layer, true, true, "set", 0, axes);
    add_axes(table, layer, false, true, "set", 0, axes);
    const auto kind = kind_of(axes);
    std::vector<Keys> out;
    std::set<std::string> known;
    Completion completion(view_.known);
    for (const auto& draft : drafts(axes, kind, table.place)) {
      auto keys = completion.keys(draft);
      if (known.insert(written(keys)).second) out.push_back(std::move(keys));
    }
    if (out.empty()) throw table.refusal("only and without leave nothing");
    refuse_unused(axes, completion);
    return out;
  }

 private:
  // The axes of a table in the order of writing, those of its sets in the place of `base_key`; the layer above them.
  int add_axes(const TomlValue& table, int layer, bool shared, bool own, std::string_view base_key, int depth,
               std::vector<Axis>& out) {
    std::vector<Axis> below;
    if (const auto* base = table.find(base_key)) {
      if (depth > deepest_base) throw base->refusal(fmt::format("{}: sets on sets in a circle", base_key));
      for (const auto& name : base->texts(base_key)) {
        if (++layers_ > most_layers) throw base->refusal(fmt::format("more than {} sets on each other", most_layers));
        layer = add_axes(sets_.named(name, base->place), layer, true, false, "base", depth + 1, below);
      }
    }
    for (const auto& entry : table.entries)
      if (entry.key == base_key)
        out.insert(out.end(), below.begin(), below.end());
      else
        out.push_back({&entry, layer, shared, own});
    return layer + 2;  // between: `each`
  }

  static std::string kind_of(const std::vector<Axis>& axes) {
    std::pair<int, std::string> out = {-1, ""};
    for (const auto& axis : axes)
      if (axis.entry->key == "kind" && axis.layer >= out.first) out = {axis.layer, axis.entry->value.text};
    return out.second;
  }

  /// An axis whose key a table above has as well is not there.
  static bool is_overridden(const Axis& axis, const std::vector<Axis>& all) {
    const auto& key = axis.entry->key;
    return key != "each" && !is_filter(key) && std::any_of(all.begin(), all.end(), [&](const Axis& other) {
             return other.entry->key == key && other.layer > axis.layer;
           });
  }

  std::vector<Draft> drafts(const std::vector<Axis>& axes, const std::string& kind, const TomlPlace& where) {
    std::vector<Draft> out(1);
    out.front().where = where;
    for (const auto& axis : axes) {
      if (is_filter(axis.entry->key) || is_overridden(axis, axes)) continue;
      const auto values = alternatives(axis, kind);
      if (out.size() * values.size() > most_results)
        throw axis.entry->place.refusal(fmt::format("more than {} results", most_results));
      std::vector<Draft> wider;
      for (const auto& draft : out)
        for (const auto& value : values) {
          wider.push_back(draft);
          wider.back().lay(value);
        }
      out = std::move(wider);
    }
    for (const auto& axis : axes)
      if (is_filter(axis.entry->key)) filter(*axis.entry, out);
    return out;
  }

  static void filter(const TomlEntry& filter, std::vector<Draft>& drafts) {
    const auto tables = filter.value.as_tables(filter.key);
    std::erase_if(drafts, [&](const Draft& draft) {
      const bool fits =
          std::any_of(tables.begin(), tables.end(), [&](const TomlValue* table) { return fits_all(draft, *table); });
      return fits == (filter.key == "without");
    });
  }

  static bool fits_all(const Draft& draft, const TomlValue& table) {
    return std::all_of(table.entries.begin(), table.entries.end(),
                       [&](const TomlEntry& entry) { return has_one_of(draft, entry); });
  }

  static bool has_one_of(const Draft& draft, const TomlEntry& entry) {
    const auto at = draft.choices.find(entry.key);
    if (at == draft.choices.end()) throw entry.place.refusal(fmt::format("there is no '{}'", excerpt(entry.key)));
    const auto texts = entry.value.texts(entry.key);
    return at->second.texts.size() == 1 &&
           std::find(texts.begin(), texts.end(), at->second.texts.front()) != texts.end();
  }

  std::vector<Draft> alternatives(const Axis& axis, const std::string& kind) {
    const auto& [key, place, value] = *axis.entry;
    if (key == "each") return alternatives_of_each(axis, kind);
    if (value.is_table() || value.is_list_of_tables()) return alternatives_of_table(axis, kind);
    std::vector<Draft> out;
    for (auto& texts : choices(*axis.entry, kind)) {
      Draft draft;
      draft.choices[key] = {std::move(texts), axis.layer, axis.shared, value.place};
      out.push_back(std::move(draft));
    }
    return out;
  }

  std::vector<Draft> alternatives_of_each(const Axis& axis, const std::string& kind) {
    std::vector<Draft> out;
    const auto& value = axis.entry->value;
    if (!value.is_list_of_tables()) throw value.refusal("each: a list of tables is allowed");
    for (const auto& element : value.items) {
      std::vector<Axis> axes;
      for (const auto& entry : element.entries) axes.push_back({&entry, axis.layer + 1, axis.shared, axis.own});
      for (auto& draft : drafts(axes, kind, element.place)) out.push_back(std::move(draft));
      if (out.size() > most_results) throw value.refusal(fmt::format("more than {} results", most_results));
    }
    return out;
  }

  std::vector<Draft> alternatives_of_table(const Axis& axis, const std::string& kind) {
    const auto& key = axis.entry->key;
    if (is_known(key) && std::find(view_.tables.begin(), view_.tables.end(), key) == view_.tables.end())
      throw axis.entry->value.refusal(fmt::format("{}: a text, a number, or a list of these is allowed", key));
    std::vector<Draft> out;
    for (const auto* table : axis.entry->value.as_tables(key)) {
      std::vector<Axis> axes;
      add_axes(*table, 0, false, true, "set", 0, axes);
      for (auto& inner : drafts(axes, kind, table->place)) {
        Draft draft;
        draft.tables[key] = {axis.layer, {std::move(inner)}};
        out.push_back(std::move(draft));
      }
      table_axes_.insert(table_axes_.end(), axes.begin(), axes.end());
    }
    return out;
  }

  // The values of a key, each a list that the view takes as it is, or one text.
  std::vector<Texts> choices(const TomlEntry& entry, const std::string& kind) const {
    const auto& [key, place, value] = entry;
    if (value.is_list() && value.items.empty())
      throw value.refusal(fmt::format("{}: the list is empty; give at least one value", key));
    Texts all;
    for (const auto& item : value.is_list() ? std::span(value.items) : std::span(&value, 1)) {
      if (item.is_list()) throw item.refusal(fmt::format("{}: lists in lists are not allowed", key));
      try {
        for (auto& text : meant(key, item.text)) all.push_back(std::move(text));
      } catch (const UsageError& e) {
        throw item.refusal(fmt::format("{}: {}", key, e.what()));
      }
    }
    if (view_.takes_list(key, kind)) return {all};
    std::vector<Texts> out;
    for (auto& text : all) out.push_back({std::move(text)});
    return out;
  }

  bool is_known(std::string_view key) const {
    return std::find(view_.known.begin(), view_.known.end(), key) != view_.known.end();
  }

  // A variable that no text uses is a key with a mistake. Those of sets may serve other views.
  void refuse_unused(const std::vector<Axis>& axes, const Completion& completion) const {
    for (const auto* list : {&axes, &table_axes_})
      for (const auto& [entry, layer, shared, own] : *list) {
        if (!own) continue;
        if (entry->key != "each" && !is_filter(entry->key)) refuse_unused(*entry, completion);
        for (const auto& element : entry->key == "each" ? entry->value.items : std::vector<TomlValue>{})
          for (const auto& inner : element.entries) refuse_unused(inner, completion);
      }
  }

  void refuse_unused(const TomlEntry& entry, const Completion& completion) const {
    if (is_known(entry.key) || completion.used().contains(entry.key)) return;
    auto known = view_.known;
    known.insert(known.end(), {"set", "each", "only", "without"});
    throw entry.place.refusal(unknown_name("key", entry.key, known).what());
  }

  const NamedSets& sets_;
  const SetView& view_;
  std::vector<Axis> table_axes_;
  int layers_ = 0;
};

void NamedSets::add(const TomlValue& file, const std::vector<std::string>& known) {
  const auto* sets = file.find("sets");
  if (!sets) return;
  if (!sets->is_table()) throw sets->refusal("sets: tables that begin with [sets.NAME] are allowed");
  for (const auto& entry : sets->entries) {
    if (!entry.value.is_table()) throw entry.value.refusal("a set is a table: [sets.NAME]");
    for (const auto& other : sets_)
      if (other.key == entry.key)
        throw entry.place.refusal(fmt::format("the set '{}' is there already: {}", entry.key, other.place.text()));
    auto allowed = known;
    std::set<std::string, std::less<>> variables;
    add_names_in_braces(file, variables);
    allowed.insert(allowed.end(), variables.begin(), variables.end());
    allowed.insert(allowed.end(), {"base", "each", "only", "without"});
    entry.value.allow(allowed);
    for (const auto* element : entry.value.tables("each")) element->allow(allowed);
    sets_.push_back(entry);
  }
}

std::vector<std::string> NamedSets::names() const {
  std::vector<std::string> out;
  for (const auto& set : sets_) out.push_back(set.key);
  return out;
}

const TomlValue& NamedSets::named(const std::string& name, const TomlPlace& place) const {
  for (const auto& set : sets_)
    if (set.key == name) return set.value;
  throw place.refusal(unknown_name("set", name, names()).what());
}

std::vector<Keys> NamedSets::expanded(const TomlValue& table, const SetView& view, const TomlValue* common) const {
  return Expansion(*this, view).results(table, common);
}

}  // namespace plumb
