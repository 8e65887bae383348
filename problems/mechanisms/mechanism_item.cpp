#include "problems/mechanisms/mechanism_item.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "problems/mbs/mechanism_check.hpp"
#include "text/mistakes.hpp"
#include "text/other_words.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

/// Words of other programs, with the corresponding words of mechanism files, for suggestions in messages.
constexpr auto words_of_others = std::to_array<OtherWord>({{"hinge", "revolute"},
                                                           {"hinge", "rotational-spring"},
                                                           {"pin", "revolute"},
                                                           {"rotational", "revolute"},
                                                           {"continuous", "revolute"},
                                                           {"prismatic", "translational"},
                                                           {"prismatic", "translational-spring"},
                                                           {"slider", "translational"},
                                                           {"slide", "translational"},
                                                           {"ball", "spherical"},
                                                           {"weld", "fixed"},
                                                           {"rigid", "fixed"},
                                                           {"cardan", "universal"},
                                                           {"hooke", "universal"},
                                                           {"rod", "distance"},
                                                           {"revolute", "rotational-spring"},
                                                           {"translational", "translational-spring"},
                                                           {"torsion-spring", "rotational-spring"},
                                                           {"torsional-spring", "rotational-spring"},
                                                           {"damper", "spring"},
                                                           {"dashpot", "spring"},
                                                           {"moment", "torque"},
                                                           {"orientation", "attitude"},
                                                           {"energy", "kinetic-energy"},
                                                           {"linear-momentum", "momentum"},
                                                           {"center-of-mass", "centre-of-mass"},
                                                           {"free_length", "free_translation"},
                                                           {"free_length", "free_angle"},
                                                           {"free_translation", "free_length"},
                                                           {"free_angle", "free_translation"},
                                                           {"angle", "turns"},
                                                           {"rotation", "turns"},
                                                           {"orientation", "turns"},
                                                           {"rpy", "turns"},
                                                           {"center", "centre"},
                                                           {"com", "centre"},
                                                           {"type", "kind"},
                                                           {"origin", "position"},
                                                           {"omega", "angular_velocity"},
                                                           {"direction", "axis"},
                                                           {"child", "bodies"},
                                                           {"parent", "bodies"},
                                                           {"offset", "shift"}});

}  // namespace

bool is_item_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto may_follow = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  return !name.empty() && name.size() <= 60 && is_letter(name[0]) && std::ranges::all_of(name, may_follow);
}

std::string item_name_rule(std::string_view name) {
  return fmt::format("'{}' is not a valid name: a letter, then letters, digits, _ and -, at most 60 characters",
                     printable_excerpt(name));
}

MechanismItem::MechanismItem(const TomlValue& table, std::string label, const NamedNumbers& names)
    : table_(table), names_(names), label_(std::move(label)) {}

MechanismItem::MechanismItem(std::string_view what, const TomlValue& table, const NamedNumbers& names)
    : MechanismItem(table, std::string(what), names) {
  const auto word = text("name");
  if (!is_item_name(word)) throw refusal("name", {item_name_rule(word), Mistake::malformed});
  name_ = word;
  label_ = mbs::item(what, name_);
}

const FilePlace& MechanismItem::place_of(std::string_view key) const {
  const auto* value = table_.find(key);
  return value ? value->place : table_.place;
}

UsageError MechanismItem::refusal(std::string_view key, const UsageError& mistake) const {
  return place_of(key).refusal((key.empty() ? mistake : mistake.after(key).of(key)).after(label_));
}

std::vector<std::string> MechanismItem::keys() const {
  std::vector<std::string> out;
  for (const auto& entry : table_.entries) out.push_back(entry.key);
  return out;
}

void MechanismItem::allow(std::initializer_list<std::string_view> keys, std::span<const std::string_view> more) const {
  std::vector<std::string> known(keys.begin(), keys.end());
  known.insert(known.end(), more.begin(), more.end());
  for (const auto& entry : table_.entries)
    if (std::ranges::find(known, entry.key) == known.end())
      throw entry.place.refusal(unknown_word("key", entry.key, known, words_of_others).after(label_));
}

void MechanismItem::require_one_of(std::string_view a, std::string_view b) const {
  if (has(a) && has(b)) throw refusal(b, contradiction("'{}' is given too; give one of the two", a));
}

const TomlValue& MechanismItem::required(std::string_view key) const {
  if (const auto* value = table_.find(key)) return *value;
  const std::vector<std::string> requested = {std::string(key)};
  for (const auto& entry : table_.entries)  // the key may be misspelt
    if (nearest_name(entry.key, requested))
      throw entry.place.refusal(unknown_word("key", entry.key, requested, {}).after(label_));
  throw table_.refusal(missing_key(key).after(label_));
}

std::string MechanismItem::text(std::string_view key) const {
  const auto& value = required(key);
  if (value.kind != TomlValue::Kind::text) throw refusal(key, wrong_kind("a text is allowed"));
  if (!is_printable(value.text)) throw refusal(key, malformed("control characters are not allowed"));
  return value.text;
}

std::string MechanismItem::text_or(std::string_view key, std::string_view fallback) const {
  return has(key) ? text(key) : std::string(fallback);
}

