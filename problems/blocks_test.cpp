// Every block of every problem and formulation is the derivative it is called: by automatic differentiation of the
// models, which is exact, and by differences through the erased system, which is what methods see.

#include <gtest/gtest.h>

#include <unsupported/Eigen/AutoDiff>

#include <algorithm>
#include <stdexcept>

#include "problems/adapters/constrained.hpp"
#include "problems/adapters/minimal.hpp"
#include "problems/car-axis/car_axis.hpp"
#include "problems/catalogue.hpp"
#include "problems/free-body/free_body.hpp"
#include "problems/oscillator/oscillator.hpp"
#include "problems/pendulum/pendulum.hpp"
#include "problems/pleiades/pleiades.hpp"
#include "problems/spinning-top/spinning_top.hpp"
#include "problems/spinning-top/top_in_space.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/squeezer/angles.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

template <class T>
using BlocksOfAny = BlocksOf<AnySystem<T>>;

// Largest difference of any block, relative to its size, and its name.
template <class A, class B>
std::pair<double, std::string> worst(const A& found, const B& wanted) {
  std::pair<double, std::string> out{0, "none"};
  const auto compare = [&](const char* name, const auto& x, const auto& y) {
    ASSERT_EQ(x.rows(), y.rows()) << name;
    ASSERT_EQ(x.cols(), y.cols()) << name;
    if (x.size() == 0) return;
    const auto gap = static_cast<double>((x - y).cwiseAbs().maxCoeff() / (1 + y.cwiseAbs().maxCoeff()));
    if (!(gap <= out.first)) out = {gap, name};
  };
  compare("mass", found.mass, wanted.mass);
  compare("damping", found.damping, wanted.damping);
  compare("stiffness", found.stiffness, wanted.stiffness);
  compare("jacobian", found.jacobian, wanted.jacobian);
  compare("rate_by_q", found.rate_by_q, wanted.rate_by_q);
  compare("acceleration_by_q", found.acceleration_by_q, wanted.acceleration_by_q);
  compare("acceleration_by_v", found.acceleration_by_v, wanted.acceleration_by_v);
  return out;
}

bool asks_for_rate(Form form) { return form == Form::index2 || form == Form::ggl; }
bool asks_for_acceleration(Form form) { return form == Form::index1; }

// A state near the initial one that keeps no constraint, with a and λ that balance nothing: blocks are derivatives
// everywhere, not on the motion only.
template <class T>
typename AnySystem<T>::State arbitrary_state(const Problem& problem, const Parameters& data, const Formulation& f,
                                             AnySystem<T>& system) {
  auto x = initial_state(problem, data, f, system);
  const auto q = x.q;
  auto w = x.v;
  for (Eigen::Index i = 0; i < w.size(); ++i) {
    w[i] = T(i + 1) / 32;
    x.v[i] += T(2 * i + 1) / 16;
    x.a[i] = T(3 - 2 * i) / 4;
  }
  system.retract(q, w, x.q);
  for (Eigen::Index i = 0; i < x.lambda.size(); ++i) x.lambda[i] = T(5 - 3 * i) / 2;
  return x;
}

// ---- differences

// Column j: d/dε f(ε e_j) by central differences of sixth order, 20 digits in quad.
template <class F>
Mat<quad> difference_quotients(Eigen::Index rows, Eigen::Index columns, F f) {
  const quad e = quad(1) / 65536;
  Mat<quad> out(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    const auto odd = [&](int n) -> Vec<quad> {
      const Vec<quad> w = Vec<quad>::Unit(columns, j) * (n * e);
      const Vec<quad> minus = -w;
      return f(w) - f(minus);
    };
    out.col(j) = (45 * odd(1) - 9 * odd(2) + odd(3)) / (60 * e);
  }
  return out;
}

