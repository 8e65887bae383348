// Tests of the memory per cell in a large study, from the study file to the `finished` result.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <limits>

#include "harness/schedule/matrix.hpp"
#include "harness/sets/experiment.hpp"

namespace plumb {
namespace {

/// Returns the allocated bytes of all threads; 0 if a sanitizer replaces malloc.
std::size_t bytes_in_use() { return ::mallinfo2().uordblks; }

/// Writes a study of 20 step sizes for each of several numbers of samples.
std::string study(std::size_t cells) {
  std::string steps, samples;
  for (int i = 1; i <= 20; ++i) steps += fmt::format("'1/{}', ", i);
  for (std::size_t i = 1; i <= cells / 20; ++i) samples += fmt::format("{}, ", i);
  return fmt::format(
      "schema = 1\n[[cells]]\nproblem = 'oscillator'\nformulation = 'ode'\nmethod = 'erk4'\nt_end = 1\nstep = [{}]\n"
      "samples = [{}]\n",
      steps, samples);
}

Cells cells_of(const std::string& toml) { return Cells(experiment_from_text(toml, "e.toml").cells); }

double bytes_a_cell(std::size_t few, std::size_t many, double bytes_of_few, double bytes_of_many) {
  return (bytes_of_many - bytes_of_few) / static_cast<double>(many - few);
}

// 10^5 cells need less than 300 MB. Fails if each cell stores a copy of shared data.
TEST(LargeStudy, KeepsSomeTextsACell) {
  const auto kept = [](std::size_t count) {
    const auto before = bytes_in_use();
    const auto cells = cells_of(study(count));
    EXPECT_EQ(cells.size(), count);
    return static_cast<double>(bytes_in_use()) - static_cast<double>(before);
  };
  kept(1000);  // fills the caches
  EXPECT_LT(bytes_a_cell(1000, 11'000, kept(1000), kept(11'000)), 3000);
}

// Fails if results wait in memory for earlier ones, or are kept after `finished`. Temporary data (of the two workers,
// and rows being written) fluctuate, so the minimum of each quarter counts.
TEST(LargeStudy, RunsInMemoryThatDoesNotGrowBesideItsCells) {
  const auto used = [](std::size_t count) {
    const auto cells = cells_of(study(count));
    const auto of_cells = bytes_in_use();
    std::size_t next = 0;
    std::array<std::size_t, 4> least;
    least.fill(std::numeric_limits<std::size_t>::max());
    run_matrix(cells, {.jobs = 2, .finished = [&](std::size_t place, const RunResult&) {
                         EXPECT_EQ(place, next++);
                         auto& quarter = least[4 * place / count];
                         quarter = std::min(quarter, bytes_in_use());
                       }});
    EXPECT_EQ(next, count);
    return static_cast<double>(*std::max_element(least.begin(), least.end())) - static_cast<double>(of_cells);
  };
  used(1000);
  EXPECT_LT(bytes_a_cell(1000, 3000, used(1000), used(3000)), 100);
}

}  // namespace
}  // namespace plumb