bool MechanismItem::flag(std::string_view key) const {
  if (!has(key)) return false;
  const auto& value = required(key);
  if (value.kind != TomlValue::Kind::flag)
    throw refusal(key, wrong_kind("write true or false, without quotation marks"));
  return value.text == "true";
}

std::size_t MechanismItem::choice(std::string_view key, std::span<const std::string_view> choices,
                                  std::optional<std::size_t> fallback) const {
  if (!has(key) && fallback) return *fallback;
  const auto word = text(key);
  const auto found = std::ranges::find(choices, word);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::vector<std::string> known(choices.begin(), choices.end());
  throw refusal(key, unknown_word(key, word, known, words_of_others));
}

ExactNumber MechanismItem::value_of(const std::string& formula) const { return formula_value(formula, names_); }

ExactNumber MechanismItem::number_of(const TomlValue& value, std::string_view key) const {
  if (!value.is_number() && value.kind != TomlValue::Kind::text)
    throw value.refusal(wrong_kind("{}: {}: a number or a formula in quotation marks is allowed", label_, key));
  try {
    return value_of(value.text);
  } catch (const std::invalid_argument& e) {
    throw value.refusal(malformed("{}: {}: {}", label_, key, e.what()));
  }
}

ExactNumber MechanismItem::number(std::string_view key) const { return number_of(required(key), key); }

ExactNumber MechanismItem::number_or(std::string_view key, std::string_view fallback) const {
  return has(key) ? number(key) : ExactNumber(fallback);
}

std::optional<ExactNumber> MechanismItem::optional_number(std::string_view key) const {
  if (!has(key)) return {};
  return number(key);
}

ExactNumber MechanismItem::positive(std::string_view key) const {
  auto out = number(key);
  if (const double value = out.in<double>(); !(value > 0))
    throw refusal(key, out_of_range("{} is not positive", value));
  return out;
}

std::vector<ExactNumber> MechanismItem::numbers(std::string_view key) const {
  if (!has(key)) return {};
  const auto& list = required(key);
  if (!list.is_list() || list.items.empty()) throw refusal(key, wrong_kind("a list of numbers is allowed"));
  std::vector<ExactNumber> out;
  for (const auto& value : list.items) out.push_back(number_of(value, key));
  return out;
}

mbs::Triple MechanismItem::triple_of(const TomlValue& value, std::string_view key) const {
  if (!value.is_list() || value.items.size() != 3)
    throw value.refusal(wrong_kind("{}: {}: three numbers are allowed, [x, y, z]", label_, key));
  const auto& x = value.items;
  return {number_of(x[0], key), number_of(x[1], key), number_of(x[2], key)};
}

mbs::Triple MechanismItem::triple(std::string_view key) const { return triple_of(required(key), key); }

std::vector<MechanismItem::Pair> MechanismItem::pairs(std::string_view key) const {
  const auto& list = required(key);
  if (!list.is_list()) throw refusal(key, wrong_kind("a list of pairs is allowed, [[0, 0], [0.1, 0.02], ...]"));
  std::vector<Pair> out;
  for (const auto& value : list.items) {
    if (!value.is_list() || value.items.size() != 2)
      throw value.refusal(wrong_kind("{}: {}: two numbers are allowed, [time, value]", label_, key));
    out.push_back({number_of(value.items[0], key), number_of(value.items[1], key), value.place});
  }
  return out;
}

std::vector<mbs::Triple> MechanismItem::triples(std::string_view key) const {
  if (!has(key)) return {};
  const auto& list = required(key);
  if (!list.is_list() || list.items.empty())
    throw refusal(key, wrong_kind("a list of points is allowed, [[x, y, z], ...]"));
  std::vector<mbs::Triple> out;
  for (const auto& value : list.items) out.push_back(triple_of(value, key));
  return out;
}

std::optional<mbs::Triple> MechanismItem::optional_triple(std::string_view key) const {
  if (!has(key)) return {};
  return triple(key);
}

std::vector<std::string> MechanismItem::texts(std::string_view key) const {
  if (!has(key)) return {};
  const auto& list = required(key);
  const auto is_text = [](const TomlValue& value) { return value.kind == TomlValue::Kind::text; };
  if (!list.is_list() || !std::ranges::all_of(list.items, is_text))
    throw refusal(key, wrong_kind("a list of texts is allowed"));
  std::vector<std::string> out;
  for (const auto& value : list.items) out.push_back(value.text);
  return out;
}

std::optional<MechanismItem> MechanismItem::inner(std::string_view key) const {
  if (!has(key)) return {};
  const auto& value = required(key);
  if (!value.is_table()) throw refusal(key, {"a table is allowed, {...}", Mistake::wrong_kind});
  return MechanismItem(value, fmt::format("{}: {}", label_, key), names_);
}

std::vector<MechanismItem> MechanismItem::all_inner(std::string_view key) const {
  std::vector<MechanismItem> out;
  if (!has(key)) return out;
  const auto& value = required(key);
  if (!value.is_table() && !value.is_list_of_tables())
    throw refusal(key, {"a table is allowed, {...}, or a list of these", Mistake::wrong_kind});
  for (const auto* table : value.as_tables(key)) out.emplace_back(*table, fmt::format("{}: {}", label_, key), names_);
  return out;
}

}  // namespace plumb
