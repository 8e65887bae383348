// The scaled copy of a mechanism behaves like the original: in any units of length, mass and time, implicit methods end
// with the same status and at the same motion, after as many iterations where units are powers of 1024.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "problems/mechanisms/mechanism_problem.hpp"
#include "problems/mechanisms/testing/mechanisms_in_units.hpp"
#include "tests/moved_problem.hpp"

namespace plumb::testing {
namespace {

struct Ending {
  Status status;
  std::int64_t iterations;
  Vec<double> q;  // lengths divided by their unit
};

Ending ending(const std::string& text, const Units& unit, const char* formulation, const char* method) {
  const auto problem = mechanism_problem(mechanism_from_text(text, "scaled.toml"));
  MovedProblem<double> moved(problem, Parameters(problem.parameters, {}), formulation);
  const auto result = moved.by(method, 0.1 * unit.time, 10);
  Ending out{result.status, moved.counters.newton_iterations.value_or(0), moved.x.q};
  for (Eigen::Index i = 0; i < out.q.size(); ++i)
    if (i % 7 < 3) out.q[i] /= unit.length;
  return out;
}

void expect_the_same(const Ending& usual, const Ending& scaled, bool is_exact) {
  ASSERT_EQ(usual.status, Status::ok);
  ASSERT_EQ(scaled.status, usual.status);
  EXPECT_TRUE(!is_exact || scaled.iterations == usual.iterations) << scaled.iterations << " " << usual.iterations;
  EXPECT_LE((usual.q - scaled.q).cwiseAbs().maxCoeff(), is_exact ? 0 : 1e-11);
}

constexpr double small = 0x1p-30, large = 0x1p30;

/// Powers of two scale without rounding, so that every digit has to be the same.
const std::vector<Units> exact_scales = {{small, 1, 1}, {1, large, 1}, {1, 1, small}, {large, small, large}};
const std::vector<Units> other_scales = {{1e-4, 1e-10, 1e-2}, {1e9, 1e9, 3e4}};

void expect_free_of_units(const char* formulation, const std::vector<const char*>& methods) {
  for (std::size_t k = 0; k < mechanisms_in_units().size(); ++k)
    for (const char* method : methods) {
      const auto usual = ending(mechanisms_in_units()[k](Writer{}), {}, formulation, method);
      for (const auto* scales : {&exact_scales, &other_scales})
        for (const auto& unit : *scales) {
          SCOPED_TRACE(fmt::format("mechanism {}, {} on {}, length {} mass {} time {}", k + 1, method, formulation,
                                   unit.length, unit.mass, unit.time));
          expect_the_same(usual, ending(mechanisms_in_units()[k](Writer{unit}), unit, formulation, method),
                          scales == &exact_scales);
        }
    }
}

const std::vector<const char*> of_every_form = {"radau-iia", "gauss", "lobatto-iiic",
                                                "block",     "bdf2",  "esdirk436l2sa2"};

TEST(Units, DoNotMatterAtIndex1) { expect_free_of_units("index1", of_every_form); }
TEST(Units, DoNotMatterAtIndex2) { expect_free_of_units("index2", of_every_form); }
TEST(Units, DoNotMatterAtIndex3) {
  auto methods = of_every_form;
  methods.insert(methods.end(), {"generalized-alpha", "rattle", "half-implicit", "half-implicit2"});
  expect_free_of_units("index3", methods);
}

}  // namespace
}  // namespace plumb::testing
