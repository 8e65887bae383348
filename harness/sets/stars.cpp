#include "harness/sets/stars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "contract/stop.hpp"
#include "harness/sets/all_that_fit.hpp"

namespace plumb {
namespace {

/// Returns the name that a draft has for a key, or none.
std::optional<Spec> spec_of(std::string_view key, const Draft& draft, Completion& completion) {
  const auto found = draft.choices.find(key);
  if (found == draft.choices.end()) return {};
  const Draft* scope[] = {&draft};
  const auto specs = expand(completion.text(key, scope));
  if (specs.size() != 1)
    throw found->second.place.refusal(fmt::format(
        "{}: a filter needs the values of \"*\", so one name is allowed here; give several as a list", key));
  return specs.front();
}

/// Returns the request with the draft's keys before `last`. None if one of them is missing.
std::optional<CellRequest> request_up_to(std::string_view last, const Draft& draft, Completion& completion) {
  CellRequest out;
  for (const auto key : keys_with_stars) {
    if (key == last) return out;
    const auto spec = spec_of(key, draft, completion);
    if (!spec) return {};
    if (key == "problem") out.problem = *spec;
    if (key == "formulation") out.formulation = *spec;
    if (key == "method") out.method = *spec;
  }
  return out;
}

std::vector<std::string> all_of(std::string_view key, const Draft& draft, Completion& completion) {
  const auto& choice = draft.choices.find(key)->second;
  try {
    const auto request = request_up_to(key, draft, completion);
    return request ? matching_values(key, choice.texts.front(), *request) : choice.texts;
  } catch (const UsageError& e) {
    throw e.place.is_in_file_of(choice.place) ? e : choice.place.refusal(e.after(key));
  }
}

}  // namespace

void spell_out(std::string_view key, std::vector<Draft>& drafts, Completion& completion,
               const std::function<void(std::size_t)>& require_few) {
  std::vector<Draft> out;
  for (auto& draft : drafts) {
    stopping_point();
    require_few(out.size());
    const auto found = draft.choices.find(key);
    if (found == draft.choices.end() || !is_star(key, found->second.texts.front())) {
      out.push_back(std::move(draft));
      continue;
    }
    for (auto& text : all_of(key, draft, completion)) {
      out.push_back(draft);
      out.back().choices.find(key)->second.texts = {std::move(text)};
    }
  }
  require_few(out.size());
  drafts = std::move(out);
}

}  // namespace plumb
