#include "reference/testing/wide_problems.hpp"

#include "problems/adapters/automatic.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/adapters/embedded.hpp"
#include "problems/adapters/load_dependent.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/car-axis/car_axis.hpp"
#include "problems/catalogue.hpp"
#include "problems/chain/chain_data.hpp"
#include "problems/double-pendulum/double_pendulum.hpp"
#include "problems/fekete/fekete.hpp"
#include "problems/free-body/free_body.hpp"
#include "problems/mechanisms/chain_spins.hpp"
#include "problems/oscillator/oscillator.hpp"
#include "problems/pendulum/pendulum.hpp"
#include "problems/planar-chain/absolute_chain.hpp"
#include "problems/planar-chain/angle_chain.hpp"
#include "problems/pleiades/pleiades.hpp"
#include "problems/slider-crank-flexible/flexible_crank.hpp"
#include "problems/slider-crank/slider_crank.hpp"
#include "problems/spinning-top/spinning_top.hpp"
#include "problems/spinning-top/top_in_space.hpp"
#include "problems/squeezer/angles.hpp"
#include "problems/squeezer/squeezer_data.cpp"  // instantiated here for another scalar
#include "problems/two-link/two_link.hpp"
#include "problems/wheelset/wheelset.hpp"
#include "reference/testing/wide_formulations.hpp"

