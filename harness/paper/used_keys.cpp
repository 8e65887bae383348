#include "harness/paper/used_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace plumb {

void UsedKeys::add(const Keys& keys, const std::vector<std::string>& used, std::string_view user) {
  for (const auto& [key, texts] : keys.values) {
    const auto found = keys.places.find(key);
    if (found == keys.places.end() || !found->second.file || keys.from_sets.contains(key)) continue;
    const auto& place = found->second;
    const bool is_used = std::find(used.begin(), used.end(), key) != used.end();
    const auto [seen, is_new] = messages_.try_emplace(place);
    if (is_used)
      seen->second.clear();
    else if (is_new)
      seen->second = fmt::format("{}: {} does not use this key; allowed: {}", key, user, fmt::join(used, ", "));
  }
}

void UsedKeys::refuse_others() const {
  for (const auto& [place, message] : messages_)
    if (!message.empty()) throw place.refusal(message);
}

}  // namespace plumb
