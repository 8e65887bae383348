// Detects variation of the forces between the nodes of an interval.

#include <algorithm>
#include <cmath>
#include <random>

#include "reference/chebyshev_track.hpp"

namespace plumb {
namespace {

// The number of equal parts of an interval that are checked for hidden variation: two between neighbouring nodes.
constexpr int interval_parts = 2 * ChebyshevTrack::n;
constexpr double interval_part = 2. / interval_parts;  // length of a part in the interval -1 .. 1

using Index = Eigen::Index;

double coefficient_sum(const auto& series) {
  double out = 0;
  for (const quad& c : series) out += std::abs(static_cast<double>(c));
  return out;
}

template <std::size_t terms>
double value_in_double(const std::array<quad, terms>& series, double x) {
  std::array<double, terms> rounded;
  std::ranges::transform(series, rounded.begin(), [](const quad& c) { return static_cast<double>(c); });
  return clenshaw(rounded, x);
}

Range range_around(double middle, double radius, double size) {
  const double widest = radius + 16 * std::numeric_limits<double>::epsilon() * size;
  return {middle - widest, middle + widest};
}

}  // namespace

// Shortens the next interval and returns true if variation may be hidden between the nodes of this one. Throws
// MotionUnknown if no interval is short enough.
bool ChebyshevTrack::narrows(const Piece& piece, const Vec<quad>& sensitivity) {
  const auto requested = width_of_feature(piece, sensitivity);
  if (!requested) return false;
  if (*requested <= std::numeric_limits<double>::epsilon() * std::max(time, longest))
    throw MotionUnknown("the motion cannot be resolved beyond t = " + quad(time * options.second).str(6, {}) +
                        " s: the forces may change there within less than " +
                        quad(*requested * options.second).str(2, {}) + " s");
  width = *requested;
  imposed = std::min(imposed, width);
  too_long.reset();
  return true;
}

// Returns the width that an interval from the same time needs; none if this interval is short enough.
std::optional<quad> ChebyshevTrack::width_of_feature(const Piece& piece, const Vec<quad>& sensitivity) const {
  constexpr double short_beginning = 1. / 16, longest_retry = 0.75, shortest_retry = 1. / 64;
  const quad all = 2 * piece.half_width;
  if (!options.hidden) {
    const auto x = misfit(piece, sensitivity);
    if (!x) return {};
    return all * std::clamp((*x + 1) / 2, shortest_retry, longest_retry);
  }
  const auto x = first_hidden(piece, -1, 1);
  if (!x) return {};
  if (*x + 1 > 2 * short_beginning) return all * (*x + 1) / 2;
  double seen = interval_part / 2;
  while (seen > std::numeric_limits<double>::epsilon() && may_hide(piece, -1, -1 + seen)) seen /= 2;
  return all * seen / interval_part;
}

bool ChebyshevTrack::may_hide(const Piece& piece, double from, double to) const {
  const double middle = (from + to) / 2, half = static_cast<double>(piece.half_width), reach = half * (to - from) / 2;
  const double begin = static_cast<double>(piece.begin) + half * (1 + middle);
  StateRanges out{.t = range_around(begin, reach, std::abs(begin)), .q = {}, .v = {}, .duration = 2 * half};
  for (std::size_t i = 0; i < piece.a.size(); ++i) {
    const double speed = value_in_double(piece.v[i], middle), change = reach * coefficient_sum(piece.a[i]),
                 sizes = coefficient_sum(piece.v[i]);
    out.v.push_back(range_around(speed, std::min(change, 2 * sizes), sizes));
    out.q.push_back(range_around(value_in_double(piece.q[i], middle), reach * std::min(std::abs(speed) + change, sizes),
                                 coefficient_sum(piece.q[i])));
  }
  return options.hidden(out);
}

// Returns the beginning of the first part in which variation may be hidden. Parts without hidden variation are not
// divided.
std::optional<double> ChebyshevTrack::first_hidden(const Piece& piece, double from, double to) const {
  if (!may_hide(piece, from, to)) return {};
  if (to - from <= interval_part) return from;
  const double middle = (from + to) / 2;
  const auto before = first_hidden(piece, from, middle);
  return before ? before : first_hidden(piece, middle, to);
}

// Compares the accelerations with the series at pseudorandom times: at one time in quad, and at many times in double. A
// difference in double must be confirmed in quad. Returns the position of a difference in −1 .. 1, or none.
std::optional<double> ChebyshevTrack::misfit(const Piece& piece, const Vec<quad>& sensitivity) const {
  constexpr int samples = 24, most_doubted = 3;
  constexpr double much = 1e-7;
  const auto size = static_cast<Index>(piece.a.size());
  const double half = static_cast<double>(piece.half_width), begin = static_cast<double>(piece.begin);
  std::minstd_rand random(static_cast<unsigned>(1 + std::fmod(std::abs(begin + half) * 1e6, 2e9)));
  const auto anywhere = [&] { return 2 * (static_cast<double>(random()) / static_cast<double>(random.max())) - 1; };
  if (const double x = anywhere(); !fits(piece, x, sensitivity)) return x;
  if (!options.rough) return {};
  const auto of_all = static_cast<double>(largest_acceleration(piece));
  Vec<double> q(size), v(size), a(size);
  for (int k = 0, doubted = 0; k < samples && doubted < most_doubted; ++k) {
    const double x = anywhere();
    for (Index i = 0; i < size; ++i) {
      q[i] = value_in_double(piece.q[static_cast<std::size_t>(i)], x);
      v[i] = value_in_double(piece.v[static_cast<std::size_t>(i)], x);
    }
    options.rough(begin + half * (1 + x), q, v, a);
    bool differs = false;
    for (Index i = 0; i < size; ++i) {
      const double apart = std::abs(a[i] - value_in_double(piece.a[static_cast<std::size_t>(i)], x));
      differs = differs || !(apart <= much * (of_all + static_cast<double>(sensitivity[i])));
    }
    if (!differs) continue;
    if (!fits(piece, x, sensitivity)) return x;
    ++doubted;
  }
  return {};
}

// Returns whether the series equal the accelerations at x (in −1 .. 1), except for roundings.
bool ChebyshevTrack::fits(const Piece& piece, const quad& x, const Vec<quad>& sensitivity) const {
  const quad small("1e-22"), many = 10'000;
  const quad t = piece.begin + piece.half_width * (1 + x);
  const auto state = piece.at(t);
  Vec<quad> a(state.v.size());
  acceleration(t, state.q, state.v, a);
  const quad of_all = largest_acceleration(piece);
  for (Index i = 0; i < a.size(); ++i) {
    const quad apart = abs(a[i] - clenshaw(piece.a[static_cast<std::size_t>(i)], x));
    if (!(apart <= small * (of_all + sensitivity[i]) + many * noise[i])) return false;
  }
  return true;
}

}  // namespace plumb
