// Compares end states of the mechanical problems of the IVP test set (mazzia2008) with the published values, which are
// stored in results/audit. The methods of these runs share no code with Plumb's reference solutions.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "harness/cell/resolve.hpp"
#include "harness/run/run_cell.hpp"
#include "methods/catalogue.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

struct TestSetRun {
  const char *problem, *formulation, *method, *step, *t_end;
  std::map<std::string, std::string> data = {};
  const char* precision = "long";
  std::map<std::string, std::string> method_parameters = {};
};

RunResult end_of(const TestSetRun& run) {
  CellRequest request;
  request.problem = {run.problem, run.data};
  request.formulation.name = run.formulation;
  request.method = {run.method, run.method_parameters};
  request.step = run.step;
  request.settings = {{"t_end", run.t_end}, {"samples", "1"}, {"precision", run.precision}};
  return run_cell(resolve(request).without_reference(), StopRequest{Status::ok});
}

/// Returns for each class the largest relative difference from the published values. The key is the first letter of the
/// class; o means outputs.
std::map<char, double> apart(const RunResult& run, const std::string& file) {
  std::map<char, double> out;
  std::ifstream in("results/audit/" + file + ".csv");
  std::string line;
  while (std::getline(in, line)) {
    std::stringstream fields(line);
    std::string problem, t, name, published, factor;
    for (auto* field : {&problem, &t, &name, &published, &factor}) std::getline(fields, *field, ',');
    if (line.starts_with('#') || problem == "problem") continue;
    const double value = std::stod(published) * (factor.empty() ? 1 : std::stod(factor));
    const auto& end = run.final_state;
    if (const auto output = end.outputs.find(name); output != end.outputs.end()) {
      out['o'] = std::max(out['o'], std::abs(output->second - value) / std::abs(value));
      continue;
    }
    const auto first_digit = name.find_first_of("0123456789");
    const auto& values = name[0] == 'q' ? end.q : name[0] == 'v' ? end.v : name[0] == 'a' ? end.a : end.lambda;
    const auto i = static_cast<std::size_t>(std::stoi(name.substr(first_digit))) - 1;
    if (i < values.size()) out[name[0]] = std::max(out[name[0]], std::abs(values[i] - value) / std::abs(value));
  }
  EXPECT_FALSE(out.empty()) << file;
  return out;
}

// At t = 200 the particles are at rest to all digits of double, and stay so until t = 1000.
TEST(Fekete, ComesToRestWhereThePublishedValuesSay) {
  const auto end = end_of({"fekete", "index1", "dop853", "1/20", "200"});
  const auto found = apart(end, "fekete-test-set");
  EXPECT_LT(found.at('q'), 1e-10);  // 10 to 13 digits agree, the fewest in values near 0
  for (const double v : end.final_state.v) EXPECT_LT(std::abs(v), 1e-15);
  for (const double lambda : end.final_state.lambda) EXPECT_NEAR(lambda, 4.75, 1e-12);
  const auto damped = end_of({"fekete", "index1", "dop853", "1/20", "200", {{"damping", "0.500001"}}});
  EXPECT_GT(apart(damped, "fekete-test-set").at('q'), 1e-8);
}

bool is_known_to_fail(const Method& method, const char* formulation) {
  const Parameters defaults(method.parameters, {});
  const Form form = catalogued_problem("fekete").formulation(formulation)->form;
  for (const auto what : {Failure::diverges, Failure::leaves_constraints, Failure::multipliers_oscillate})
    if (is_known(what, method.info.name, defaults, "fekete", form)) return true;
  return false;
}

// Every method that imposes the constraints must run from consistent multipliers to the published end time, when all
// particles are at rest. Gauss's method is left out: its stability function has modulus 1 at infinity, so it does not
// damp rounding errors.
TEST(Fekete, RunsToItsHorizonWithEveryMethodThatShould) {
  int runs = 0;
  for (const char* formulation : {"index2", "index3", "ggl"})
    for (const auto& method : methods()) {
      if (!method.info.fixed_step || !method.fits(formulation) || is_known_to_fail(method, formulation)) continue;
      const auto name = std::string(method.info.name);
      const auto end = end_of({"fekete", formulation, name.c_str(), "1/5", "1000", {{"n", "4"}}, "double"});
      EXPECT_EQ(end.status, Status::ok) << formulation << " " << name << ": " << end.reason;
      double speed = 0;
      for (const double v : end.final_state.v) speed = std::max(speed, std::abs(v));
      EXPECT_LT(speed, name == "gauss" ? 1e-2 : 1e-9) << formulation << " " << name;
      ++runs;
    }
  EXPECT_GT(runs, 80);
}

// 9 digits of the velocities agree, and 11 of the angles.
TEST(Beam, EndsWhereThePublishedValuesSay) {
  const auto found = apart(end_of({"beam", "ode", "dop853", "5/40000", "5"}), "beam-test-set");
  EXPECT_LT(found.at('q'), 5e-12);
  EXPECT_LT(found.at('v'), 5e-10);
}

TEST(Beam, EndsElsewhereWithoutItsLoad) {
  const auto found = apart(end_of({"beam", "ode", "dop853", "5/10000", "5", {{"load", "1.500001"}}}), "beam-test-set");
  EXPECT_GT(found.at('q'), 1e-7);
}

TEST(FlexibleCrank, EndsWhereThePublishedValuesSay) {
  const auto end = end_of({"slider-crank-flexible", "index1", "dop853", "1e-5", "0.1"});
  const auto found = apart(end, "slider-crank-test-set");
  EXPECT_LT(found.at('q'), 5e-6);  // 9 digits of the angles agree, and 5 of the rod's elongation
  EXPECT_LT(found.at('v'), 2e-3);
  EXPECT_NEAR(end.final_state.q[1], -0.3311734987910881, 1e-9);
  EXPECT_NEAR(end.final_state.q[2], 0.1697373326718410, 1e-9);
  const auto stiffer = end_of({"slider-crank-flexible", "index1", "dop853", "1e-5", "0.1", {{"young", "2.0001e11"}}});
  EXPECT_GT(apart(stiffer, "slider-crank-test-set").at('q'), 1e-4);
}

// 5 digits of the height (1e-5 m) agree, 6 of the velocities and of the angles of the contacts, and more of all others.
TEST(Wheelset, EndsWhereThePublishedValuesSay) {
  TestSetRun run = {"wheelset", "index1", "dop853-adaptive", "1/10", "10", {}, "double"};
  run.method_parameters = {{"rtol", "1e-13"}, {"atol", "1e-13"}};
  const auto found = apart(end_of(run), "wheelset-test-set");
  EXPECT_LT(found.at('q'), 6e-6);
  EXPECT_LT(found.at('v'), 2.5e-6);
  EXPECT_LT(found.at('l'), 4e-8);
  EXPECT_LT(found.at('o'), 4e-7);
  run.data = {{"friction", "0.12001"}};
  EXPECT_GT(apart(end_of(run), "wheelset-test-set").at('q'), 2e-5);
}

}  // namespace
}  // namespace plumb
