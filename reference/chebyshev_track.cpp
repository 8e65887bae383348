#include "reference/chebyshev_track.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contract/stop.hpp"
#include "reference/rounding_noise.hpp"

namespace plumb {
namespace {

constexpr int spare = 4;  // number of last coefficients of the acceleration that must vanish
using Index = Eigen::Index;

quad roundings(int count) { return count * std::numeric_limits<quad>::epsilon(); }

}  // namespace

ChebyshevTrack::ChebyshevTrack(const Acceleration<quad>& of, const Motion& start, const TrackOptions& chosen)
    : acceleration(of),
      options(chosen),
      beginning(start),
      end(start),
      scale(start.q.size()),
      noise(Vec<quad>::Zero(start.v.size())) {
  if (options.rough) correction.emplace(options.rough);
}

// Returns whether Picard's iteration limits the length of intervals: it shortens at least one interval in three.
bool ChebyshevTrack::is_hindered() const {
  constexpr int telling = 8;
  return correction && hurried >= telling;
}

bool ChebyshevTrack::is_stiff() const {
  return is_hindered() && end.q.size() <= CollocationCorrection::most_components;
}

bool ChebyshevTrack::vibrates() const { return is_hindered() && end.q.size() > CollocationCorrection::most_components; }

Motion ChebyshevTrack::Piece::at(const quad& t) const {
  const quad x = (t - begin) / half_width - 1;
  const auto size = static_cast<Index>(q.size());
  Motion m{Vec<quad>(size), Vec<quad>(size)};
  for (Index i = 0; i < size; ++i) {
    m.q[i] = clenshaw(q[i], x);
    m.v[i] = clenshaw(v[i], x);
  }
  return m;
}

void ChebyshevTrack::Piece::take(const Mat<quad>& accelerations, const Motion& state) {
  from = state;
  a.resize(static_cast<std::size_t>(accelerations.cols()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    CollocationNodes::Values values;
    std::copy_n(accelerations.col(static_cast<Index>(i)).data(), n, values.begin());
    a[i] = CollocationNodes::expand(values);
  }
  integrate();
}

void ChebyshevTrack::Piece::integrate() {
  v.resize(a.size());
  q.resize(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    v[i] = integrated(a[i], half_width, from.v[static_cast<Index>(i)]);
    q[i] = integrated(v[i], half_width, from.q[static_cast<Index>(i)]);
  }
}

const ChebyshevTrack::Piece& ChebyshevTrack::piece_at(const quad& t) const {
  const auto after = std::upper_bound(pieces.begin() + 1, pieces.end(), t,
                                      [](const quad& x, const Piece& piece) { return x < piece.begin; });
  return *(after - 1);
}

Motion ChebyshevTrack::at(const quad& t) const {
  if (t == 0) return beginning;  // exact, before any interval exists
  const Piece& piece = [&]() -> const Piece& {
    const std::shared_lock reading(guard);
    return piece_at(t);
  }();  // safe, because a growing deque does not move its elements
  return piece.at(t);
}

// Adjusts the width: no break may be inside an interval, and no interval before a break may be very short.
void ChebyshevTrack::end_at_break() {
  const auto next = std::ranges::upper_bound(options.breaks, time);
  if (next == options.breaks.end()) return;
  const quad left = *next - time;
  width = left <= width ? left : std::min(width, quad(left / 2));
}

// Adds an interval. If a stop interrupts it (it may take seconds), the track is restored to its state before the call.
void ChebyshevTrack::extend(const ChebyshevTrack* near) {
  const auto width_before = width;
  const auto noise_before = noise;
  const auto had_noise = has_noise;
  const auto hurried_before = hurried;
  const auto bend_before = bend, imposed_before = imposed;
  const auto vibrations_before = correction ? correction->vibrations() : nullptr;
  try {
    append_next(near);
  } catch (const Stopped&) {
    width = width_before;
    noise = noise_before;
    has_noise = had_noise;
    hurried = hurried_before;
    bend = bend_before;
    imposed = imposed_before;
    if (correction) correction->keep(vibrations_before);
    throw;
  }
}

void ChebyshevTrack::append_next(const ChebyshevTrack* near) {
  end_at_break();
  const auto sensitivity = condition();
  const quad proposed = width, bend_before = bend;
  update_noise();
  if (extended(near, sensitivity)) return;
  // If terms cancel, as in an equilibrium, their rounding errors may exceed the tolerance in any interval, so they are
  // accepted as noise. Otherwise noise is not accepted, because stiff motions would lose digits.
  const auto noise_before = noise;
  noise = noise.cwiseMax(current_noise());
  width = proposed;
  bend = bend_before;
  if (noise != noise_before && extended(near, sensitivity)) {
    has_noise = true;
    return;
  }
  noise = noise_before;
  throw MotionUnknown("the motion cannot be resolved beyond t = " + quad(time * options.second).str(6, {}) + " s: " +
                      (is_a_number ? "the accelerations jump there, or the position is nearly singular"
                                   : "the accelerations are not finite there, for example in a singular position"));
}

Vec<quad> ChebyshevTrack::current_noise() const { return rounding_noise(acceleration, time, end.q, end.v, longest); }

// Updates the noise of the accelerations. Old noise is halved, so noise of a close encounter decays. A component may be
// only noise, as in an equilibrium or out of the plane of a planar motion. Then its noise counts while the component is
// small, since no interval could resolve it. A component that is exactly 0 has no noise.
void ChebyshevTrack::update_noise() {
  constexpr double rounding_level = 1e-8, small = 1e-20;
  if (has_noise) {
    noise = (noise / 2).cwiseMax(current_noise());
    return;
  }
  Vec<quad> size(end.v.size());
  acceleration(time, end.q, end.v, size);
  for (Index i = 0; i < size.size(); ++i) size[i] = std::max<quad>(scale[static_cast<std::size_t>(i)], abs(size[i]));
  const quad visible = small * size.maxCoeff();
  const bool is_suspect = time == 0 || !noise.isZero(0) ||
                          std::any_of(size.begin(), size.end(), [&](const quad& x) { return x > 0 && x < visible; });
  if (!is_suspect) return;
  noise = noise.cwiseMax(current_noise());
  if (time == 0) noise = noise.cwiseMax(rounding_at_start());
  for (Index i = 0; i < size.size(); ++i)
    if (size[i] == 0 || noise[i] < rounding_level * size[i]) noise[i] = 0;
}

// Returns the magnitudes of initial accelerations that are only rounding errors, and 0 for the others. They are far
// larger in double. A rounding error may be equal at all states nearby, so differences do not show it.
Vec<quad> ChebyshevTrack::rounding_at_start() const {
  constexpr double much = 1e10;
  Vec<quad> out = Vec<quad>::Zero(end.v.size());
  if (!options.rough) return out;
  Vec<quad> a(end.v.size());
  Vec<double> rough(end.v.size());
  acceleration(time, end.q, end.v, a);
  options.rough(double(time), end.q.cast<double>(), end.v.cast<double>(), rough);
  for (Index i = 0; i < a.size(); ++i)
    if (std::abs(rough[i]) >= much * abs(a[i])) out[i] = abs(a[i]);
  return out;
}

// Appends the next interval, shortened until the series resolve the accelerations. Returns false if no width suffices.
bool ChebyshevTrack::extended(const ChebyshevTrack* near, const Vec<quad>& sensitivity) {
  too_long.reset();
  bool diverged = false;
  eliminated = false;
  while (!is_narrow(width) || bend > 0) {
    Piece piece{.begin = time, .half_width = width / 2};
    const auto unsettled = iterate(piece, near);
    quad change = unsettled ? fit(piece, *unsettled, sensitivity) : quad("0.5");
    diverged = diverged || eliminated || !unsettled;
    if (change < 1 && is_narrow(width * change)) {
      if (!unsettled || !bends(piece)) return false;
      if (is_negligible(piece)) change = 1;
    }
    if (change < 1) {
      width *= change;
      if (unsettled) too_long = std::move(piece);
      continue;
    }
    if (bend == 0 && narrows(piece, sensitivity)) continue;
    if (!is_hindered()) hurried = diverged ? hurried + 2 : std::max(0, hurried - 1);
    append(std::move(piece), sensitivity);
    width *= change * options.share;
    longest = std::max(longest, width);
    if (isfinite(imposed)) imposed = std::max(imposed, width);
    if (!is_narrow(width)) bend = 0;
    return true;
  }
  return false;
}

// Returns whether only a discontinuity of the accelerations or their derivatives can require so narrow an interval.
bool ChebyshevTrack::is_narrow(const quad& wide) const { return wide <= quad("1e-6") * std::min(longest, imposed); }

// Returns whether the accelerations have a kink (a discontinuous derivative) in a narrow interval. The remainder of the
// series decreases with the width at a kink, stays at a jump, and grows near a singularity. Rounding does not count.
bool ChebyshevTrack::bends(const Piece& piece) {
  constexpr double much = 256;
  const quad truncated = last_coefficients(piece), now = truncated / (2 * piece.half_width);
  if (bend == 0) {
    if (noise.isZero(0) && truncated <= much * current_noise().maxCoeff()) return false;
    bend = now;
  }
  return now <= much * bend;
}

// Returns whether the remainder of the series changes velocities by less than rounding.
bool ChebyshevTrack::is_negligible(const Piece& piece) const {
  const quad impulse = n * last_coefficients(piece) * 2 * piece.half_width;
  return impulse <= roundings(1) * longest * largest_acceleration(piece);
}

quad ChebyshevTrack::last_coefficients(const Piece& piece) {
  quad out = 0;
  for (const auto& a : piece.a)
    for (int k = n - spare; k < n; ++k) out = std::max<quad>(out, abs(a[k]));
  return out;
}

// Returns the largest component of the accelerations so far and of this interval.
quad ChebyshevTrack::largest_acceleration(const Piece& piece) const {
  quad out = 0;
  for (std::size_t i = 0; i < piece.a.size(); ++i) out = std::max({out, scale[i], largest(piece.a[i])});
  return out;
}

Motion ChebyshevTrack::of_terms() const {
  const Vec<quad> measured = is_stiff() ? noise : noise.cwiseMax(current_noise());
  const Vec<quad> terms = measured / std::numeric_limits<quad>::epsilon();
  return {longest * longest * terms, longest * terms};
}

// Returns the largest acceleration so far and in this interval, or the size of its largest term if that is larger.
quad ChebyshevTrack::magnitude(const quad& now, Index i) const {
  return std::max({scale[static_cast<std::size_t>(i)], now, quad(noise[i] / std::numeric_limits<quad>::epsilon())});
}

void ChebyshevTrack::append(Piece piece, const Vec<quad>& sensitivity) {
  const auto next = std::ranges::upper_bound(options.breaks, time);
  const bool ends_there = next != options.breaks.end() && abs(time + width - *next) <= roundings(4) * *next;
  const quad newest = ends_there ? *next : quad(time + width);
  end = piece.at(newest);
  for (std::size_t i = 0; i < scale.size(); ++i) scale[i] = std::max(scale[i], largest(piece.a[i]));
  if (options.disturbance > 0) disturb(piece, sensitivity);
  const std::lock_guard writing(guard);
  if (options.remembers) pieces.push_back(std::move(piece));
  time = newest;
}

// Perturbs the state at the end of an interval by many roundings: of the state, of the accelerations summed to the
// velocity, and of terms that cancel in the accelerations.
void ChebyshevTrack::disturb(const Piece& piece, const Vec<quad>& sensitivity) {
  const quad size = roundings(options.disturbance);
  const auto sign = [this] {
    randomness = randomness * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
    return randomness >> 63 ? 1 : -1;
  };
  for (Index i = 0; i < end.q.size(); ++i) {
    const quad impulse = piece.half_width *
                         std::max<quad>(size * (largest(piece.a[i]) + sensitivity[i]), options.disturbance * noise[i]);
    end.q[i] += sign() * size * largest(piece.q[i]);
    end.v[i] += sign() * (size * largest(piece.v[i]) + impulse);
  }
}

// Returns the factor on the width at which the last coefficients are just below rounding. It is less than 1 if they
// exceed rounding now. Coefficients decrease like (width/r)^k, where r is a constant of the motion near this time. All
// components are the solution of one linear system, so each has the rounding error of the largest.
quad ChebyshevTrack::fit(const Piece& piece, const quad& unsettled, const Vec<quad>& sensitivity) const {
  // In a stiff motion perturbations decay fast, and their decay need not be resolved.
  const int unseen = is_stiff() ? std::max(16, 4 * options.disturbance) : 16;
  int used = 0;
  quad last = 0, rounding = 0;
  const quad of_all = largest_acceleration(piece);
  for (std::size_t i = 0; i < piece.a.size(); ++i) {
    const quad size = magnitude(largest(piece.a[i]), static_cast<Index>(i));
    const quad rounded = std::max<quad>(roundings(unseen) * (of_all + sensitivity[static_cast<Index>(i)]),
                                        4 * noise[static_cast<Index>(i)]);
    const quad negligible = rounded + 16 * unsettled * size;
    if (size > 0) rounding = std::max<quad>(rounding, negligible / size);
    for (int k = 0; k < n; ++k)
      if (abs(piece.a[i][k]) > negligible) {
        used = std::max(used, k + 1);
        if (k >= n - spare) last = std::max<quad>(last, abs(piece.a[i][k]) / negligible);
      }
  }
  if (last > 0) return std::max<quad>(quad("0.5"), quad("0.9") * pow(last, quad(-1) / n));
  if (used <= n / 2) return 2;
  return std::min<quad>(2, pow(rounding, quad(1) / (n - spare) - quad(1) / used));
}

// Returns the sensitivity of the acceleration at the end of the track to relative roundings of t, q and v: Σ |x ∂a/∂x|
// over their components x. It is large for sines of large angles. A few digits suffice, so it is computed in double if
// the accelerations in double and in quad agree.
Vec<quad> ChebyshevTrack::condition() const {
  constexpr double alike = 1e-9;
  Vec<quad> a(end.v.size());
  acceleration(time, end.q, end.v, a);
  if (options.rough) {
    Vec<double> rough(a.size());
    options.rough(double(time), end.q.cast<double>(), end.v.cast<double>(), rough);
    const auto apart = static_cast<double>((rough.cast<quad>() - a).cwiseAbs().maxCoeff());
    if (apart <= alike * static_cast<double>(a.cwiseAbs().maxCoeff()))
      if (const auto found = condition_by<double>(options.rough, 0x1p-26, rough); found.allFinite()) return found;
  }
  return condition_by<quad>(acceleration, 0x1p-56, a);
}

template <class T>
Vec<quad> ChebyshevTrack::condition_by(const Acceleration<T>& differentiated, const T& step, const Vec<T>& a) const {
  const T t(time);
  Vec<T> q = end.q.cast<T>(), v = end.v.cast<T>(), moved = a, sum = zeros<Vec<T>>(a.size());
  const auto add = [&](const T& at) {
    differentiated(at, q, v, moved);
    sum += (moved - a).cwiseAbs() / step;
  };
  const auto add_moved = [&](T& x) {
    const T here = x;
    x *= 1 + step;
    add(t);
    x = here;
  };
  add(t * (1 + step));
  for (Index i = 0; i < a.size(); ++i) {
    stopping_point();
    add_moved(q[i]);
    add_moved(v[i]);
  }
  return sum.template cast<quad>();
}

}  // namespace plumb
