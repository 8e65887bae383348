#include "numerics/quad_matrix.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>

namespace plumb {
namespace {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 Bits;

constexpr int half = 60;  // bits of the integer for one half of an entry

// The parts of |x| = significand · 2^(exponent − 113) of a binary128, 2^112 <= significand < 2^113. Subnormal numbers
// are treated as 0.
struct Parts {
  static constexpr int exponent_of_zero = -16382, exponent_of_infinity = 16385;
  Bits significand;
  int exponent;
  bool negative;

  explicit Parts(const quad& x) {
    constexpr int fraction = 112, bias = 16382;
    const auto bits = std::bit_cast<Bits>(x.value());
    const int field = static_cast<int>(bits >> fraction) & 0x7fff;
    significand = field == 0 ? Bits(0) : (bits & ((Bits(1) << fraction) - 1)) | Bits(1) << fraction;
    exponent = field - bias;
    negative = bits >> 127 != 0;
  }
};

}  // namespace

// Returns the least exponent for which all |x| < 2^exponent; infinity and NaN have the largest exponent.
int QuadMatrix::exponent_of_largest(std::span<const quad> x) {
  int out = Parts::exponent_of_zero;
  for (const quad& entry : x) out = std::max(out, Parts(entry).exponent);
  return out;
}

// Rounds x to a multiple of 2^(exponent − 120).
QuadMatrix::Entry QuadMatrix::entry(const quad& x, int exponent) {
  const Parts parts(x);
  const int shift = exponent - parts.exponent - (2 * half - 113);
  Bits size = 0;
  if (shift <= 0)
    size = parts.significand << -shift;
  else if (shift <= 113)
    size = (parts.significand + (Bits(1) << (shift - 1))) >> shift;
  const auto high = static_cast<std::int64_t>(size >> half);
  const auto low = static_cast<std::int64_t>(size & ((Bits(1) << half) - 1));
  return parts.negative ? Entry{-high, -low} : Entry{high, low};
}

QuadMatrix::QuadMatrix(const Mat<quad>& m) : columns_(static_cast<std::size_t>(m.cols())) {
  assert(m.cols() <= most_columns);
  std::vector<quad> row(columns_);
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (std::size_t k = 0; k < columns_; ++k) row[k] = m(i, static_cast<Eigen::Index>(k));
    exponents_.push_back(exponent_of_largest(row));
    assert(exponents_.back() < Parts::exponent_of_infinity);
    for (const quad& x : row) entries_.push_back(entry(x, exponents_.back()));
  }
}

void QuadMatrix::multiply(std::span<const quad> in, std::span<quad> out) const {
  assert(in.size() == columns_ && out.size() == exponents_.size());
  const int exponent = exponent_of_largest(in);
  if (exponent == Parts::exponent_of_infinity) {
    std::ranges::fill(out, std::numeric_limits<quad>::quiet_NaN());
    return;
  }
  std::array<Entry, most_columns> x;
  for (std::size_t k = 0; k < columns_; ++k) x[k] = entry(in[k], exponent);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Entry* row = entries_.data() + i * columns_;
    Wide of_high = 0, mixed = 0;
    for (std::size_t k = 0; k < columns_; ++k) {
      of_high += Wide(row[k].high) * x[k].high;
      mixed += Wide(row[k].high) * x[k].low + Wide(row[k].low) * x[k].high;
    }
    const auto sum = static_cast<__float128>(of_high + (mixed >> half));
    out[i] = ldexp(quad(sum), exponents_[i] + exponent - 2 * half);
  }
}

}  // namespace plumb
