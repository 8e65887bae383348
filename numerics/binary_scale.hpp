#pragma once
// Scale factors that are powers of 1024: a division by them is exact, and values between 1/32 and 32 have the factor 1.

#include <cmath>

namespace plumb {

/// Returns the power of 1024 within a factor 32 of x; 1 if x is not positive and finite.
inline double binary_scale(double x) {
  if (!(x > 0) || !std::isfinite(x)) return 1;
  int exponent = 0;
  std::frexp(x, &exponent);  // 2^(exponent − 1) <= x < 2^exponent
  constexpr int step = 10;
  return std::ldexp(1., step * static_cast<int>(std::floor((exponent + 4) / static_cast<double>(step))));
}

}  // namespace plumb
