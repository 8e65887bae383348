#include "problems/exact/chebyshev_integral.hpp"

#include <algorithm>
#include <stdexcept>

#include "problems/exact/chebyshev_series.hpp"

namespace plumb {
namespace {

constexpr int n = ChebyshevIntegral::degree;  // also the number of nodes
using Pair = ChebyshevIntegral::Pair;
using Nodes = ChebyshevNodes<n>;
using Coefficients = std::array<ChebyshevSeries<n>, 2>;

Coefficients expand(const ChebyshevIntegral::Integrand& integrand, const quad& middle, const quad& half_width) {
  std::array<Nodes::Values, 2> values;
  for (int j = 0; j < n; ++j) {
    const auto at = integrand(middle + half_width * Nodes::node(j));
    values[0][j] = at[0];
    values[1][j] = at[1];
  }
  return {Nodes::expand(values[0]), Nodes::expand(values[1])};
}

// Returns whether the last coefficients are below the rounding error of the integrand, which includes the effect of the
// rounding of t if the integrand is steep.
bool resolved(const ChebyshevSeries<n>& c, const quad& scale, const quad& t_over_half_width) {
  quad slope = 0;
  for (int k = 1; k < n; ++k) slope += k * abs(c[k]);
  const quad negligible = 16 * std::numeric_limits<quad>::epsilon() * (scale + slope * t_over_half_width);
  return std::all_of(c.end() - 4, c.end(), [&](const quad& x) { return abs(x) <= negligible; });
}

}  // namespace

ChebyshevIntegral::ChebyshevIntegral(const Integrand& integrand, const quad& length) {
  constexpr std::size_t most_pieces = 4096;
  Pair scale{};
  quad begin = 0, half_width = length / 2;
  while (begin < length) {
    half_width = std::min(half_width, quad((length - begin) / 2));
    const auto c = expand(integrand, begin + half_width, half_width);
    bool fine = true;
    for (int i = 0; i < 2; ++i) {
      scale[i] = std::max(scale[i], largest(c[i]));
      fine = fine && resolved(c[i], scale[i], begin / half_width + 1);
    }
    if (!fine) {
      if (half_width < length * 1e-12) throw std::invalid_argument("the integrand varies too fast to be resolved");
      half_width /= 2;
      continue;
    }
    if (pieces_.size() == most_pieces) throw std::invalid_argument("the integrand needs too many intervals");
    pieces_.push_back({begin, half_width, total_, {integrated(c[0], half_width), integrated(c[1], half_width)}});
    for (int i = 0; i < 2; ++i) total_[i] += clenshaw(pieces_.back().series[i], 1);
    begin += 2 * half_width;
    half_width *= 2;
  }
}

Pair ChebyshevIntegral::at(const quad& t) const {
  const auto after = std::upper_bound(pieces_.begin() + 1, pieces_.end(), t,
                                      [](const quad& x, const Piece& piece) { return x < piece.begin; });
  const Piece& piece = *(after - 1);
  const quad x = (t - piece.begin) / piece.half_width - 1;
  return {piece.before[0] + clenshaw(piece.series[0], x), piece.before[1] + clenshaw(piece.series[1], x)};
}

}  // namespace plumb
