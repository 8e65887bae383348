#pragma once
// Error metrics on sampled quantities: pure functions, computed in quad, null where no honest number exists.
//
// x is what was computed, r the reference, on the same times. Both are quad, so that the difference to a 30-digit
// reference is not rounded before it is formed.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

/// Samples of one output or class of components: all components at t_1, then at t_2, ...
struct Series {
  std::span<const quad> values;
  std::size_t components = 1;

  std::size_t times() const { return components == 0 ? 0 : values.size() / components; }
};

/// A value, or none: nothing sampled, a non-finite sample, a zero to divide by, or out of the range of double.
using Metric = std::optional<double>;

/// What errors over many times are made of, added to time by time, so that no sample has to be kept.
class ErrorSums {
 public:
  /// x and r at the next time: as many components as at the times before (asserted).
  void add(std::span<const quad> x, std::span<const quad> r);

  /// `re.NAME`, see relative_error().
  Metric relative() const;
  /// `rms.NAME`, fang2023: sqrt(Σ|x_j − r_j|² / n), n the number of times [unit of x].
  Metric rms() const;
  /// `end.NAME`, see end_error().
  Metric end() const;
  /// Σ|r|²
  const quad& reference_squares() const { return sizes; }

 private:
  quad errors = 0, sizes = 0, last_errors = 0;  // Σ|x − r|², Σ|r|² over all times, |x − r|² at the last
  std::size_t times = 0, components = 0;
};

// All of these require x and r of the same shape (asserted).

/// `re.NAME`, eq. (26) of zhang2022: sqrt(Σ|r_j − x_j|² / Σ|r_j|²), |.| the 2-norm over the components. None if r is
/// zero.
Metric relative_error(Series x, Series r);

/// `end.NAME`: |x − r| at the last time, 2-norm over the components [unit of x].
Metric end_error(Series x, Series r);

/// `scd`: −log10 max |y_i − r_i|/|r_i| over all values; a zero reference that is met exactly does not count.
/// None if a zero reference is missed, or if no error is left (the digits would be infinite).
Metric significant_correct_digits(Series y, Series r);

/// `mescd`: −log10 max |y_i − r_i|/(scale + |r_i|), scale > 0: the ratio of absolute to relative tolerance [unit of y].
Metric mixed_error_correct_digits(Series y, Series r, quad scale = 1);

}  // namespace plumb
