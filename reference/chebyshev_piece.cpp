#include "reference/chebyshev_piece.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace plumb {
namespace {

constexpr auto pi = std::numbers::pi_v<long double>;

/// Returns the angles θ of the sample points cos θ, in ascending order of the points. Zeros of T_32 are at odd
/// multiples of π/64. Each check is midway between two zeros.
std::array<long double, piece_nodes + piece_checks> angles_of_places() {
  std::array<long double, piece_nodes + piece_checks> out{};
  for (int j = 0; j < piece_nodes; ++j) out[j] = pi * (j + 0.5L) / piece_nodes;
  out[piece_nodes] = pi / piece_nodes;
  out[piece_nodes + 1] = pi / 2;
  out[piece_nodes + 2] = pi * (piece_nodes - 1) / piece_nodes;
  std::ranges::sort(out, std::greater());
  return out;
}

bool is_node(long double angle) {
  const long double in_units = angle * piece_nodes / pi;
  return std::abs(in_units - std::floor(in_units) - 0.5L) < 0.25L;
}

std::array<long double, piece_nodes> coefficients_of(const PieceSamples& samples) {
  static const auto angles = angles_of_places();
  std::array<long double, piece_nodes> out{};
  for (std::size_t place = 0; place < angles.size(); ++place) {
    if (!is_node(angles[place])) continue;
    for (int k = 0; k < piece_nodes; ++k)
      out[k] += (k == 0 ? 1.L : 2.L) / piece_nodes * samples[place] * std::cos(k * angles[place]);
  }
  return out;
}

}  // namespace

const PieceSamples& piece_places() {
  static const auto places = [] {
    auto out = angles_of_places();
    for (auto& x : out) x = std::cos(x);
    return out;
  }();
  return places;
}

FittedPiece fitted_piece(const PieceSamples& samples, long double tolerance) {
  constexpr long double dropped = 0.25L, of_rounding = 0.125L;  // parts of the tolerance
  FittedPiece out;
  const auto exact = coefficients_of(samples);
  if (!std::ranges::all_of(exact, [](long double c) { return std::isfinite(c); })) {
    out.error = std::numeric_limits<long double>::infinity();
    return out;
  }
  if (tolerance > 0) {
    std::size_t count = exact.size();
    for (long double sum = 0; count > 0 && (sum += std::abs(exact[count - 1])) <= dropped * tolerance;) --count;
    out.series.unit = static_cast<int>(std::floor(std::log2(of_rounding * tolerance)));
    for (std::size_t k = 0; k < count; ++k)
      out.series.coefficients.push_back(std::llround(std::ldexp(exact[k], -out.series.unit)));
  }
  for (std::size_t place = 0; place < samples.size(); ++place)
    out.error = std::max(out.error, std::abs(out.series.at(piece_places()[place]) - samples[place]));
  return out;
}

}  // namespace plumb
