#pragma once
// The codes and places that a refusal gives to a program. Tests check these; one test for each verb checks the words
// (cli/mistakes_test.cpp).

#include <filesystem>
#include <string>
#include <utility>

#include "text/exit_codes.hpp"

namespace plumb {

/// "unknown-name x.toml:2:1 metrik", "malformed step": the code, the location and the key of the refusal of an action,
/// as far as they exist; or "accepted".
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
  if (const auto at = out.find(beginning); at != std::string::npos) out.erase(at, beginning.size());
  return out;
}

}  // namespace plumb