BlocksOfAny<quad> by_differences(AnySystem<quad>& s, const AnySystem<quad>::State& x, const quad& t) {
  const auto nv = x.v.size(), nl = x.lambda.size();
  BlocksOfAny<quad> out(static_cast<int>(nv), static_cast<int>(nl));
  const auto moved = [&](const Vec<quad>& w) {
    auto q = x.q;
    s.retract(x.q, w, q);
    return q;
  };
  const Vec<quad> rest = Vec<quad>::Zero(nv);
  const auto balance = [&](const Vec<quad>& q, const Vec<quad>& v) -> Vec<quad> {  // f − Gᵀλ − M a
    Vec<quad> f(nv), inertia(nv), reaction(nv);
    s.force(t, q, v, f), s.momentum(q, x.a, inertia), s.reaction(t, q, x.lambda, reaction);
    return f - reaction - inertia;
  };
  const auto rate = [&](const Vec<quad>& q, const Vec<quad>& v) {  // G v + ∂Φ/∂t
    Vec<quad> phi(nl);
    s.constraint_rate(t, q, v, phi);
    return phi;
  };
  const auto second_rate = [&](const Vec<quad>& q, const Vec<quad>& v) -> Vec<quad> {  // G a + γ
    Vec<quad> bias(nl);
    s.constraint_bias(t, q, v, bias);
    return rate(q, x.a) - rate(q, rest) + bias;
  };
  for (Eigen::Index j = 0; j < nv; ++j) {
    Vec<quad> p(nv);
    s.momentum(x.q, Vec<quad>::Unit(nv, j), p), out.mass.col(j) = p;
  }
  out.damping = difference_quotients(nv, nv, [&](const auto& w) { return balance(x.q, x.v + w); });
  out.stiffness = difference_quotients(nv, nv, [&](const auto& w) { return balance(moved(w), x.v); });
  if (nl == 0) return out;
  out.jacobian = difference_quotients(nl, nv, [&](const auto& w) {
    Vec<quad> phi(nl);
    s.constraint(t, moved(w), phi);
    return phi;
  });
  if (asks_for_rate(s.form()))
    out.rate_by_q = difference_quotients(nl, nv, [&](const auto& w) { return rate(moved(w), x.v); });
  if (asks_for_acceleration(s.form())) {
    out.acceleration_by_q = difference_quotients(nl, nv, [&](const auto& w) { return second_rate(moved(w), x.v); });
    out.acceleration_by_v = difference_quotients(nl, nv, [&](const auto& w) { return second_rate(x.q, x.v + w); });
  }
  return out;
}

TEST(Blocks, AreTheDifferenceQuotientsOfTheErasedSystem) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const Parameters data(problem.parameters, problem.general_data);
      auto s = problem.in_quad.system(data, formulation);
      if (!s.offers_blocks()) continue;
      const auto x = arbitrary_state(problem, data, formulation, s);
      const quad t = quad("0.3");
      BlocksOfAny<quad> found(s.sizes().v, s.sizes().lambda);
      s.blocks(t, x, found);
      const auto [gap, name] = worst(found, by_differences(s, x, t));
      EXPECT_LT(gap, 1e-20) << problem.name << "/" << formulation.name << " " << name;
    }
}

// ---- automatic differentiation

// A number with its derivatives with respect to n seeds.
template <int n>
using Dual = Eigen::AutoDiffScalar<Vec<double, n>>;

template <int n, class V>
Vec<Dual<n>, n> seeded(const V& x) {
  Vec<Dual<n>, n> out;
  for (int i = 0; i < n; ++i) out[i] = Dual<n>(x[i], n, i);
  return out;
}
template <int n, class V>
Vec<Dual<n>, n> constant(const V& x) {
  Vec<Dual<n>, n> out;
  for (int i = 0; i < n; ++i) out[i] = Dual<n>(x[i]);
  return out;
}
/// The configuration with its derivatives along δ of q ⊞ δ.
template <int n, class Model, class V>
auto displaced(const Model& model, const V& x) {
  if constexpr (requires { typename Model::Space; }) {
    typename Model::Q q, out;
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = Dual<n>(x[i]);
    model.retract(q, seeded<n>(Vec<double, n>::Zero().eval()), out);
    return out;
  } else {
    return seeded<n>(x);
  }
}
/// The same without derivatives.
template <int n, class Model, class V>
auto held(const Model& model, const V& x) {
  auto out = displaced<n>(model, x);
  for (auto& entry : out) entry = Dual<n>(entry.value());
  return out;
}
template <int n, int rows>
Mat<double> derivatives(const Vec<Dual<n>, rows>& x) {
  Mat<double> out(rows, n);
  for (int i = 0; i < rows; ++i) out.row(i) = x[i].derivatives().transpose();
  return out;
}
template <int n, int rows, int columns>
Mat<double> values(const Mat<Dual<n>, rows, columns>& x) {
  return x.unaryExpr([](const Dual<n>& c) { return c.value(); });
}

using StateOfAny = AnySystem<double>::State;

