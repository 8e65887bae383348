// Tests of the lengths of a track's intervals.

#include "reference/chebyshev_track.hpp"

#include <gtest/gtest.h>

#include "problems/fekete/fekete.hpp"
#include "problems/fekete/fekete_start.hpp"
#include "reference/testing/vibrating_bodies.hpp"

namespace plumb {
namespace {

template <class T>
Acceleration<T> particles_on_a_sphere(int n) {
  return
      [system = ParticlesOnSphere<T>(n, T(1) / 2, Form::index1), lambda = Vec<T>(n)](
          const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) mutable { system.acceleration(t, q, v, a, lambda); };
}

// If forces nearly cancel, accelerations have few digits. The last coefficients of their series are rounding noise,
// which extrapolation to the next interval amplifies. Such initial values once made each interval 0.8 times as long as
// the previous one, and finally shorter than 1e-6.
TEST(ChebyshevTrack, TakesLongIntervalsWhereParticlesComeToRest) {
  constexpr int n = 8;
  const auto start = sphere_start<quad>(n, 0, 0);
  ChebyshevTrack track(particles_on_a_sphere<quad>(n), {start.q, start.v}, {.rough = particles_on_a_sphere<double>(n)});
  quad before = 0;
  while (track.reached() < 70) {
    before = track.reached();
    track.extend();
  }
  EXPECT_GT(track.reached() - before, 2);
  EXPECT_LT(track.newest().v.cwiseAbs().maxCoeff(), 1e-6) << "it has not come to rest";
}

// The accelerations of an oscillator that is stiffer on one side have a kink (a discontinuous derivative) at q = 0. The
// solution is q = sin t up to t = π, then −sin(2 (t − π))/2 up to 3π/2, and is then repeated.
TEST(ChebyshevTrack, PassesKinksOfAccelerations) {
  const Acceleration<quad> stiffer_below = [](const quad&, const Vec<quad>& q, const Vec<quad>&, Vec<quad>& a) {
    a[0] = q[0] < 0 ? -4 * q[0] : -q[0];
  };
  ChebyshevTrack track(stiffer_below, {Vec<quad>::Zero(1), Vec<quad>::Ones(1)}, {});
  const quad half_turn = acos(quad(-1)), period = 3 * half_turn / 2;
  while (track.reached() < 3 * period) track.extend();
  for (const quad& t : {quad(2), quad(4), quad(5), quad(9), quad(13), quad(14)}) {
    const quad phase = t - floor(t / period) * period;
    const quad q = phase < half_turn ? quad(sin(phase)) : quad(-sin(2 * (phase - half_turn)) / 2);
    const quad v = phase < half_turn ? quad(cos(phase)) : quad(-cos(2 * (phase - half_turn)));
    EXPECT_LT(abs(track.at(t).q[0] - q), 1e-31) << t;
    EXPECT_LT(abs(track.at(t).v[0] - v), 1e-31) << t;
  }
}

// Fast vibrations without amplitude must not shorten intervals. Picard's iteration alone would need 146 intervals.
TEST(ChebyshevTrack, IsNotHinderedByVibrationsOfManyBodies) {
  const testing::VibratingBodies bodies;
  ChebyshevTrack track(bodies.acceleration<quad>(), bodies.start(), {.rough = bodies.acceleration<double>()});
  while (track.reached() < 4) track.extend();
  EXPECT_LT(track.intervals(), 40);
  for (const quad& t : {quad("0.3"), quad(4)}) {
    const Vec<quad> exact = cos(t) * bodies.slow_shape();
    EXPECT_LT((track.at(t).q - exact).cwiseAbs().maxCoeff(), 1e-30) << t;
  }
}

}  // namespace
}  // namespace plumb
