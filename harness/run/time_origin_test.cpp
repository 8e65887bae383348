// A run may begin at another time than 0: steps, samples, windows, forces and references must use t_begin of the file.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/run/run_cell.hpp"
#include "reference/solution.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

constexpr const char* settling = "@examples/mechanisms/settling.toml";

RunResult settled(const std::string& problem, const std::string& step,
                  const std::map<std::string, std::string>& overrides, std::vector<Sample<quad>>* samples = nullptr) {
  CellRequest request;
  request.problem.name = problem;
  request.formulation.name = "index3";
  request.method.name = "bdf2";
  request.method.parameters["start"] = "trapezoidal";
  request.step = step;
  for (const auto& [name, value] : overrides) request.settings.emplace(name, value);
  RunRequest watched;
  if (samples) watched.sample = [&](const Sample<quad>& x) { samples->push_back(x); };
  return run_cell(resolve(request), StopRequest(Status::ok), watched);
}

/// Writes the file of a mechanism that starts at 0, with all of its functions of time shifted by one second.
class Shifted : public ::testing::Test {
 protected:
  Shifted() {
    std::ifstream file("examples/mechanisms/settling.toml");
    std::stringstream text;
    text << file.rdbuf();
    auto all = text.str();
    const auto replace = [&](const std::string& from, const std::string& to) {
      const auto found = all.find(from);
      ASSERT_NE(found, std::string::npos) << from;
      all.replace(found, from.size(), to);
    };
    replace("t_begin = -1", "t_begin = 0");
    replace("t_end = 2.5", "t_end = 3.5");
    replace("from = -1, pieces = [{ until = -0.5,", "from = 0, pieces = [{ until = 0.5,");
    replace("from = -1, pieces = [{ until = -0.25, polynomial = [1] }, { until = 0,",
            "from = 0, pieces = [{ until = 0.75, polynomial = [1] }, { until = 1,");
    replace("vector = [0, 0, 5]\npieces = [{ until = 0.5,", "vector = [0, 0, 5]\nfrom = 1\npieces = [{ until = 1.5,");
    std::ofstream(path_) << all;
  }
  std::string problem() const { return "@" + path_.string(); }

 private:
  std::filesystem::path path_ = scratch_folder() / "settling.toml";
};

// Fails if the time of a run, of a function or of the reference counts from 0 instead of t_begin.
TEST_F(Shifted, MovesAsItWouldWithAnotherOriginOfTime) {
  std::vector<Sample<quad>> early, late;
  const auto a = settled(settling, "1e-2", {{"samples", "7"}}, &early);
  const auto b = settled(problem(), "1e-2", {{"samples", "7"}}, &late);
  ASSERT_EQ(a.status, Status::ok) << a.reason;
  ASSERT_EQ(b.status, Status::ok) << b.reason;
  EXPECT_EQ(a.counters.steps, 350);
  ASSERT_EQ(early.size(), 7U);
  ASSERT_EQ(late.size(), 7U);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(static_cast<double>(early[i].t), 0.5 * static_cast<double>(i + 1) - 1, 1e-13);
    EXPECT_LT((early[i].q - late[i].q).norm(), quad("1e-12"));
    EXPECT_LT((early[i].v - late[i].v).norm(), quad("1e-11"));
  }
  EXPECT_NEAR(*a.metrics.at("rms.height") / *b.metrics.at("rms.height"), 1, 1e-6);
  EXPECT_NEAR(*a.metrics.at("energy.max") / *b.metrics.at("energy.max"), 1, 1e-4);
}

TEST(TimeOrigin, ErrorsHaveTheOrderOfTheMethod) {
  const std::map<std::string, std::string> from = {{"errors_from", "0"}, {"breaks", "restarted"}};
  const auto coarse = settled(settling, "5e-3", from), fine = settled(settling, "2.5e-3", from);
  EXPECT_EQ(coarse.final_state.t, 2.5);
  EXPECT_NEAR(std::log2(*coarse.metrics.at("rms.height") / *fine.metrics.at("rms.height")), 2, 0.1);
  EXPECT_NEAR(std::log2(*coarse.metrics.at("rms.acceleration") / *fine.metrics.at("rms.acceleration")), 2, 0.3);
}

// The dashpot is switched off at −0.25 s. The step that ends there must include the force of the dashpot, and the next
// step must not.
TEST(TimeOrigin, MethodsBeginAnewAtBreaks) {
  const auto slope = [](const std::string& method, const std::string& breaks) {
    const auto error = [&](const std::string& step) {
      CellRequest request;
      request.problem.name = settling;
      request.formulation.name = "index2";
      request.method.name = method;
      request.step = step;
      request.settings = {{"breaks", breaks}, {"precision", "long"}};
      const auto run = run_cell(resolve(request), StopRequest(Status::ok));
      EXPECT_EQ(run.status, Status::ok) << run.reason;
      return *run.metrics.at("rms.height");
    };
    return std::log2(error("2.5e-2") / error("1.25e-2"));
  };
  EXPECT_NEAR(slope("radau-iia", "ignored"), 1, 0.3);
  EXPECT_GT(slope("radau-iia", "restarted"), 3.7);
  EXPECT_THROW(slope("bdf2", "restarted"), UsageError) << "its history is computed backwards";
  try {
    settled(settling, "0.1", {{"breaks", "restarted"}});
    FAIL() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("breaks: no step of 0.1 s ends at the discontinuity at -0.25 s"));
  }
}

TEST(TimeOrigin, WindowsMayBeginAtZeroAndNotBeforeTheStart) {
  EXPECT_THROW(settled(settling, "1e-2", {{"errors_from", "-1"}}), UsageError);
  try {
    settled(settling, "1e-2", {{"errors_from", "-2"}});
    FAIL() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("errors_from: -2 is not after the start, -1 s"));
  }
  try {
    settled(settling, "1e-2", {{"t_end", "-1"}});
    FAIL() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("t_end: -1 is not after the start, -1 s"));
  }
  try {
    settled(settling, "0.3", {});
    FAIL() << "accepted";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("step 0.3 does not divide t_end (2.5)-(-1)"));
  }
}

// Outputs defined "by the method" use the accelerations of the method. An explicit method computes none.
TEST(TimeOrigin, OutputsByTheMethodAreItsOwn) {
  std::vector<Sample<quad>> samples;
  settled(settling, "1e-2", {{"samples", "1"}}, &samples);
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].outputs[1], samples[0].a[2]);
  CellRequest request;
  request.problem.name = settling;
  request.formulation.name = "index1";
  request.method.name = "erk4";
  request.step = "1e-2";
  const auto run = run_cell(resolve(request), StopRequest(Status::ok));
  EXPECT_EQ(run.status, Status::ok);
  EXPECT_FALSE(run.metrics.at("rms.acceleration"));
  EXPECT_TRUE(run.metrics.at("rms.height"));
}

}  // namespace
}  // namespace plumb
