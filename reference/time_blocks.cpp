#include "reference/time_blocks.hpp"

#include <algorithm>

namespace plumb {

quad TimeBlocks::end_after(const quad& t) const {
  constexpr double rounding = 1e-9;
  const quad unit = horizon / count, end = unit * (floor(t / unit + rounding) + 1);
  const auto next = std::ranges::upper_bound(breaks, t);
  return next != breaks.end() && *next < end * (1 + rounding) ? *next : end;
}

std::vector<quad> TimeBlocks::ends(const quad& until) const {
  std::vector<quad> out = {0};
  while (out.back() < until) out.push_back(end_after(out.back()));
  if (out.back() > until) out.back() = until;
  return out;
}

bool TimeBlocks::is_break(const quad& t) const { return std::ranges::binary_search(breaks, t); }

}  // namespace plumb
