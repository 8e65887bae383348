// Differences of runs with h and h/2 have the same orders as errors against a reference, and every verdict names its
// source.

#include "harness/judge/self_convergence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/cell/resolve.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

std::vector<ResolvedCell> cells(const Spec& problem, const std::string& form, const std::string& method,
                                const std::vector<std::string>& steps, const std::string& t_end) {
  std::vector<ResolvedCell> out;
  for (const auto& step : steps) {
    CellRequest request;
    request.problem = problem;
    request.formulation.name = form;
    request.method.name = method;
    request.step = step;
    request.settings = {{"t_end", t_end}, {"samples", "10"}, {"reference", "none"}};
    out.push_back(resolve(request));
  }
  return out;
}
const std::vector<std::string> halved_steps = {"1/50", "1/100", "1/200", "1/400", "1/800"};

const OrderResult& result_of(const OrderMeasurement& measured, const std::string& name) {
  for (const auto& one : measured.classes)
    if (one.component_class == name) return one.result;
  throw std::logic_error(name);
}

TEST(SelfConvergence, ShowsTheOrderThatAReferenceShows) {
  const Spec pendulum{"pendulum", {{"angle", "-0.7"}, {"rate", "1.5"}}};
  struct {
    const char *form, *method;
  } const studies[] = {{"ode", "erk4"},   {"ode", "kutta3"},   {"ode", "bdf2"},    {"index1", "trapezoidal"},
                       {"index3", "hht"}, {"index2", "bdf2"},  {"index3", "bdf2"}, {"ode", "stormer-verlet"},
                       {"ode", "ab3"},    {"ggl", "radau-iia"}};
  int compared = 0;
  for (const auto& [form, method] : studies) try {
      const auto all = cells(pendulum, form, method, halved_steps, "1");
      const auto own = self_converged_order(all, {}, {"q", "v"}), by_reference = measured_order(all, {}, {"q", "v"});
      for (const char* name : {"q", "v"}) {
        const auto &one = result_of(own, name), &other = result_of(by_reference, name);
        EXPECT_THAT(one.reason, testing::HasSubstr("by self-convergence")) << method;
        if (!one.order || !other.order) continue;
        ++compared;
        EXPECT_NEAR(*one.order, *other.order, 0.15) << form << " " << method << " " << name;
        EXPECT_EQ(one.verdict, other.verdict) << form << " " << method << " " << name;
      }
    } catch (const UsageError&) {  // the catalogue does not have this name
    }
  EXPECT_GE(compared, 8);
}

TEST(SelfConvergence, IsAnOrderOfProblemsThatHaveNoReference) {
  for (const char* force : {"-x - 2*(x + abs(x)) + cos(t)", "-4*x - 0.1*sign(x')", "-x*abs(x) - 0.2*x'"}) {
    const auto path = testing::TempDir() + "rough.toml";
    std::ofstream(path) << "schema = 1\nname = \"rough\"\nt_end = 2\n[[coordinate]]\nname = \"x\"\nstart = 1\n"
                        << "[equations]\nforce = [\"" << force << "\"]\n";
    const auto own = self_converged_order(cells({"@" + path, {}}, "ode", "erk4", halved_steps, "2"), {}, {"q", "x"});
    for (const char* name : {"q", "x"}) {
      const auto& result = result_of(own, name);
      EXPECT_EQ(result.points.size(), halved_steps.size());
      EXPECT_TRUE(result.order || !result.reason.empty()) << force;
      EXPECT_THAT(result.reason, testing::HasSubstr("by self-convergence")) << force;
    }
    EXPECT_THAT(result_of(own, "q").reason, testing::HasSubstr("hold on smooth problems")) << force;
  }
}

TEST(SelfConvergence, RefusesAClassThatItCannotCompare) {
  const auto all = cells({"spinning-top", {}}, "rotation-index3", "bdf2", {"1/100"}, "0.1");
  EXPECT_THROW(self_converged_order(all, {}, {"q.rotation"}), UsageError);
}

}  // namespace
}  // namespace plumb
