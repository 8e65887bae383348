#include "harness/sets/named_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "harness/sets/draft.hpp"
#include "harness/sets/filters.hpp"
#include "harness/sets/values.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t most_results = 10'000;
constexpr int deepest_base = 20;  // sets on sets
constexpr int most_layers = 1000;
constexpr int layers_of_a_table = 20;  // its keys, and those of `each` in `each`, which files nest less deeply
constexpr const char* circle = "base: sets on sets in a circle, or more than 20 on each other";

/// The names in braces of all texts of a value.
void add_names_in_braces(const TomlValue& value, std::set<std::string, std::less<>>& names) {
  for (std::size_t at = 0; (at = value.text.find('{', at)) != std::string::npos; ++at)
    names.insert(value.text.substr(at + 1, value.text.find('}', at) - at - 1));
  for (const auto& item : value.items) add_names_in_braces(item, names);
  for (const auto& entry : value.entries) add_names_in_braces(entry.value, names);
}

void allow_in_each(const TomlValue& table, const std::vector<std::string>& allowed) {
  for (const auto* element : table.tables("each")) {
    element->allow(allowed);
    allow_in_each(*element, allowed);
  }
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
    look_ahead(axes);
    if (std::none_of(axes.begin(), axes.end(), [](const Axis& axis) { return axis.entry->key == "kind"; }))
      kinds_.insert(view_.kind);
    std::vector<Keys> out;
    std::set<std::string> known;
    Completion completion(view_.known);
    auto found = product(axes, table.place);
    std::erase_if(found, [&](const Draft& draft) { return !suits_its_kind(draft, {}, completion); });
    filter(axes, found);
    for (const auto& draft : found) {
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
      if (depth > deepest_base) throw base->refusal(circle);
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
    return layer + layers_of_a_table;
  }

  // The kinds that results may have, and the keys that filters name: both tell how lists expand.
  void look_ahead(const std::vector<Axis>& axes) {
    for (const auto& axis : axes)
      if (!is_overridden(axis, axes)) look_ahead(*axis.entry);
  }

  void look_ahead(const TomlEntry& entry) {
    const auto& value = entry.value;
    if (entry.key == "each")
      for (const auto& element : value.items)
        for (const auto& inner : element.entries) look_ahead(inner);
    if (is_filter(entry.key))
      for (const auto* table : value.as_tables(entry.key))
        for (const auto& inner : table->entries) filtered_.insert(inner.key);
    if (entry.key != "kind") return;
    for (const auto& item : value.is_list() ? std::span(value.items) : std::span(&value, 1)) {
      kinds_.insert(item.text);
      kind_has_braces_ = kind_has_braces_ || has_braces(item.text);
    }
  }

  // Whether its lists, and those of its tables, are taken as its kind takes them.
  bool suits_its_kind(const Draft& draft, std::vector<const Draft*> scope, Completion& completion) const {
    scope.push_back(&draft);
    std::optional<std::string> kind;
    for (const auto& [key, choice] : draft.choices) {
      if (choice.taken == Taken::anyhow) continue;
      if (!kind) kind = completion.text("kind", scope);
      if (kind->empty()) kind = view_.kind;
      if (view_.takes_list(key, *kind) != (choice.taken == Taken::as_a_list)) return false;
    }
    return std::all_of(draft.tables.begin(), draft.tables.end(), [&](const auto& table) {
      return suits_its_kind(table.second.second.front(), scope, completion);
    });
  }

  /// An axis whose key a table above has as well is not there.
  static bool is_overridden(const Axis& axis, const std::vector<Axis>& all) {
    const auto& key = axis.entry->key;
    return key != "each" && !is_filter(key) && std::any_of(all.begin(), all.end(), [&](const Axis& other) {
             return other.entry->key == key && other.layer > axis.layer;
           });
  }

  std::vector<Draft> drafts(const std::vector<Axis>& axes, const TomlPlace& where) {
    auto out = product(axes, where);
    filter(axes, out);
    return out;
  }

  std::vector<Draft> product(const std::vector<Axis>& axes, const TomlPlace& where) {
    std::vector<Draft> out(1);
    out.front().where = where;
    for (const auto& axis : axes) {
      if (is_filter(axis.entry->key) || is_overridden(axis, axes)) continue;
      const auto values = alternatives(axis);
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
    return out;
  }

  // Values are looked for among all drafts, whatever other filters leave. Not those of sets and of what is common: a
  // view that overrides their keys may leave their filters nothing to do.
  void filter(const std::vector<Axis>& axes, std::vector<Draft>& drafts) {
    for (const auto& axis : axes)
      if (is_filter(axis.entry->key) && !axis.shared) filters_.refuse_absent(*axis.entry, drafts);
    for (const auto& axis : axes)
      if (is_filter(axis.entry->key)) filters_.apply(*axis.entry, drafts);
  }

  std::vector<Draft> alternatives(const Axis& axis) {
    const auto& [key, place, value] = *axis.entry;
    if (key == "each") return alternatives_of_each(axis);
    if (value.is_table() || value.is_list_of_tables()) return alternatives_of_table(axis);
    std::vector<Draft> out;
    for (auto& choice : choices(axis)) {
      Draft draft;
      draft.choices[key] = std::move(choice);
      out.push_back(std::move(draft));
    }
    return out;
  }

  std::vector<Draft> alternatives_of_each(const Axis& axis) {
    std::vector<Draft> out;
    const auto& value = axis.entry->value;
    if (!value.is_list_of_tables()) throw value.refusal("each: a list of tables is allowed");
    for (const auto& element : value.items) {
      std::vector<Axis> axes;
      for (const auto& entry : element.entries) axes.push_back({&entry, axis.layer + 1, axis.shared, axis.own});
      for (auto& draft : drafts(axes, element.place)) out.push_back(std::move(draft));
      if (out.size() > most_results) throw value.refusal(fmt::format("more than {} results", most_results));
    }
    return out;
  }

  std::vector<Draft> alternatives_of_table(const Axis& axis) {
    const auto& key = axis.entry->key;
    if (is_known(key) && std::find(view_.tables.begin(), view_.tables.end(), key) == view_.tables.end())
      throw axis.entry->value.refusal(fmt::format("{}: a text, a number, or a list of these is allowed", key));
    std::vector<Draft> out;
    for (const auto* table : axis.entry->value.as_tables(key)) {
      std::vector<Axis> axes;
      add_axes(*table, 0, false, true, "set", 0, axes);
      look_ahead(axes);
      for (auto& inner : drafts(axes, table->place)) {
        Draft draft;
        draft.tables[key] = {axis.layer, {std::move(inner)}};
        out.push_back(std::move(draft));
      }
      table_axes_.insert(table_axes_.end(), axes.begin(), axes.end());
    }
    return out;
  }

  // The values of a key: one list that the view takes as it is, or one text each; both, where the kind will tell.
  std::vector<Choice> choices(const Axis& axis) const {
    const auto& key = axis.entry->key;
    const auto all = values_of(*axis.entry);
    const auto takes_list = [&](const std::string& kind) { return view_.takes_list(key, kind); };
    const bool always = std::all_of(kinds_.begin(), kinds_.end(), takes_list);
    const bool sometimes = std::any_of(kinds_.begin(), kinds_.end(), takes_list);
    const bool open = all.size() > 1 && (always != sometimes || (kind_has_braces_ && is_list_of_numbers(key)));
    const bool as_a_list = always && !(view_.multiplies && filtered_.contains(key));
    std::vector<Choice> out;
    const auto add = [&](Texts texts, Taken taken) {
      out.push_back({std::move(texts), axis.layer, axis.shared, axis.entry->value.place, open ? taken : Taken::anyhow});
    };
    if (open || as_a_list) add(all, Taken::as_a_list);
    if (open || !as_a_list)
      for (const auto& text : all) add({text}, Taken::one_by_one);
    return out;
  }

  bool is_known(std::string_view key) const {
    return std::find(view_.known.begin(), view_.known.end(), key) != view_.known.end();
  }

  // A variable that no text uses is a key with a mistake. Those of sets may serve other views.
  void refuse_unused(const std::vector<Axis>& axes, const Completion& completion) const {
    for (const auto* list : {&axes, &table_axes_})
      for (const auto& axis : *list)
        if (axis.own) refuse_unused(*axis.entry, completion, false);
  }

  void refuse_unused(const TomlEntry& entry, const Completion& completion, bool in_each) const {
    if (is_filter(entry.key)) return;
    if (entry.key == "each") {
      for (const auto& element : entry.value.items)
        for (const auto& inner : element.entries) refuse_unused(inner, completion, true);
      return;
    }
    if (is_known(entry.key) || completion.used().contains(entry.key)) return;
    if (in_each && entry.key == "set") throw entry.place.refusal("set is allowed beside each, not in it");
    auto known = view_.known;
    if (!in_each) known.push_back("set");
    known.insert(known.end(), {"each", "only", "without"});
    throw entry.place.refusal(unknown_name("key", entry.key, known).what());
  }

  const NamedSets& sets_;
  const SetView& view_;
  std::vector<Axis> table_axes_;
  std::set<std::string> kinds_;
  bool kind_has_braces_ = false;  // it may be any
  std::set<std::string, std::less<>> filtered_;
  Filters filters_;
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
    allowed.insert(allowed.end(), {"each", "only", "without"});
    allow_in_each(entry.value, allowed);
    allowed.push_back("base");
    entry.value.allow(allowed);
    sets_.push_back(entry);
  }
  std::set<std::string> checked;
  for (const auto& set : sets_) check_base(set.key, set.place, 0, checked);
}

// Here rather than in a view, since no view may name the set.
void NamedSets::check_base(const std::string& name, const TomlPlace& place, int depth,
                           std::set<std::string>& checked) const {
  const auto& table = named(name, place);
  if (depth > deepest_base) throw place.refusal(circle);
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

const TomlValue& NamedSets::named(const std::string& name, const TomlPlace& place) const {
  for (const auto& set : sets_)
    if (set.key == name) return set.value;
  throw place.refusal(unknown_name("set", name, names()).what());
}

std::vector<Keys> NamedSets::expanded(const TomlValue& table, const SetView& view, const TomlValue* common) const {
  return Expansion(*this, view).results(table, common);
}

}  // namespace plumb
