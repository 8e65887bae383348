#pragma once
// Creates mistakes with a code and a message in the syntax of `fmt::format`:
// throw node.refusal(wrong_kind("{}: a text", key)).

#include <fmt/format.h>

#include <utility>

#include "text/exit_codes.hpp"

namespace plumb {

struct MistakeOf {
  Mistake code;

  template <class... Arguments>
  UsageError operator()(fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    return {fmt::format(text, std::forward<Arguments>(arguments)...), code};
  }
};

inline constexpr MistakeOf no_such{Mistake::unknown_name}, missing_part{Mistake::missing},
    wrong_kind{Mistake::wrong_kind}, malformed{Mistake::malformed}, out_of_range{Mistake::out_of_range},
    contradiction{Mistake::contradiction}, unreadable{Mistake::unreadable};

}  // namespace plumb
