// Driven mechanisms in 50 digits: closed forms of the motion, with outputs that need no linear algebra. The torque of
// the motor is the rate of the energy divided by the rate of the driven angle:
//
//   T θ' = Σ m r'·(r'' − g) + ω·(J ω')

#include <limits>

#include "problems/four-link/four_link_poses.hpp"
#include "problems/spatial-slider-crank/spatial_slider_crank_poses.hpp"
#include "reference/testing/wide_problems.hpp"

namespace plumb::testing {
namespace {

using W = wide;
using V = Vec<W>;
using Vector = so3::Vector<W>;

struct Masses {
  W mass;          // mass [kg]
  Vector moments;  // principal moments of inertia [kg m²]
};

struct Balance {
  W power = 0, kinetic = 0, potential = 0;
};

template <class T>
T decimal(const char* text) {
  return number_from_text<T>(text);
}

Balance balance(const DrivenBodies<3, W>& bodies, const std::array<Masses, 3>& masses) {
  const W gravity = decimal<W>("9.81");
  Balance out;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [mass, moments] = masses[i];
    const auto& body = bodies[i];
    out.kinetic += (mass * body.velocity.squaredNorm() + body.omega.dot(moments.cwiseProduct(body.omega))) / 2;
    out.potential += mass * gravity * body.r[2];
    out.power += mass * body.velocity.dot(body.acceleration) + mass * gravity * body.velocity[2] +
                 body.omega.dot(moments.cwiseProduct(body.angular_acceleration));
  }
  return out;
}

V accelerations(const DrivenBodies<3, W>& bodies) {
  V out(18);
  for (Eigen::Index i = 0; i < 3; ++i)
    out.segment<6>(6 * i) << bodies[static_cast<std::size_t>(i)].acceleration,
        bodies[static_cast<std::size_t>(i)].angular_acceleration;
  return out;
}

/// `outputs(bodies)` returns NaN for outputs that it cannot compute.
template <class Poses, class Outputs>
WideProblem driven(const Poses& poses, Outputs outputs) {
  WideProblem out;
  out.exact = [poses](const W& t) {
    const auto at = configuration<3, W>(driven_bodies<3>(poses, t));
    return WideState{at.q, at.v};
  };
  out.formulations = {{"index1", [](const W&, const WideState& x) { return x; },
                       [poses, outputs](const W& t, WideQuantities& x) {
                         const auto bodies = driven_bodies<3>(poses, t);
                         x.a = accelerations(bodies);
                         x.outputs = outputs(bodies);
                       }}};
  return out;
}

}  // namespace

WideProblem wide_four_link() {
  const std::array<Masses, 3> masses = {{{W(2), Vector(4, 2, 2)},
                                         {W(1), Vector(decimal<W>("12.4"), decimal<W>("0.1"), decimal<W>("12.4"))},
                                         {W(1), Vector(decimal<W>("4.54"), decimal<W>("0.01"), decimal<W>("4.54"))}}};
  return driven(FourLinkPoses<W>(), [masses](const DrivenBodies<3, W>& at) {
    const auto of = balance(at, masses);
    V out(5);
    out << at[1].velocity[2], at[1].r[2], of.power / std::numbers::pi_v<W>, of.kinetic, of.potential;
    return out;
  });
}

WideProblem wide_spatial_slider_crank() {
  const W tiny = decimal<W>("1e-4");
  const std::array<Masses, 3> masses = {{{decimal<W>("0.12"), Vector(tiny, decimal<W>("1e-5"), tiny)},
                                         {decimal<W>("0.5"), 40 * Vector(tiny, tiny / 10, tiny)},
                                         {W(2), Vector(tiny, tiny, tiny)}}};
  return driven(SpatialSliderCrankPoses<W>(), [masses](const DrivenBodies<3, W>& at) {
    const auto of = balance(at, masses);
    const W unknown = std::numeric_limits<W>::quiet_NaN();
    V out(6);
    out << at[2].velocity[0], at[2].r[0], -of.power / (2 * std::numbers::pi_v<W>), unknown, of.kinetic, of.potential;
    return out;
  });
}

}  // namespace plumb::testing
