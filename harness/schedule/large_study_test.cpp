// What a cell of a large study costs in memory, from the file that asks for it to the result that is handed out.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <limits>

#include "harness/cell/setting.hpp"
#include "harness/schedule/estimate.hpp"
#include "harness/schedule/matrix.hpp"
#include "harness/schedule/shard.hpp"
#include "harness/sets/experiment.hpp"

namespace plumb {
namespace {

/// Of all threads; 0 where a sanitizer allocates.
std::size_t bytes_in_use() { return ::mallinfo2().uordblks; }

/// 20 step sizes, times some numbers of samples.
std::string study(std::size_t cells, const std::string& more = "") {
  std::string steps, samples;
  for (int i = 1; i <= 20; ++i) steps += fmt::format("'1/{}', ", i);
  for (std::size_t i = 1; i <= cells / 20; ++i) samples += fmt::format("{}, ", i);
  return fmt::format(
      "schema = 1\n[[cells]]\nproblem = 'oscillator'\nformulation = 'ode'\nmethod = 'erk4'\nt_end = 1\nstep = [{}]\n"
      "samples = [{}]\n{}",
      steps, samples, more);
}

Cells cells_of(const std::string& toml) {
  const auto requests = std::make_shared<RequestList>(experiment_from_text(toml, "e.toml").cells);
  return {requests->size(), [requests](std::size_t place) { return (*requests)[place]; }};
}

double bytes_a_cell(std::size_t few, std::size_t many, std::size_t bytes_of_few, std::size_t bytes_of_many) {
  return (static_cast<double>(bytes_of_many) - static_cast<double>(bytes_of_few)) / static_cast<double>(many - few);
}

// Fails when requests, cells or the ids of all are kept as texts.
TEST(LargeStudy, KeepsSomeBytesACell) {
  const auto kept = [](std::size_t count, const std::string& more) {
    const auto before = bytes_in_use();
    const auto cells = cells_of(study(count, more));
    EXPECT_GT(cells.size(), count / 3);
    return bytes_in_use() - before;
  };
  kept(1000, "");  // what is looked up once
  EXPECT_LT(bytes_a_cell(1000, 11'000, kept(1000, ""), kept(11'000, "")), 40);
  // A filter makes a product of every value that it names: here one of every cell, with a number for each setting.
  const std::string filter = "without = [{step = '1/3', samples = [1, 2]}, {step = '1/7', samples = [3, 5]}]";
  EXPECT_LT(bytes_a_cell(1000, 9000, kept(1000, filter), kept(9000, filter)),
            20 + 8 * static_cast<int>(settings().size()));
}

// Fails when a shard, or the estimate of it, keeps texts or resolved cells of the whole study.
TEST(LargeStudy, AShardKeepsSomeBytesACell) {
  const auto kept = [](std::size_t count) {
    const auto before = bytes_in_use();
    const auto shard = cells_of_shard(cells_of(study(count)), {1, 10});
    EXPECT_NEAR(static_cast<double>(estimate(shard, nullptr).cells), static_cast<double>(count) / 10,
                static_cast<double>(count) / 20);
    return bytes_in_use() - before;
  };
  kept(1000);
  EXPECT_LT(bytes_a_cell(1000, 11'000, kept(1000), kept(11'000)), 40);
}

// Fails when results wait in memory for those before them, or are kept when they were handed out. A moment's memory
// (what the two workers hold, a row on its way) comes and goes: the least of each quarter counts.
TEST(LargeStudy, RunsInMemoryThatDoesNotGrowWithItsCells) {
  const auto used = [](std::size_t count) {
    const auto cells = cells_of(study(count));
    std::size_t next = 0;
    std::array<std::size_t, 4> least;
    least.fill(std::numeric_limits<std::size_t>::max());
    run_matrix(cells, {.jobs = 2, .finished = [&](std::size_t place, const RunResult&) {
                         EXPECT_EQ(place, next++);
                         auto& quarter = least[4 * place / count];
                         quarter = std::min(quarter, bytes_in_use());
                       }});
    EXPECT_EQ(next, count);
    return *std::max_element(least.begin(), least.end());
  };
  used(1000);
  EXPECT_LT(bytes_a_cell(1000, 3000, used(1000), used(3000)), 100);
}

}  // namespace
}  // namespace plumb
