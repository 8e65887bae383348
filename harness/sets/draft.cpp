#include "harness/sets/draft.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/excerpt.hpp"
#include "text/mistakes.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr int deepest_braces = 5;             // limit of nested braces
constexpr int most_braces = 10'000;           // limit of braces in a result, including its values
constexpr std::size_t longest_text = 10'000;  // limit of a value [characters]

}  // namespace

void Draft::lay(const Draft& other) {
  for (const auto& [key, choice] : other.choices) {
    const auto [entry, is_new] = choices.emplace(key, choice);
    if (!is_new && choice.layer >= entry->second.layer) entry->second = choice;
  }
  for (const auto& [key, table] : other.tables) {
    const auto [entry, is_new] = tables.emplace(key, table);
    if (!is_new && table.first >= entry->second.first) entry->second = table;
  }
}

Keys Completion::keys(const Draft& draft) {
  filled_ = 0;
  return keys(draft, {});
}

std::string Completion::text(std::string_view key, Scope scope) {
  filled_ = 0;
  for (auto level = scope.rbegin(); level != scope.rend(); ++level)
    if (const auto found = (*level)->choices.find(key); found != (*level)->choices.end())
      return filled(found->second.texts.front(), scope, found->second.place, 0);
  return {};
}

Keys Completion::keys(const Draft& draft, Scope outside) {
  std::vector<const Draft*> scope(outside.begin(), outside.end());
  scope.push_back(&draft);
  Keys out;
  out.where = draft.where;
  for (const auto& [key, choice] : draft.choices) {
    if (!is_known(key)) continue;
    auto& texts = out.values[key];
    for (const auto& text : choice.texts) texts.push_back(filled(text, scope, choice.place, 0));
    out.places[key] = choice.place;
    if (choice.shared) out.shared.insert(key);
    if (choice.from_set) out.from_sets.insert(key);
  }
  for (const auto& [key, table] : draft.tables)
    if (is_known(key)) out.blocks[key].push_back(keys(table.second.front(), scope));
  return out;
}

/// Returns the text, with each name in braces replaced by its value.
std::string Completion::filled(const std::string& text, Scope scope, const FilePlace& place, int depth) {
  std::string out;
  std::size_t position = 0;
  for (auto open = text.find('{'); open != std::string::npos; open = text.find('{', position)) {
    if (++filled_ > most_braces) throw place.refusal(out_of_range("more than {} names in braces", most_braces));
    const auto close = text.find('}', open);
    if (close == std::string::npos) throw place.refusal(malformed("'{}': '}}' is missing", excerpt(text, open)));
    const auto name = text.substr(open + 1, close - open - 1);
    if (depth > deepest_braces) throw place.refusal(contradiction("'{{{}}}' refers to itself", excerpt(name)));
    out += text.substr(position, open - position) + filled(value_of(name, scope, place), scope, place, depth + 1);
    position = close + 1;
    if (out.size() > longest_text) throw place.refusal(out_of_range("more than {} characters", longest_text));
  }
  return out + text.substr(position);
}

std::string Completion::value_of(const std::string& name, Scope scope, const FilePlace& place) {
  used_.insert(name);
  for (auto level = scope.rbegin(); level != scope.rend(); ++level)
    if (const auto found = (*level)->choices.find(name);
        found != (*level)->choices.end() && found->second.texts.size() == 1)
      return found->second.texts.front();
  std::vector<std::string> known;
  for (const auto* level : scope)
    for (const auto& [key, choice] : level->choices) known.push_back(key);
  throw place.refusal(unknown_name("name in braces", name, known));
}

bool Completion::is_known(std::string_view key) const {
  return std::find(known_.begin(), known_.end(), key) != known_.end();
}

std::string written(const Keys& keys) {
  std::string out;
  for (const auto& [key, texts] : keys.values) {
    out += key;
    for (const auto& text : texts) out.append("\1").append(text);
    out += '\2';
  }
  for (const auto& [key, tables] : keys.blocks)
    for (const auto& table : tables) out.append(key).append("\3").append(written(table)).append("\4");
  return out;
}

}  // namespace plumb
