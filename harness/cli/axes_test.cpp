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

}  // namespace
}  // namespace plumb
