#include "reference/chebyshev_integral.hpp"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <stdexcept>

namespace plumb {
namespace {

constexpr int n = ChebyshevIntegral::degree;  // also the number of nodes
using Pair = ChebyshevIntegral::Pair;
using Coefficients = std::array<std::array<quad, n>, 2>;

// cos(j pi/(2n)), one turn
const std::array<quad, 4 * n>& cosines() {
  static const auto table = [] {
    std::array<quad, 4 * n> c;
    for (int j = 0; j < 4 * n; ++j) c[j] = cos(j * boost::math::constants::pi<quad>() / (2 * n));
    return c;
  }();
  return table;
}

// Coefficients of the interpolant at the zeros of T_n
Coefficients expand(const ChebyshevIntegral::Integrand& integrand, const quad& middle, const quad& half_width) {
  const auto& cosine = cosines();
  std::array<Pair, n> value;
  for (int j = 0; j < n; ++j) value[j] = integrand(middle + half_width * cosine[2 * j + 1]);
  Coefficients c{};
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) c[i][k] += value[j][i] * cosine[k * (2 * j + 1) % (4 * n)];
      c[i][k] *= quad(k == 0 ? 1 : 2) / n;
    }
  return c;
}

quad largest(const std::array<quad, n>& c) {
  quad size = 0;
  for (const auto& x : c) size = std::max(size, quad(abs(x)));
  return size;
}

// Whether the last coefficients are below the rounding of the integrand: its own and, where it is steep, that of t.
bool resolved(const std::array<quad, n>& c, const quad& scale, const quad& t_over_half_width) {
  quad slope = 0;
  for (int k = 1; k < n; ++k) slope += k * abs(c[k]);
  const quad negligible = 16 * std::numeric_limits<quad>::epsilon() * (scale + slope * t_over_half_width);
  return std::all_of(c.end() - 4, c.end(), [&](const quad& x) { return abs(x) <= negligible; });
}

// The series of the integral that vanishes at the left end, where T_k = (-1)^k
std::array<quad, n + 1> integrated(const std::array<quad, n>& c, const quad& half_width) {
  std::array<quad, n + 1> s{};
  for (int k = n; k > 0; --k) {
    const quad below = k == 1 ? quad(2 * c[0]) : c[k - 1], above = k + 1 < n ? c[k + 1] : quad(0);
    s[k] = half_width * (below - above) / (2 * k);
    s[0] += k % 2 ? s[k] : quad(-s[k]);
  }
  return s;
}

quad clenshaw(const std::array<quad, n + 1>& s, const quad& x) {
  const quad twice = 2 * x;
  quad b1 = 0, b2 = 0;
  for (int k = n; k > 0; --k) {
    quad b0 = s[k] + twice * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return s[0] + x * b1 - b2;
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
