#include "harness/sets/filters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "contract/excerpt.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "harness/sets/values.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t most_shown = 10;

UsageError absent(std::string_view filter, std::string_view key, std::string_view value,
                  const std::set<std::string>& known) {
  Texts shown;
  for (const auto& one : known)
    if (shown.size() < most_shown) shown.push_back(excerpt(one));
  return no_such("{}: {} never has the value {}; known: {}{}", filter, excerpt(key), excerpt(value),
                 fmt::join(shown, ", "), known.size() > most_shown ? ", ..." : "");
}

}  // namespace

bool is_filter(std::string_view key) { return key == "only" || key == "without"; }

std::vector<Filters::Pattern> Filters::patterns(const TomlEntry& filter) {
  std::vector<Pattern> out;
  for (const auto* table : filter.value.as_tables(filter.key)) {
    out.emplace_back();
    for (const auto& entry : table->entries) {
      Condition condition{entry.key, entry.place, entry.value.place, {}};
      const auto meaning = view_.is_known(entry.key) ? Meaning::of_its_key : Meaning::of_a_variable;
      for (const auto& text : values_of(entry, meaning)) condition.forms.push_back(form(entry.key, text));
      out.back().push_back(std::move(condition));
    }
  }
  return out;
}

// Throws if a filter names a key whose value is still "*". This happens in a table of `each` without a problem, where
// the entries that "*" selects are not determined.
void Filters::refuse_stars(const TomlEntry& filter, const Pattern& pattern, const std::vector<Draft>& drafts) const {
  if (!view_.multiplies) return;
  for (const auto& condition : pattern)
    for (const auto& draft : drafts)
      if (const auto found = draft.choices.find(condition.key);
          found != draft.choices.end() && is_star(condition.key, found->second.texts.front()))
        throw condition.place.refusal(
            fmt::format("{}: the values of \"*\" for {} depend on problem, formulation and method; write the filter in "
                        "the table that contains these keys",
                        filter.key, condition.key));
}

void Filters::refuse_absent(const TomlEntry& filter, const std::vector<Draft>& drafts) {
  if (drafts.empty()) return;
  for (const auto& pattern : patterns(filter)) {
    refuse_stars(filter, pattern, drafts);
    for (const auto& condition : pattern) {
      std::set<std::string> known;
      for (const auto& draft : drafts)
        for (const auto& text : choice_of(draft, condition).texts) known.insert(form(condition.key, text));
      for (const auto& value : condition.forms)
        if (!known.contains(value))
          throw condition.place_of_values.refusal(absent(filter.key, condition.key, value, known));
    }
  }
}

void Filters::apply(const TomlEntry& filter, std::vector<Draft>& drafts) {
  const auto all = patterns(filter);
  for (const auto& pattern : all) refuse_stars(filter, pattern, drafts);
  const bool keeps = filter.key == "only";
  std::vector<Draft> out;
  for (auto& draft : drafts) {
    bool stays = false;
    if (auto* list = list_of(draft, all, filter)) {
      Texts kept;
      for (const auto& text : Texts(list->texts)) {
        list->texts = {text};
        if (fits_one(draft, all) == keeps) kept.push_back(text);
      }
      list->texts = kept;
      stays = !kept.empty();
    } else {
      stays = fits_one(draft, all) == keeps;
    }
    if (stays) out.push_back(std::move(draft));
  }
  drafts = std::move(out);
}

// Returns the choice that the filter names and that is a list used as one value, or null. There may be only one: if
// pairs are removed from the product of two lists, the rest is no product of lists.
ChosenValue* Filters::list_of(Draft& draft, const std::vector<Pattern>& all, const TomlEntry& filter) {
  ChosenValue* out = nullptr;
  for (const auto& pattern : all)
    for (const auto& condition : pattern) {
      const auto found = draft.choices.find(condition.key);
      if (found == draft.choices.end() || found->second.texts.size() == 1 || &found->second == out) continue;
      if (out) throw condition.place.refusal(fmt::format("{}: at most one key may be a list here", filter.key));
      out = &found->second;
    }
  return out;
}

bool Filters::fits_one(const Draft& draft, const std::vector<Pattern>& all) {
  return std::any_of(all.begin(), all.end(), [&](const Pattern& pattern) {
    return std::all_of(pattern.begin(), pattern.end(),
                       [&](const Condition& condition) { return fits(draft, condition); });
  });
}

bool Filters::fits(const Draft& draft, const Condition& condition) {
  const auto& texts = choice_of(draft, condition).texts;
  return texts.size() == 1 && std::find(condition.forms.begin(), condition.forms.end(),
                                        form(condition.key, texts.front())) != condition.forms.end();
}

const ChosenValue& Filters::choice_of(const Draft& draft, const Condition& condition) {
  const auto found = draft.choices.find(condition.key);
  if (found == draft.choices.end())
    throw condition.place.refusal(no_such("the key '{}' is not defined here", excerpt(condition.key)));
  return found->second;
}

// Returns the normal form of a text. Normal forms are cached, because thousands of drafts have the same few texts.
const std::string& Filters::form(const std::string& key, const std::string& text) {
  const auto [at, is_new] = forms_.try_emplace({key, text});
  if (is_new) at->second = in_one_form(key, text);
  return at->second;
}

}  // namespace plumb
