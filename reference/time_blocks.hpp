#pragma once
// Blocks of time, in which refined references (refined_motion.hpp) are integrated, compared and stored.

#include <vector>

#include "numerics/quad.hpp"

namespace plumb {

/// Times are since the beginning of the problem [s]. A block ends at a multiple of a part of the horizon, or at a
/// break.
struct TimeBlocks {
  static constexpr int parts = 256;  // default number of parts of the horizon

  quad horizon;
  std::vector<quad> breaks;  // discontinuities, ascending
  int count = parts;

  quad end_after(const quad& t) const;
  /// Returns the ends in ascending order from 0 on; `until` is the last.
  std::vector<quad> ends(const quad& until) const;
  bool is_break(const quad& t) const;
};

}  // namespace plumb