// `make` gives a new model a call: models remember sines by the angle's value and would hand out old derivatives.
template <class Make>
BlocksOfAny<double> by_duals_minimal(Make make, const StateOfAny& x, double t) {
  constexpr int n = decltype(make())::size;
  BlocksOfAny<double> out(n, 0);
  out.mass.setIdentity();
  Vec<Dual<n>, n> a;
  make().acceleration(Dual<n>(t), displaced<n>(make(), x.q), constant<n>(x.v), a);
  out.stiffness = derivatives<n, n>(a);
  make().acceleration(Dual<n>(t), held<n>(make(), x.q), seeded<n>(x.v), a);
  out.damping = derivatives<n, n>(a);
  return out;
}

template <class Make>
BlocksOfAny<double> by_duals_constrained(Make make, const StateOfAny& x, double time, Form form) {
  using Model = decltype(make());
  constexpr int n = Model::coordinates, m = Model::constraints;
  using D = Dual<n>;
  using Nv = Vec<D, n>;
  using Nl = Vec<D, m>;
  const D t(time);
  const auto q = displaced<n>(make(), x.q), q0 = held<n>(make(), x.q);
  const Nv v = seeded<n>(x.v), v0 = constant<n>(x.v), a = constant<n>(x.a);
  Nl lambda;
  for (int i = 0; i < m; ++i) lambda[i] = D(x.lambda[i]);

  BlocksOfAny<double> out(n, m);
  Mat<D, n> mass;
  make().mass(q, mass), out.mass = values<n, n, n>(mass);
  Nv f;
  make().force(t, q0, v, f), out.damping = derivatives<n, n>(f);
  Mat<D, m, n> g;
  make().jacobian(t, q, g);
  make().force(t, q, v0, f), f -= g.transpose() * lambda + mass * a;
  out.stiffness = derivatives<n, n>(f);
  Nl row, bias;
  make().constraint(t, q, row), out.jacobian = derivatives<n, m>(row);
  if (asks_for_rate(form)) {
    row = g * v0;
    if constexpr (requires { make().rate_offset(t, q, bias); }) make().rate_offset(t, q, bias), row += bias;
    out.rate_by_q = derivatives<n, m>(row);
  }
  if (asks_for_acceleration(form)) {
    make().bias(t, q, v0, bias), row = g * a + bias, out.acceleration_by_q = derivatives<n, m>(row);
    make().bias(t, q0, v, bias), out.acceleration_by_v = derivatives<n, m>(bias);
  }
  return out;
}

template <class T>
PendulumData<T> pendulum(const Parameters& p) {
  return {T(p.number<double>("length")), T(p.number<double>("mass")), T(p.number<double>("gravity"))};
}
template <class T>
TwoLinkData<T> two_link(const Parameters& p) {
  const auto number = [&](const char* name) { return T(p.number<double>(name)); };
  return {number("length1"), number("length2"), number("mass1"), number("mass2"), number("gravity")};
}
template <class T>
Oscillator<T> forced(const Parameters& p) {
  const auto o = oscillator<double>(p);
  return {T(o.omega), T(o.damping_ratio), T(o.amplitude), T(o.frequency)};
}
template <class T>
SpinningTop<T> top(const Parameters& p) {
  const auto s = spinning_top<double>(p);
  return {T(s.transverse), T(s.axial), T(s.weight_moment), T(s.length)};
}

template <class T>
TopInSpace<T> top_as_body(const Parameters& p) {
  const auto s = top_in_space<double>(p);
  TopInSpace<T> out;
  out.body_mass = T(s.body_mass);
  out.gravity = T(s.gravity);
  for (int i = 0; i < 3; ++i) {
    out.moments[i] = T(s.moments[i]);
    out.lever[i] = T(s.lever[i]);
    out.axis[i] = T(s.axis[i]);
  }
  return out;
}
template <class T>
FreeBody<T> free_body(const Parameters& p) {
  FreeBody<T> out;
  for (int i = 0; i < 3; ++i) out.moments[i] = T(p.number<double>("moment" + std::to_string(i + 1)));
  return out;
}

template <class T>
Pleiades<T> stars(const Parameters& p) {
  const auto s = pleiades<double>(p);
  Pleiades<T> out;
  for (std::size_t i = 0; i < s.masses.size(); ++i) out.masses[i] = T(s.masses[i]);
  return out;
}
template <class T>
CarAxisData<T> axis(const Parameters& p) {
  const auto d = car_axis_data<double>(p);
  return {T(d.mass), T(d.length), T(d.rest_length), T(d.amplitude), T(d.frequency), T(d.gravity)};
}

