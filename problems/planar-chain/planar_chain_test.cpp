// Compares the two sets of coordinates, the precisions and the linear solvers of the planar chain with each other, and
// a chain of two links with the two-link manipulator.

#include <gtest/gtest.h>

#include "problems/catalogue.hpp"

namespace plumb {
namespace {

const Problem& chain() { return catalogued_problem("planar-chain"); }

// Returns the data of a bent chain in motion, with different links; every number is exact in double.
Parameters chain_parameters(int n, std::map<std::string, std::string> overrides = {}) {
  overrides.insert({{"n", std::to_string(n)},
                    {"length", "1.25"},
                    {"mass", "0.75"},
                    {"angle", "-0.75"},
                    {"bend", "0.5"},
                    {"rate", "1.5"},
                    {"bend_rate", "-0.25"},
                    {"gravity", "9.75"}});
  if (n <= 64) overrides.insert({{"length_ratio", "0.96875"}, {"mass_ratio", "1.03125"}, {"friction", "0.25"}});
  return {chain().parameters, overrides};
}

template <class T>
double gap(const Vec<T>& a, const Vec<T>& b) {
  return a.size() == 0 ? 0 : static_cast<double>((a - b).cwiseAbs().maxCoeff() / (1 + b.cwiseAbs().maxCoeff()));
}

// The initial state, completed by the index-1 equations.
template <class T>
struct Start {
  AnySystem<T> system;
  typename AnySystem<T>::State x;

  Start(const Problem& problem, const Parameters& data, std::string_view name)
      : system(problem.in<T>().system(data, *problem.formulation(name))), x(zero_state(system)) {
    const auto& model = problem.in<T>();
    const auto at = model.initial(data, *problem.formulation(name));
    x.q = at.q;
    x.v = at.v;
    EXPECT_TRUE(system.acceleration(T(0), x.q, x.v, x.a, x.lambda));
  }

