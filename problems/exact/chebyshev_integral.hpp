#pragma once
// The integral of a smooth vector function from 0 to t, for many t, in quad: Chebyshev expansions on intervals that are
// halved until the last coefficients vanish, integrated term by term.

#include <array>
#include <functional>
#include <vector>

#include "numerics/scalar.hpp"

namespace plumb {

class ChebyshevIntegral {
 public:
  static constexpr int degree = 32;
  using Pair = std::array<quad, 2>;
  using Integrand = std::function<Pair(const quad& t)>;

  /// Throws std::invalid_argument if 4096 intervals do not resolve the integrand on [0, length].
  ChebyshevIntegral(const Integrand& integrand, const quad& length);

  /// Returns both components of the integral over [0, t]. Precondition: 0 <= t <= length.
  Pair at(const quad& t) const;
  const Pair& total() const { return total_; }

 private:
  struct Piece {
    quad begin, half_width;
    Pair before;                                         // integral over all previous intervals
    std::array<std::array<quad, degree + 1>, 2> series;  // Chebyshev coefficients of the integral from `begin`
  };
  std::vector<Piece> pieces_;
  Pair total_{};
};

}  // namespace plumb
