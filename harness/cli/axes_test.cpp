#include "harness/cli/axes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace plumb {
namespace {

// Fails if a task of a pool writes across the line of its progress.
TEST(Axes, NotesComeWithTheCells) {
  const auto file = std::filesystem::temp_directory_path() / ("plumb-axes-" + std::to_string(getpid()) + ".toml");
  std::ofstream(file) << "schema = 1\nname = \"euler\"\ntitle = \"Euler\"\nsource = \"Euler\"\norder = 2\n"
                         "a = [[0]]\nb = [1]\n";
  testing::internal::CaptureStderr();
  const auto noted = cells_of(
      {.problem = {"pendulum"}, .formulation = {"ode"}, .method = {"@" + file.string()}, .step = {"1e-2,1e-3"}});
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(noted.cells.size(), 2U);
  ASSERT_EQ(noted.notes.size(), 1U);
  EXPECT_THAT(noted.notes.front(), testing::HasSubstr("order"));
  std::filesystem::remove(file);
}

// Fails if a formula whose errors grow is run without a word, or if one at the edge is warned of.
TEST(Axes, FormulasThatAreNotZeroStableAreWarnedOf) {
  const auto notes = [](const char* method) {
    return cells_of({.problem = {"pendulum"}, .formulation = {"ode"}, .method = {method}, .step = {"1e-2,1e-3"}}).notes;
  };
  ASSERT_EQ(notes("lms3(rho=1)").size(), 1U);
  EXPECT_THAT(notes("lms3(rho=1)").front(), testing::HasSubstr("lms3(rho=1) is not zero-stable"));
  EXPECT_TRUE(notes("lms3(rho=0.99)").empty());
  EXPECT_TRUE(notes("lms2(rho=1)").empty());
}

}  // namespace
}  // namespace plumb
