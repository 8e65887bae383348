#include "problems/mechanisms/xml_item.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
UsageError XmlItem::refusal(const UsageError& mistake) const { return element.place.refusal(mistake.after(label)); }

std::vector<std::string> XmlItem::unknown_attributes(const std::vector<std::string>& known) const {
  std::vector<std::string> out, missing;
  for (const auto& name : known)
    if (!has(name)) missing.push_back(name);
  for (const auto& a : element.attributes) {
    if (std::ranges::find(known, a.name) != known.end()) continue;
    if (nearest_name(a.name, missing)) throw refusal(unknown_name("attribute", a.name, missing).of(a.name));
    out.push_back(a.name);
  }
  return out;
}

const std::string& XmlItem::text(std::string_view key) const {
  if (const auto* value = element.attribute(key)) return *value;
  throw refusal(missing_part("the attribute '{}' is missing", key).of(key));
}

ExactNumber XmlItem::number(std::string_view key) const {
  const auto words = words_of(key);
  if (words.size() != 1)
    throw refusal(wrong_kind("{}=\"{}\": one number is allowed", key, printable_excerpt(text(key))).of(key));
  return number_of(key, words[0]);
}

mbs::Triple XmlItem::triple(std::string_view key) const {
  const auto words = words_of(key);
  if (words.size() != 3)
    throw refusal(
        wrong_kind("{}=\"{}\": three numbers are allowed, \"x y z\"", key, printable_excerpt(text(key))).of(key));
  return {number_of(key, words[0]), number_of(key, words[1]), number_of(key, words[2])};
}

std::vector<ExactNumber> XmlItem::numbers(std::string_view key) const {
  std::vector<ExactNumber> out;
  for (const auto& word : words_of(key)) out.push_back(number_of(key, word));
  return out;
}

std::optional<XmlItem> XmlItem::child(std::string_view name) const {
  const auto found = element.all(name);
  if (found.size() > 1) throw found[1]->place.refusal(contradiction("{}: a second <{}>; one is allowed", label, name));
  if (found.empty()) return {};
  return XmlItem{*found[0], fmt::format("{}: <{}>", label, name)};
}

XmlItem XmlItem::needed(std::string_view name) const {
  if (auto out = child(name)) return *std::move(out);
  throw refusal(missing_part("<{}> is missing", name));
}

std::vector<std::string> XmlItem::words_of(std::string_view key) const {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string> out;
  const std::string& all = text(key);
  for (auto at = all.find_first_not_of(blanks); at != std::string::npos;) {
    const auto end = std::min(all.find_first_of(blanks, at), all.size());
    out.push_back(all.substr(at, end - at));
    at = all.find_first_not_of(blanks, end);
  }
  return out;
}

ExactNumber XmlItem::number_of(std::string_view key, std::string_view word) const {
  const auto decimal = decimal_from_text(word);
  if (!decimal || word.find_first_of("dD") != std::string_view::npos)
    throw refusal(
        malformed("{}=\"{}\": '{}' is not a decimal number", key, printable_excerpt(text(key)), printable_excerpt(word))
            .of(key));
  try {
    return ExactNumber(text_of(*decimal));
  } catch (const std::invalid_argument& e) {
    throw refusal(malformed("{}: {}", key, e.what()).of(key));
  }
}

}  // namespace plumb
