// Tests the lengths of a track's intervals.

#include "reference/chebyshev_track.hpp"

#include <gtest/gtest.h>

#include "problems/fekete/fekete.hpp"
#include "problems/fekete/fekete_start.hpp"

namespace plumb {
namespace {

template <class T>
Acceleration<T> particles_on_a_sphere(int n) {
  return
      [system = ParticlesOnSphere<T>(n, T(1) / 2, Form::index1), lambda = Vec<T>(n)](
          const T& t, const Vec<T>& q, const Vec<T>& v, Vec<T>& a) mutable { system.acceleration(t, q, v, a, lambda); };
}

// Accelerations that are small beside the forces that cancel in them are known in few digits. Series of degree 39 whose
// last coefficients are nothing but these roundings do not tell what comes next. Guesses from them made one interval
// after the other shorter: 0.8 here, and less than 1e-6 at last.
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

}  // namespace
}  // namespace plumb
