#pragma once
// "*" in front of a filter: what it stands for has values that `only` and `without` can name.

#include <functional>
#include <string_view>
#include <vector>

#include "harness/sets/draft.hpp"

namespace plumb {

/// Replaces the "*" of a key by all that fits each draft (all_that_fit.hpp), a draft each. Drafts without what the "*"
/// depends on, such as those of `each`, stay as they are. `require_few` is told how many there are, time and again, and
/// may refuse them. Throws UsageError at the place of a mistake.
void spell_out(std::string_view key, std::vector<Draft>& drafts, Completion& completion,
               const std::function<void(std::size_t)>& require_few);

}  // namespace plumb
