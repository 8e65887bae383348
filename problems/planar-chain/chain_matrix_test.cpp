// Compares the matrices of the planar chain with dense matrices of difference quotients, for every linear solver and
// scalar.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "problems/catalogue.hpp"
#include "problems/planar-chain/absolute_chain.hpp"
#include "problems/planar-chain/angle_chain.hpp"
#include "problems/testing/blends.hpp"
#include "problems/testing/difference_quotients.hpp"

namespace plumb {
namespace {

// The links have different lengths and masses, so that errors of different terms cannot cancel.
Parameters data_of(int n, const std::map<std::string, std::string>& more = {}) {
  std::map<std::string, std::string> overrides = {{"n", std::to_string(n)}, {"length", "1.3"},
                                                  {"mass", "0.7"},          {"length_ratio", "0.9"},
                                                  {"mass_ratio", "1.125"},  {"friction", "0.3"}};
  for (const auto& [name, value] : more) overrides[name] = value;
  return {catalogued_problem("planar-chain").parameters, overrides};
}

// Returns a state that violates the constraints and the equations of motion. Its entries are exact in every scalar.
template <class S>
typename S::State arbitrary_state(const S& s) {
  using T = typename S::Scalar;
  std::mt19937 engine(5);
  std::uniform_int_distribution<int> number(-512, 512);
  auto x = zero_state(s);
  for (auto* part : {&x.q, &x.v, &x.a, &x.lambda})
    for (auto& entry : *part) entry = T(number(engine)) / 256;
  return x;
}

template <class T>
class ChainMatrices : public ::testing::Test {
 protected:
  // Bound on the error: rounding errors times the condition of these matrices, or the error of difference quotients.
  static constexpr double bound = std::max(1e5 * static_cast<double>(std::numeric_limits<T>::epsilon()), 1e-18);

  template <class MakeSystem, class MakeExact>
  static void expect_true(MakeSystem make, MakeExact make_exact, const std::string& title) {
    auto exact_system = make_exact();
    auto exact_x = arbitrary_state(exact_system);
    const auto exact = testing::blocks_by_differences(exact_system, exact_x, 0);
    exact_x.q.array() += quad("0.25");
    const auto exact_rows = testing::blocks_by_differences(exact_system, exact_x, 0);
    for (const auto* solver : {"tree", "klu", "dense"}) {
      auto s = make(solver);
      const auto x = arbitrary_state(s);
      const Vec<T> q_rows = x.q.array() + T(0.25);
      EXPECT_LT(testing::worst_solution<T>(s, exact, exact_rows, x, q_rows), bound) << title << " " << solver;
      EXPECT_LT(testing::worst_solution<std::complex<T>>(s, exact, exact_rows, x, q_rows), bound)
          << title << " " << solver;
    }
  }
};
using Precisions = ::testing::Types<double, long double, quad>;
TYPED_TEST_SUITE(ChainMatrices, Precisions);

TYPED_TEST(ChainMatrices, AreThoseOfItsEquations) {
  using T = TypeParam;
  for (const int n : {1, 2, 3, 8})
    for (const char* friction : {"0", "0.3"})
      for (const Form form : constrained_forms) {
        const auto data = [&](const char* solver) { return data_of(n, {{"friction", friction}, {"solver", solver}}); };
        this->expect_true([&](const char* solver) { return AbsoluteChain<T>(chain_data<T>(data(solver)), form); },
                          [&] { return AbsoluteChain<quad>(chain_data<quad>(data("tree")), form); },
                          std::string(name(form)) + " " + std::to_string(n));
      }
}

TYPED_TEST(ChainMatrices, OfMinimalCoordinatesAreTangentsOfTheAcceleration) {
  using T = TypeParam;
  for (const int n : {1, 2, 3, 8})
    for (const char* friction : {"0", "0.3"}) {
      const auto data = [&](const char* solver) { return data_of(n, {{"friction", friction}, {"solver", solver}}); };
      this->expect_true([&](const char* solver) { return AngleChain<T>(chain_data<T>(data(solver))); },
                        [&] { return AngleChain<quad>(chain_data<quad>(data("tree"))); }, std::to_string(n));
    }
}

}  // namespace
}  // namespace plumb
