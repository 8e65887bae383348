#pragma once
// The code, location and key of a refusal (UsageError), for tests. Messages are checked by only one test for each verb
// (cli/mistakes_test.cpp).

#include <filesystem>
#include <string>
#include <utility>

#include "text/exit_codes.hpp"

namespace plumb {

/// Performs the action. Returns the code, the location and the key of its UsageError, as far as they exist, such as
/// "unknown-name x.toml:2:1 metrik" or "malformed step". Returns "accepted" if there is no UsageError.
template <class Action>
std::string refusal_of(Action&& action) {
  try {
    std::forward<Action>(action)();
  } catch (const UsageError& e) {
    std::string out(name(e.mistake));
    if (const auto place = e.place.text(); !place.empty()) out += " " + place;
    if (!e.place.key.empty()) out += " " + e.place.key;
    return out;
  }
  return "accepted";
}

/// Returns the same, with the names of files relative to a folder.
template <class Action>
std::string refusal_of(Action&& action, const std::filesystem::path& folder) {
  auto out = refusal_of(std::forward<Action>(action));
  const auto beginning = folder.string() + "/";
  if (const auto found = out.find(beginning); found != std::string::npos) out.erase(found, beginning.size());
  return out;
}

}  // namespace plumb