  Vec<T> outputs(std::size_t count) const {
    Vec<T> out(static_cast<Eigen::Index>(count));
    system.outputs(T(0), x, out);
    return out;
  }
};

// Returns ψ'' of every link from the second derivatives of the relative angles.
template <class T>
Vec<T> turning(const Vec<T>& between) {
  Vec<T> out = between;
  for (Eigen::Index k = 1; k < out.size(); ++k) out[k] += out[k - 1];
  return out;
}
template <class T>
Vec<T> every_third(const Vec<T>& x) {
  return Eigen::Map<const Vec<T>, 0, Eigen::InnerStride<3>>(x.data() + 2, x.size() / 3);
}

TEST(PlanarChain, AcceleratesAlikeInBothCoordinates) {
  for (const int n : {1, 2, 3, 8, 64}) {
    const auto data = chain_parameters(n);
    const Start<quad> angles(chain(), data, "ode"), absolute(chain(), data, "index1");
    EXPECT_LT(gap<quad>(every_third(absolute.x.a), turning(angles.x.a)), 1e-27) << n;
    EXPECT_GT(angles.x.a.cwiseAbs().minCoeff(), 1e-3) << n;
    EXPECT_LT(gap(absolute.outputs(6), angles.outputs(6)), 1e-30) << n;
  }
}

TEST(PlanarChain, IsTheTwoLinkManipulatorWithTwoLinks) {
  const auto& two_link = catalogued_problem("two-link");
  const Parameters data(two_link.parameters, {{"length1", "1.25"},
                                              {"length2", "1.5"},
                                              {"mass1", "0.75"},
                                              {"mass2", "2.25"},
                                              {"angle1", "0.4"},
                                              {"angle2", "-1.1"},
                                              {"rate1", "1.5"},
                                              {"rate2", "-2"}});
  const Parameters same(chain().parameters, {{"n", "2"},
                                             {"length", "1.25"},
                                             {"length_ratio", "1.2"},
                                             {"mass", "0.75"},
                                             {"mass_ratio", "3"},
                                             {"angle", "0.4"},
                                             {"bend", "-1.5"},
                                             {"rate", "1.5"},
                                             {"bend_rate", "-3.5"}});
  for (const char* formulation : {"index1", "index2", "index3", "ggl"}) {
    const Start<quad> two(two_link, data, formulation), ours(chain(), same, formulation);
    EXPECT_LT(gap(ours.x.q, two.x.q), 1e-32);
    EXPECT_LT(gap(ours.x.v, two.x.v), 1e-32);
    EXPECT_LT(gap(ours.x.a, two.x.a), 1e-31);
    EXPECT_LT(gap(ours.x.lambda, two.x.lambda), 1e-31);
    EXPECT_LT(
        static_cast<double>(abs(ours.system.energy(0, ours.x.q, ours.x.v) - two.system.energy(0, two.x.q, two.x.v))),
        1e-30);
  }
  const Start<quad> two(two_link, data, "ode"), ours(chain(), same, "ode");
  EXPECT_LT(gap<quad>(turning(ours.x.a), two.x.a), 1e-31);
}

// Elimination chooses pivots only within blocks, and rounding errors accumulate over a thousand links.
TEST(PlanarChain, KeepsItsDigitsWhenLong) {
  for (const int n : {64, 1024})
    for (const char* bend : {"0.5", "0.001953125", "3"}) {
      for (const char* formulation : {"ode", "index1"}) {
        const auto data = chain_parameters(n, {{"bend", bend}});
        const Start<double> rough(chain(), data, formulation);
        const Start<quad> exact(chain(), data, formulation);
        EXPECT_LT(gap<double>(rough.x.a, exact.x.a.cast<double>()), 1e-10) << formulation << n << bend;
        EXPECT_LT(gap<double>(rough.x.lambda, exact.x.lambda.cast<double>()), 1e-10) << formulation << n << bend;
      }
    }
}

// Returns a Newton increment of a step of 0.01 s at index 3. The matrix is not symmetric, because the iterate violates
// the constraints.
template <class T>
Vec<T> newton_increment(const Parameters& data) {
  Start<T> at(chain(), data, "index3");
  at.x.q.array() += T(1) / 64;
  const T h = T(1) / 128;
  auto factors = at.system.template factors<T>();
  const Blend<T> b = {.mass = 1, .damping = h, .stiffness = h * h, .jacobian = 0, .position = h * h};
  EXPECT_TRUE(at.system.factor(factors, {T(0), at.x}, b));
  Vec<T> w = Vec<T>::Ones(at.x.v.size()), e = Vec<T>::Zero(at.x.lambda.size());
  at.system.solve(factors, w, e);
  return w;
}

TEST(PlanarChain, KeepsTheDigitsOfNewtonMatricesWhenLong) {
  for (const int n : {64, 1024})
    for (const char* bend : {"0.5", "0.001953125", "3"})
      for (const char* solver : {"tree", "klu"}) {
        const auto data = chain_parameters(n, {{"bend", bend}, {"solver", solver}});
        const Vec<double> exact = newton_increment<quad>(data).cast<double>();
        EXPECT_LT(gap<double>(newton_increment<double>(data), exact), 1e-9) << solver << n << bend;
      }
}

// dE/dt along the motion, by difference quotients, equals the power of the joint friction in all coordinates.
TEST(PlanarChain, LosesEnergyToItsFriction) {
  const quad e = quad(1) / (1 << 18);
  std::vector<quad> powers;
  for (const char* formulation : {"ode", "index1", "index3"}) {
    Start<quad> at(chain(), chain_parameters(3), formulation);
    const auto energy = [&](const quad& later) {
      return at.system.energy(later, at.x.q + later * at.x.v, at.x.v + later * at.x.a);
    };
    const quad rate =
        (45 * (energy(e) - energy(-e)) - 9 * (energy(2 * e) - energy(-2 * e)) + (energy(3 * e) - energy(-3 * e))) /
        (60 * e);
    ASSERT_TRUE(at.system.has_power());
    powers.push_back(at.system.power(0, at.x.q, at.x.v, at.x.lambda));
    EXPECT_LT(powers.back(), -0.1) << formulation;
    EXPECT_LT(abs(powers.back() - rate), 1e-20) << formulation;
    EXPECT_LT(abs(powers.back() - powers.front()), 1e-31) << formulation;
  }
}

TEST(PlanarChain, RefusesDataThatAreNone) {
  const auto refused = [](const std::map<std::string, std::string>& overrides) {
    try {
      chain().check(Parameters(chain().parameters, overrides));
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused({}), "");
  EXPECT_EQ(refused({{"n", "2.5"}}), "n = 2.5 is not a whole number of links");
  EXPECT_EQ(refused({{"n", "1024"}, {"length_ratio", "0.25"}}),
            "length_ratio=0.25 is not allowed with n=1024: first and last link may differ by a factor of 1e8 at most");
  EXPECT_EQ(refused({{"n", "1024"}, {"mass_ratio", "2"}}),
            "mass_ratio=2 is not allowed with n=1024: first and last link may differ by a factor of 1e8 at most");
}

}  // namespace
}  // namespace plumb
