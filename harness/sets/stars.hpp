#pragma once
// If a filter names values of a key with "*", the "*" is expanded, so that `only` and `without` can compare the values.

#include <functional>
#include <string_view>
#include <vector>

#include "harness/sets/draft.hpp"

namespace plumb {

/// Replaces the "*" of a key by all compatible values (all_that_fit.hpp), with one draft for each value. Drafts without
/// the keys on which the "*" depends, such as drafts of `each`, are unchanged. `require_few` is called repeatedly with
/// the number of drafts, and may throw. Throws UsageError with the location of a mistake.
void spell_out(std::string_view key, std::vector<Draft>& drafts, Completion& completion,
               const std::function<void(std::size_t)>& require_few);

}  // namespace plumb
