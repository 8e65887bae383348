// Measures the accelerations of the two-link problem at index 1: by the adapter, and by a specialised function.

#include <benchmark/benchmark.h>

#include <cmath>
#include <stdexcept>

#include "problems/adapters/constrained.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

using Links = Constrained<TwoLinkCartesian<double>>;
using State = Links::State;

/// Solves (G M⁻¹ Gᵀ) λ = G M⁻¹ f + γ by L D Lᵀ, unrolled by hand.
struct ByHand {
  double a, b, per_mass1, per_inertia1, per_mass2, per_inertia2, gravity;

  explicit ByHand(const TwoLinkData<double>& d)
      : a(d.length1 / 2),
        b(d.length2 / 2),
        per_mass1(1 / d.mass1),
        per_inertia1(1 / d.inertia1()),
        per_mass2(1 / d.mass2),
        per_inertia2(1 / d.inertia2()),
        gravity(d.gravity) {}

  void acceleration(double, const State& x, Vec<double, 6>& out, Vec<double, 4>& lambda) const {
    const double s1 = std::sin(x.q[2]), c1 = std::cos(x.q[2]), s2 = std::sin(x.q[5]), c2 = std::cos(x.q[5]);
    const double g1 = a * s1, g2 = -a * c1, g3 = b * s2, g4 = -b * c2;
    const double w1 = a * x.v[2] * x.v[2], w2 = b * x.v[5] * x.v[5];
    const double p = per_inertia1 * g1 * g1, q = per_inertia1 * g1 * g2, r = per_inertia1 * g2 * g2;
    const double both = per_mass1 + per_mass2;
    const double d1 = 1 / (per_mass1 + p), l21 = q * d1, l31 = (p - per_mass1) * d1;
    const double d2 = 1 / (per_mass1 + r - l21 * q), e32 = q - l31 * q, e42 = r - per_mass1 - l21 * q;
    const double l32 = e32 * d2, l42 = e42 * d2;
    const double d3 = 1 / (both + p + per_inertia2 * g3 * g3 - l31 * (p - per_mass1) - l32 * e32);
    const double e43 = q + per_inertia2 * g3 * g4 - l31 * q - l32 * e42, l43 = e43 * d3;
    const double d4 = 1 / (both + r + per_inertia2 * g4 * g4 - l21 * q - l42 * e42 - l43 * e43);
    const double y1 = c1 * w1, y2 = s1 * w1 - gravity - l21 * y1;
    const double y3 = c1 * w1 + c2 * w2 - l31 * y1 - l32 * y2;
    const double y4 = s1 * w1 + s2 * w2 - l21 * y1 - l42 * y2 - l43 * y3;
    const double m4 = y4 * d4, m3 = y3 * d3 - l43 * m4, m2 = y2 * d2 - l32 * m3 - l42 * m4;
    const double m1 = y1 * d1 - l21 * m2 - l31 * m3 - l21 * m4;
    lambda << m1, m2, m3, m4;
    out << -per_mass1 * (m1 - m3), -gravity - per_mass1 * (m2 - m4), -per_inertia1 * (g1 * (m1 + m3) + g2 * (m2 + m4)),
        -per_mass2 * m3, -gravity - per_mass2 * m4, -per_inertia2 * (g3 * m3 + g4 * m4);
  }
};

struct ByAdapter {
  Links links;

  explicit ByAdapter(const TwoLinkData<double>& d) : links(TwoLinkCartesian<double>(d), Form::index1) {}
  void acceleration(double t, const State& x, Vec<double, 6>& out, Vec<double, 4>& lambda) {
    links.acceleration(t, x.q, x.v, out, lambda);
  }
};

const TwoLinkData<double> data = {1, 1.2, 1, 0.8, 9.81};

State moving() {
  State x;
  x.q << 0, 0, 0.3, 0, 0, 0.7;  // positions of the centres have no effect
  x.v << 0, 0, 2, 0, 0, 3;
  return x;
}

void require_equal() {
  Vec<double, 6> a, b;
  Vec<double, 4> m, n;
  ByHand(data).acceleration(0, moving(), a, m);
  ByAdapter(data).acceleration(0, moving(), b, n);
  if ((a - b).norm() + (m - n).norm() > 1e-12 * (a.norm() + m.norm())) throw std::logic_error("they differ");
}

template <class Way>
void two_link_index1_acceleration(benchmark::State& state) {
  require_equal();
  Way way(data);
  State x = moving();
  for (auto _ : state) {
    x.q[2] += 1e-9;  // a new angle in every call, so that no cached sine is used
    x.q[5] += 1e-9;
    way.acceleration(0, x, x.a, x.lambda);
    benchmark::DoNotOptimize(x.a.data());
  }
}
BENCHMARK(two_link_index1_acceleration<ByHand>);
BENCHMARK(two_link_index1_acceleration<ByAdapter>);

}  // namespace
}  // namespace plumb
