// Compares the flexible mechanisms of zhang2022, with the data of the authors' computation (`data=as-computed`), with
// time histories of the authors' program (results/papers/zhang2022/authors-program).

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "harness/run/run_cell.hpp"

namespace plumb {
namespace {

/// The values of outputs at each time, by the names of the outputs.
struct History {
  std::vector<double> times;
  std::map<std::string, std::vector<double>> values;
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream in(line);
  for (std::string field; std::getline(in, field, ',');) out.push_back(field);
  return out;
}

History history(const std::string& problem, double until) {
  History out;
  std::ifstream in("results/papers/zhang2022/authors-program/" + problem + ".csv");
  std::vector<std::string> names;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const auto fields = fields_of(line);
    if (names.empty()) {
      names = fields;
      continue;
    }
    const double t = std::stod(fields[0]);
    if (t > until) break;
    out.times.push_back(t);
    for (std::size_t i = 1; i < names.size(); ++i) out.values[names[i]].push_back(std::stod(fields[i]));
  }
  return out;
}

/// Returns the outputs of a run at the times of a history. Precondition: all of them are times of steps of the run.
History run_at(const std::vector<double>& times, CellRequest request) {
  request.settings.insert({{"samples", "0"}, {"reference", "none"}});
  const auto cell = resolve(request);
  const auto& outputs = cell.problem().outputs;
  History out;
  const auto sink = [&](const Sample<quad>& sample) {
    if (out.times.size() == times.size()) return;
    const auto t = static_cast<double>(sample.t);
    if (std::abs(t - times[out.times.size()]) > 1e-9) return;
    out.times.push_back(t);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      out.values[outputs[i].name].push_back(static_cast<double>(sample.outputs[static_cast<Eigen::Index>(i)]));
  };
  const auto run = run_cell(cell, StopRequest{Status::ok}, {.sample = sink});
  EXPECT_EQ(run.status, Status::ok) << run.reason;
  EXPECT_EQ(out.times.size(), times.size());
  return out;
}

/// Returns the relative error of zhang2022, eq. (26).
double relative_error(const History& ours, const History& theirs, const std::string& name) {
  const auto &x = ours.values.at(name), &r = theirs.values.at(name);
  double of_differences = 0, of_values = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    of_differences += (x[i] - r[i]) * (x[i] - r[i]);
    of_values += r[i] * r[i];
  }
  return std::sqrt(of_differences / of_values);
}

/// Returns the largest difference, divided by the largest value.
double largest_difference(const History& ours, const History& theirs, const std::string& name) {
  const auto &x = ours.values.at(name), &r = theirs.values.at(name);
  double difference = 0, value = 0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    difference = std::max(difference, std::abs(x[i] - r[i]));
    value = std::max(value, std::abs(r[i]));
  }
  return difference / value;
}

CellRequest radau_iia(const std::string& problem, const std::map<std::string, std::string>& data,
                      const std::string& formulation, const std::string& step) {
  return {.problem = {problem, data},
          .formulation = {formulation, {}},
          .method = {"radau-iia", {{"newton", "transformed"}}},
          .step = step};
}

// The rounding of the numbers in Table 5 alone causes a difference of 1.5e-4; relative instead of incremental rotations
// alone cause 3.8e-5.
TEST(AuthorsHistories, ShaftAsComputedHasTheirMotion) {
  const auto theirs = history("shaft", 2.5);
  auto request = radau_iia("shaft", {{"data", "as-computed"}}, "index2", "5e-4");
  request.settings = {{"newton_tol", "1e-6"}};
  const auto ours = run_at(theirs.times, request);
  for (const char* name : {"u3", "v3"}) EXPECT_LT(relative_error(ours, theirs, name), 1e-8) << name;
  EXPECT_LT(relative_error(ours, theirs, "a3"), 1e-5);
}

// With the correct moments of inertia of the end nodes, the differences would be 5e-4 to 7e-4 in the rotation.
TEST(AuthorsHistories, BucklingAsComputedHasTheirMotionUntilTheVibrationGrows) {
  const auto theirs = history("buckling", 0.3);
  auto request = radau_iia("buckling", {{"data", "as-computed"}}, "momenta-index2", "5e-5");
  request.settings = {{"newton_tol", "1e-5"}, {"t_end", "0.3"}};
  const auto ours = run_at(theirs.times, request);
  EXPECT_LT(largest_difference(ours, theirs, "theta"), 1e-5);
  EXPECT_LT(largest_difference(ours, theirs, "omega1"), 5e-4);
  EXPECT_LT(largest_difference(ours, theirs, "F3"), 2e-4);
}

// The method and the step are the authors'. The comparison ends before the fast snap at 2.6 s, after which the phases
// of the vibration differ.
TEST(AuthorsHistories, FourBarAsComputedHasTheirMotionUntilTheSnap) {
  const auto theirs = history("four-bar", 2.4);
  CellRequest request{.problem = {"four-bar", {{"retraction", "cayley"}, {"data", "as-computed"}}},
                      .formulation = {"momenta-index3", {}},
                      .method = {"esdirk436l2sa2", {{"predicted", "rates"}}},
                      .step = "5e-3"};
  request.settings = {{"newton_tol", "1e-6"}, {"newton_test", "residual"}, {"newton_norm", "euclidean"},
                      {"newton_max", "50"},   {"last_step", "beyond"},     {"t_end", "2.41"}};
  const auto ours = run_at(theirs.times, request);
  for (const char* name : {"theta", "omega1", "C_y"}) EXPECT_LT(largest_difference(ours, theirs, name), 1e-6) << name;
}

