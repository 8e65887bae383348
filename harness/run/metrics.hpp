#pragma once
// Error metrics on sampled quantities are pure functions. They compute in quad, and return null if the number would be
// meaningless.
//
// x is the computed value, r the reference, at the same times. Both are quad, so that the difference to a 30-digit
// reference is not affected by rounding.

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

/// The value of a metric; nullopt if there are no samples, a sample is not finite, the divisor is zero, or the value is
/// out of the range of double.
using Metric = std::optional<double>;

/// Accumulates errors over many times, without storing samples.
class ErrorSums {
 public:
  /// Adds x and r at the next time. The number of components must be the same at all times (asserted).
  void add(std::span<const quad> x, std::span<const quad> r);

  /// Returns `re.NAME`, see relative_error().
  Metric relative() const;
  /// Returns `rms.NAME`, fang2023: sqrt(Σ|x_j − r_j|² / n), n the number of times [unit of x].
  Metric rms() const;
  /// Returns `end.NAME`, see end_error().
  Metric end() const;
  /// Returns Σ|r|².
  const quad& reference_squares() const { return sizes; }

 private:
  quad errors = 0, sizes = 0, last_errors = 0;  // Σ|x − r|² and Σ|r|² over all times; |x − r|² at the last time
  std::size_t times = 0, components = 0;
};

// All of these functions require x and r of the same shape (asserted).

/// Returns `re.NAME`, eq. (26) of zhang2022: sqrt(Σ|r_j − x_j|² / Σ|r_j|²), |.| the 2-norm over the components. None if
/// r is zero.
Metric relative_error(Series x, Series r);

/// Returns `end.NAME`: |x − r| at the last time, the 2-norm over the components [unit of x].
Metric end_error(Series x, Series r);

/// Returns `scd`: −log10 max |y_i − r_i|/|r_i| over all values. Values with error 0 are ignored. None if a reference is
/// 0 where the value is not, or if all errors are 0 (the number of correct digits would be infinite).
Metric significant_correct_digits(Series y, Series r);

/// Returns `mescd`: −log10 max |y_i − r_i|/(scale + |r_i|). `scale` > 0 is the ratio of absolute to relative tolerance
/// [unit of y].
Metric mixed_error_correct_digits(Series y, Series r, quad scale = 1);

}  // namespace plumb