BlocksOfAny<double> by_duals(const Problem& problem, const Formulation& f, const Parameters& p, const StateOfAny& x,
                             double t) {
  const bool minimal = f.form == Form::ode;
  if (problem.name == "pendulum" && minimal)
    return by_duals_minimal([&] { return PendulumAngle<Dual<1>>{pendulum<Dual<1>>(p)}; }, x, t);
  if (problem.name == "pendulum")
    return by_duals_constrained([&] { return PendulumCartesian<Dual<3>>{pendulum<Dual<3>>(p)}; }, x, t, f.form);
  if (problem.name == "two-link" && minimal)
    return by_duals_minimal([&] { return TwoLinkAngles<Dual<2>>(two_link<Dual<2>>(p)); }, x, t);
  if (problem.name == "two-link")
    return by_duals_constrained([&] { return TwoLinkCartesian<Dual<6>>(two_link<Dual<6>>(p)); }, x, t, f.form);
  if (problem.name == "squeezer" && minimal)
    return by_duals_minimal([&] { return squeezer::OneDegree(squeezer::data<double>(p).as<Dual<1>>()); }, x, t);
  if (problem.name == "squeezer" && f.name.starts_with("absolute"))
    return by_duals_constrained([&] { return squeezer::Absolute(squeezer::data<double>(p).as<Dual<21>>()); }, x, t,
                                f.form);
  if (problem.name == "squeezer")
    return by_duals_constrained([&] { return squeezer::Angles(squeezer::data<double>(p).as<Dual<7>>()); }, x, t,
                                f.form);
  if (problem.name == "oscillator") return by_duals_minimal([&] { return forced<Dual<1>>(p); }, x, t);
  if (problem.name == "free-body") return by_duals_minimal([&] { return free_body<Dual<3>>(p); }, x, t);
  if ((problem.name == "spinning-top" || problem.name == "heavy-top") && minimal)
    return by_duals_minimal([&] { return top<Dual<3>>(p); }, x, t);
  if (problem.name == "spinning-top" || problem.name == "heavy-top")
    return by_duals_constrained([&] { return top_as_body<Dual<6>>(p); }, x, t, f.form);
  if (problem.name == "pleiades") return by_duals_minimal([&] { return stars<Dual<14>>(p); }, x, t);
  if (problem.name == "car-axis" && minimal)
    return by_duals_minimal([&] { return CarAxisMinimal<Dual<2>>{axis<Dual<2>>(p)}; }, x, t);
  if (problem.name == "car-axis")
    return by_duals_constrained([&] { return CarAxisCartesian<Dual<4>>{axis<Dual<4>>(p)}; }, x, t, f.form);
  throw std::invalid_argument("no model of " + std::string(problem.name) + " is differentiated here: add it");
}

TEST(Blocks, AreTheAutomaticDerivativesOfTheModels) {
  for (const auto& problem : problems())
    for (const auto& formulation : problem.formulations) {
      const Parameters data(problem.parameters, problem.general_data);
      auto s = problem.in_double.system(data, formulation);
      if (!s.offers_blocks()) continue;
      const auto x = arbitrary_state(problem, data, formulation, s);
      BlocksOfAny<double> found(s.sizes().v, s.sizes().lambda);
      s.blocks(0.3, x, found);
      const auto [gap, name] = worst(found, by_duals(problem, formulation, data, x, 0.3));
      EXPECT_LT(gap, 1e-14) << problem.name << "/" << formulation.name << " " << name;
    }
}

TEST(Blocks, AWrongBlockIsCaught) {
  const auto& problem =
      *std::find_if(problems().begin(), problems().end(), [](const Problem& p) { return p.name == "two-link"; });
  const auto& formulation = *problem.formulation("index1");
  const Parameters data(problem.parameters, problem.general_data);
  auto s = problem.in_double.system(data, formulation);
  const auto x = arbitrary_state(problem, data, formulation, s);
  BlocksOfAny<double> found(s.sizes().v, s.sizes().lambda);
  s.blocks(0.3, x, found);
  found.acceleration_by_v(3, 5) *= 1 + 1e-9;
  EXPECT_EQ(worst(found, by_duals(problem, formulation, data, x, 0.3)).second, "acceleration_by_v");
}

}  // namespace
}  // namespace plumb
