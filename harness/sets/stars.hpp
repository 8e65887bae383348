#pragma once
// "*" in front of a filter: what it stands for has values that `only` and `without` can name.

#include <string_view>
#include <vector>

#include "harness/sets/draft.hpp"

namespace plumb {

/// Replaces the "*" of a key by all that fits each draft (all_that_fit.hpp), a draft each. Drafts without what the "*"
/// depends on, such as those of `each`, stay as they are. Throws UsageError at the place of a mistake.
void spell_out(std::string_view key, std::vector<Draft>& drafts, Completion& completion);

}  // namespace plumb