/// Returns the iterations a step and stage of the authors' program with 1e-3 s.
double their_iterations(const std::string& label, const std::string& problem) {
  std::ifstream in("results/papers/zhang2022/authors-program/iterations.csv");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(label + "," + problem + ",1e-3,")) return std::stod(fields_of(line)[3]);
  ADD_FAILURE() << label;
  return 0;
}
double our_iterations(const std::string& problem, const Spec& method, int stages, const char* tangent) {
  CellRequest request{.problem = {problem, {{"retraction", "cayley"}, {"data", "as-computed"}, {"tangent", tangent}}},
                      .formulation = {"momenta-index3", {}},
                      .method = method,
                      .step = std::to_string(stages) + "e-3"};
  request.settings = {{"newton_tol", "1e-4"}, {"newton_test", "residual"}, {"newton_norm", "euclidean"},
                      {"newton_max", "50"},   {"last_step", "beyond"},     {"reference", "none"}};
  const auto run = run_cell(resolve(request), StopRequest{Status::ok}, {});
  EXPECT_EQ(run.status, Status::ok) << run.reason;
  return static_cast<double>(run.counters.newton_iterations.value()) / static_cast<double>(run.counters.stages.value());
}

// The matrix of the authors' program has the rotations of the predicted state. The exact matrix needs 25 to 35 % fewer
// iterations.
TEST(AuthorsHistories, IterationsOnTheBucklingBeamFollowFromTheirMatrix) {
  const struct {
    const char *label, *method, *rho;
    int stages;
  } runs[] = {{"LMS2 rho=0", "lms2", "0", 1}, {"LMS2 rho=0.6", "lms2", "0.6", 1}, {"LMS4 rho=0.6", "lms4", "0.6", 1},
              {"SS2 rho=0", "ss2", "0", 1},   {"SS4 rho=0.6", "ss4", "0.6", 1},   {"Bathe rho=0.6", "bathe", "0.6", 2}};
  for (const auto& [label, name, rho, stages] : runs) {
    const Spec method{name, {{"rho", rho}, {"predicted", "rates"}}};
    const double theirs = their_iterations(label, "buckling");
    EXPECT_NEAR(our_iterations("buckling", method, stages, "predicted"), theirs, 0.06 * theirs) << label;
    EXPECT_LT(our_iterations("buckling", method, stages, "exact"), 0.8 * theirs) << label;
  }
}

// On the shaft the exact matrix needs 23 % fewer iterations with these methods.
TEST(AuthorsHistories, IterationsOnTheShaftFollowFromTheirMatrix) {
  const struct {
    const char *label, *method, *rho;
    int stages;
  } runs[] = {{"SS2 rho=0", "ss2", "0", 1}, {"MSSTH(3)", "mssth3", "0", 3}};
  for (const auto& [label, name, rho, stages] : runs) {
    const Spec method{name, {{"rho", rho}, {"predicted", "rates"}}};
    const double theirs = their_iterations(label, "shaft");
    EXPECT_NEAR(our_iterations("shaft", method, stages, "predicted"), theirs, 0.07 * theirs) << label;
    EXPECT_LT(our_iterations("shaft", method, stages, "exact"), 0.8 * theirs) << label;
  }
}

/// Returns the minimum of an output and its time, from the given number of samples; "0": from every step.
std::pair<double, double> least(const char* samples) {
  CellRequest request{.problem = {"four-bar", {{"retraction", "cayley"}}},
                      .formulation = {"momenta-index3", {}},
                      .method = {"lms4", {{"rho", "0.6"}, {"predicted", "rates"}}},
                      .step = "4e-3"};
  request.settings = {{"newton_tol", "1e-6"}, {"newton_test", "residual"}, {"newton_norm", "euclidean"},
                      {"newton_max", "50"},   {"last_step", "beyond"},     {"t_end", "12"},
                      {"samples", samples},   {"reference", "none"}};
  const auto cell = resolve(request);
  std::pair<double, double> out;
  const auto sink = [&](const Sample<quad>& sample) {
    const auto omega1 = static_cast<double>(sample.outputs[1]);
    if (sample.t >= 0 && omega1 < out.first) out = {omega1, static_cast<double>(sample.t)};
  };
  EXPECT_EQ(run_cell(cell, StopRequest{Status::ok}, {.sample = sink}).status, Status::ok);
  return out;
}

// The vibration after the snap has a period of less than three steps. The authors' program has the minimum -0.022753
// rad/s at 2.57205 s. 2000 samples of the whole motion miss it, so figures and claims about extremes need every step.
TEST(AuthorsHistories, ExtremesNeedEveryStep) {
  const auto [value, time] = least("0");
  EXPECT_NEAR(value, -0.022754, 2e-6);
  EXPECT_NEAR(time, 2.57205, 1e-5);
  EXPECT_GT(least("2000").first, 0.95 * value);
}

}  // namespace
}  // namespace plumb