namespace plumb::testing {
namespace {

using W = wide;
using V = Vec<W>;
using Embed = WideEmbedding;

WideProblem pendulum(const Parameters& p) {
  const auto data = pendulum_data<W>(p);
  const W length = p.number<W>("length");
  const Embed embed = [length](const W&, const WideState& x) {
    const W c = cos(x.q[0]), s = sin(x.q[0]), w = x.v[0];
    return WideState{wide_vector({length * c, length * s, x.q[0] + std::numbers::pi_v<W> / 2}),
                     wide_vector({-length * s * w, length * c * w, w})};
  };
  return problem_of(
      {wide_vector({p.number<W>("angle")}), wide_vector({p.number<W>("rate")})},
      {wide_formulation("ode", "pendulum", Minimal(PendulumAngle<W>{data})),
       wide_formulation("index1", "pendulum", Constrained(PendulumCartesian<W>{data}, Form::index1), embed)});
}

WideProblem forced_oscillator(const Parameters& p) {
  const auto o = plumb::oscillator<W>(p);
  const W stiff = o.omega * o.omega - o.frequency * o.frequency, damp = 2 * o.damping_ratio * o.omega * o.frequency;
  const W scale = o.amplitude / (stiff * stiff + damp * damp);
  return problem_of({wide_vector({-damp * scale}), wide_vector({stiff * scale * o.frequency})},
                    {wide_formulation("ode", "oscillator", Minimal(o))});
}

WideProblem two_link(const Parameters& p) {
  const auto d = two_link_data<W>(p);
  const Embed embed = [a = W(d.length1 / 2), b = W(d.length2 / 2)](const W&, const WideState& x) {
    const W c1 = cos(x.q[0]), s1 = sin(x.q[0]), c2 = cos(x.q[1]), s2 = sin(x.q[1]), w1 = x.v[0], w2 = x.v[1];
    return WideState{wide_vector({a * c1, a * s1, x.q[0], 2 * a * c1 + b * c2, 2 * a * s1 + b * s2, x.q[1]}),
                     wide_vector({-a * s1 * w1, a * c1 * w1, w1, -2 * a * s1 * w1 - b * s2 * w2,
                                  2 * a * c1 * w1 + b * c2 * w2, w2})};
  };
  return problem_of({wide_vector({p.number<W>("angle1"), p.number<W>("angle2")}),
                     wide_vector({p.number<W>("rate1"), p.number<W>("rate2")})},
                    {wide_formulation("ode", "two-link", Minimal(TwoLinkAngles<W>(d))),
                     wide_formulation("index1", "two-link", Constrained(TwoLinkCartesian<W>(d), Form::index1), embed)});
}

WideProblem stars(const Parameters& p) {
  return problem_of({wide_vector({3, 3, -1, -3, 2, -2, 2, 3, -3, 2, 0, 0, -4, 4}),
                     wide_vector({0, 0, 0, 0, 0, W(7) / 4, W(-3) / 2, 0, 0, 0, W(-5) / 4, 1, 0, 0})},
                    {wide_formulation("ode", "pleiades", Minimal(plumb::pleiades<W>(p)))});
}

WideProblem car_axis(const Parameters& p) {
  const auto data = car_axis_data<W>(p);
  const Embed embed = [data](const W& t, const WideState& x) {
    Vec<W, 4> q, v;
    CarAxisMinimal<W>{data}.positions(t, x.q, x.v, q, v);
    return WideState{q, v};
  };
  return problem_of(
      {wide_vector({p.number<W>("distance"), p.number<W>("angle")}),
       wide_vector({p.number<W>("distance_rate"), p.number<W>("rate")})},
      {wide_formulation("ode", "car-axis", Minimal(CarAxisMinimal<W>{data})),
       wide_formulation("index1", "car-axis", Constrained(CarAxisCartesian<W>{data}, Form::index1), embed)});
}

WideProblem mechanism(const Parameters& p) {
  namespace sq = squeezer;
  const auto data = sq::data<W>(p);
  const Embed embed = [data](const W&, const WideState& x) {
    const auto at = sq::turns<W>(data, x.q[0], x.v[0]);
    const auto relative = [](const auto& angle) {
      return wide_vector({angle[sq::of], angle[sq::ef] - angle[sq::of], angle[sq::ebd], angle[sq::ge] - angle[sq::ag],
                          angle[sq::ag], angle[sq::he] - angle[sq::ah], angle[sq::ah]});
    };
    return WideState{relative(at.psi), relative(at.omega)};
  };
  return problem_of({wide_vector({data.beta0}), wide_vector({data.omega0})},
                    {wide_formulation("ode", "squeezer", Minimal(sq::OneDegree<W>(data))),
                     wide_formulation("index1", "squeezer", Constrained(sq::Angles<W>(data), Form::index1), embed)});
}

/// Returns the function that computes all coordinates from the minimal coordinates of a model.
template <class Model>
Embed embedding(const Model& model) {
  return [model](const W& t, const WideState& x) {
    const auto at = Embedded(model).embed(t, x.q, x.v);
    return WideState{at.q, at.v};
  };
}

WideProblem crank(const Parameters& p) {
  const auto model = slider_crank<W>(p);
  return problem_of(
      {wide_vector({p.number<W>("angle")}), wide_vector({p.number<W>("rate")})},
      {wide_formulation("ode", "slider-crank", Minimal(Automatic(Embedded(model)))),
       wide_formulation("index1", "slider-crank", Constrained(Automatic(model), Form::index1), embedding(model))});
}

WideProblem flexible_rod(const Parameters& p) {
  const auto model = flexible_crank<W>(p);
  return problem_of({four_numbers(p, {"q1", "q2", "q3", "q4"}), four_numbers(p, {"rate1", "rate2", "rate3", "rate4"})},
                    {wide_formulation("ode", "slider-crank-flexible", Minimal(Automatic(Embedded(model)))),
                     wide_formulation("index1", "slider-crank-flexible", Constrained(Automatic(model), Form::index1),
                                      embedding(model))});
}

WideProblem hunting_wheelset(const Parameters& p) {
  const LoadDependent model(wheelset<W>(p));
  return problem_of(
      {four_numbers(p, {"x", "z", "yaw", "turn"}), four_numbers(p, {"x_rate", "z_rate", "yaw_rate", "turn_rate"})},
      {wide_formulation("ode", "wheelset", Minimal(Automatic(Embedded(model)))),
       wide_formulation("index1", "wheelset", Constrained(Automatic(model), Form::index1), embedding(model))});
}

/// Returns the problem of 20 particles, at rest on circles of 3, 7, 6 and 4 particles.
WideProblem particles(const Parameters& p) {
  const W pi = std::numbers::pi_v<W>;
  std::vector<W> start;
  const auto circle = [&](int count, int first, const W& latitude, const W& shift) {
    for (int i = first; i < first + count; ++i) {
      const W longitude = 2 * pi * i / count + shift;
      for (const W& x : {W(cos(longitude) * cos(latitude)), W(sin(longitude) * cos(latitude)), W(sin(latitude))})
        start.push_back(x);
    }
  };
  circle(3, 1, 3 * pi / 8, pi / 13);
  circle(7, 1, pi / 8, pi / 29);
  circle(6, 1, -2 * pi / 15, pi / 7);
  circle(4, 0, -3 * pi / 10, pi / 17);
  const V q = Eigen::Map<const V>(start.data(), static_cast<Eigen::Index>(start.size()));
  return problem_of(
      {q, V::Zero(q.size())},
      {wide_formulation("index1", "fekete", ParticlesOnSphere<W>(20, p.number<W>("damping"), Form::index1))});
}

WideProblem chain(const Parameters& p) {
  const auto data = chain_data<W>(p);
  const auto n = static_cast<Eigen::Index>(data.count());
  const Embed embed = [data, n](const W&, const WideState& x) {
    WideState out{V(3 * n), V(3 * n)};
    W psi = 0, omega = 0, hinge_x = 0, hinge_y = 0, rate_x = 0, rate_y = 0;
    for (Eigen::Index k = 0; k < n; ++k) {
      psi += x.q[k];
      omega += x.v[k];
      const W c = data.links[k].half * cos(psi), s = data.links[k].half * sin(psi);
      out.q.segment(3 * k, 3) << hinge_x + c, hinge_y + s, psi;
      out.v.segment(3 * k, 3) << rate_x - s * omega, rate_y + c * omega, omega;
      hinge_x += 2 * c;
      hinge_y += 2 * s;
      rate_x -= 2 * s * omega;
      rate_y += 2 * c * omega;
    }
    return out;
  };
  WideState start{V::Constant(n, p.number<W>("bend")), V::Constant(n, p.number<W>("bend_rate"))};
  start.q[0] = p.number<W>("angle");
  start.v[0] = p.number<W>("rate");
  return problem_of(start, {wide_formulation("ode", "planar-chain", AngleChain<W>(data)),
                            wide_formulation("index1", "planar-chain", AbsoluteChain<W>(data, Form::index1), embed)});
}

/// The planar chain in angles, with the outputs of the mechanism of the catalogue.
struct DoublePendulum : AngleChain<W> {
  using AngleChain<W>::AngleChain;
  void outputs(const W&, const State& x, V& out) const {
    const auto bars = double_pendulum_data<W>();
    const auto space = chain_of_plane_in_space(bars, {x.q, x.v});
    W kinetic = 0, potential = 0;
    for (Eigen::Index k = 0; k < 2; ++k) {
      const auto& link = bars.links[static_cast<std::size_t>(k)];
      const W rate = space.v[6 * k + 5];
      kinetic += (link.mass * space.v.segment<3>(6 * k).squaredNorm() + link.inertia * rate * rate) / 2;
      potential += link.mass * bars.gravity * space.q[7 * k + 2];
    }
    out << space.q[9], space.q[8], kinetic, potential;
  }
};

WideProblem two_bars(const Parameters& p) {
  const W angle1 = p.number<W>("angle1"), rate1 = p.number<W>("rate1");
  return problem_of({wide_vector({angle1 - std::numbers::pi_v<W> / 2, p.number<W>("angle2") - angle1}),
                     wide_vector({rate1, p.number<W>("rate2") - rate1})},
                    {wide_formulation("ode", "double-pendulum", DoublePendulum(double_pendulum_data<W>()))});
}

/// The spatial chain in attitudes, with the outputs of the mechanism of the catalogue.
struct ObservedChain : SphericalChain<W> {
  using SphericalChain<W>::SphericalChain;
  void outputs(const W& t, const V& q, const V& v, V& out) const {
    const auto space = chain_in_space(data, {q, v});
    V end(3);
    SphericalChain<W>::outputs(t, q, v, end);
    W potential = 0;
    for (Eigen::Index k = 0; k < data.bars; ++k) potential -= data.mass * data.gravity.dot(space.q.segment<3>(7 * k));
    out << end, energy(t, q, v) - potential, potential;
  }
};

WideProblem chain_of_bars(const Parameters& p) {
  const auto n = static_cast<int>(p.number<double>("n"));
  V spins(n);
  for (int k = 0; k < n; ++k) spins[k] = chain_spins(n, p.text("seed"))[static_cast<std::size_t>(k)].in<W>();
  const auto start = hanging_chain_start<W>(spins);
  return problem_of({start.q, start.v},
                    {wide_formulation("ode", "chain", Minimal(ObservedChain(hanging_chain_data<W>(n))))});
}

/// Returns (x, quaternion) and (x', ω) from the ZXZ Euler angles of the top. The quaternion is the product of the
/// quaternions of the three rotations.
WideState in_space(const W& length, const WideState& x) {
  const W phi = x.q[0], theta = x.q[1], psi = x.q[2], st = sin(theta), ct = cos(theta), s = sin(psi), c = cos(psi);
  const W half_sum = (phi + psi) / 2, half_difference = (phi - psi) / 2;
  const so3::Quaternion<W> attitude(cos(theta / 2) * cos(half_sum), sin(theta / 2) * cos(half_difference),
                                    sin(theta / 2) * sin(half_difference), cos(theta / 2) * sin(half_sum));
  const Vec<W, 3> w(x.v[0] * st * s + x.v[1] * c, x.v[0] * st * c - x.v[1] * s, x.v[2] + x.v[0] * ct);
  const Mat<W, 3> r = so3::matrix<W>(attitude);
  const Vec<W, 3> place = length * r.col(2), rate = length * (w[1] * r.col(0) - w[0] * r.col(1));
  WideState out{V(7), V(6)};
  out.q << place, attitude;
  out.v << rate, w;
  return out;
}

WideState euler_start(const Parameters& p) {
  return {wide_vector({0, p.number<W>("tilt"), 0}),
          wide_vector({p.number<W>("precession"), p.number<W>("nutation"), p.number<W>("spin")})};
}

WideProblem top(const Parameters& p) {
  const Embed embed = [length = p.number<W>("length")](const W&, const WideState& x) { return in_space(length, x); };
  return problem_of(euler_start(p), {wide_formulation("ode", "spinning-top", Minimal(spinning_top<W>(p))),
                                     wide_formulation("rotation-index1", "spinning-top",
                                                      Constrained(top_in_space<W>(p), Form::index1), embed)});
}

WideProblem held_top(const Parameters& p) {
  return problem_of(in_space(p.number<W>("length"), euler_start(p)),
                    {wide_formulation("rotation-index1", "heavy-top", Constrained(top_in_space<W>(p), Form::index1))});
}

WideProblem body(const Parameters& p) {
  const auto three = [&](const std::string& name) {
    return wide_vector({p.number<W>(name + "1"), p.number<W>(name + "2"), p.number<W>(name + "3")});
  };
  FreeBody<W> model;
  model.moments = three("moment");
  return problem_of({wide_vector({1, 0, 0, 0}), three("omega")},
                    {wide_formulation("ode", "free-body", Minimal(model))});
}

const std::map<std::string, WideProblem (*)(const Parameters&)> known = {
    {"pendulum", pendulum},
    {"oscillator", forced_oscillator},
    {"two-link", two_link},
    {"pleiades", stars},
    {"car-axis", car_axis},
    {"squeezer", mechanism},
    {"slider-crank", crank},
    {"slider-crank-flexible", flexible_rod},
    {"fekete", particles},
    {"wheelset", hunting_wheelset},
    {"planar-chain", chain},
    {"spinning-top", top},
    {"heavy-top", held_top},
    {"free-body", body},
    {"chain", chain_of_bars},
    {"double-pendulum", two_bars},
    {"four-link", [](const Parameters&) { return wide_four_link(); }},
    {"spatial-slider-crank", [](const Parameters&) { return wide_spatial_slider_crank(); }}};

}  // namespace

bool has_wide_problem(const std::string& name) { return known.contains(name); }

WideProblem wide_problem(const std::string& name, const Parameters& data) { return known.at(name)(data); }

}  // namespace plumb::testing
