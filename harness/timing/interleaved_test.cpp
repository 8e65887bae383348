// Tests with simulated runs and a simulated clock, which do not depend on the load of the machine.

#include "harness/timing/interleaved.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/timing/standing.hpp"

namespace plumb {
namespace {

/// A machine with a clock. `burden` is the slowdown by other processes as a function of time.
struct Machine {
  double now = 0;                                                    // time of the clock [s]
  std::function<double(double)> burden = [](double) { return 1.; };  // slowdown (>= 1) at a time [s]
  double of_reading = 0;                                             // duration of a clock call [s]
  std::vector<std::string> log = {};                                 // names of the runs in the order of their slices

  void work(const std::string& who, double seconds) {
    now += seconds * burden(now);
    if (log.empty() || log.back() != who) log.push_back(who);
  }
  Clock clock() {
    return [this] { return now += of_reading; };
  }
};

/// Returns a simulated run whose steps take `of_a_step` [s], and whose start takes as long as one step.
TimedRun fake(Machine& machine, const std::string& name, double of_a_step, std::int64_t steps) {
  const auto at = std::make_shared<std::int64_t>(0);
  return {.run = {.start =
                      [&machine, name, of_a_step, at] {
                        *at = 0;
                        machine.work(name, of_a_step);
                        return StepResult{};
                      },
                  .take =
                      [&machine, name, of_a_step, at](std::int64_t count) {
                        *at += count;
                        machine.work(name, of_a_step * static_cast<double>(count));
                        return StepResult{};
                      },
                  .state = [at] { return std::vector<double>{static_cast<double>(*at)}; },
                  .counters = [] { return Counters{}; }},
          .steps = steps,
          .expected_state = {static_cast<double>(steps)}};
}

TEST(Interleaved, ASampleIsTheTimeOfOneRun) {
  for (const std::int64_t steps : {1, 10, 1000, 300000}) {
    Machine machine;
    const auto samples = interleaved_samples({fake(machine, "a", 1e-6, steps)}, {.samples = 9}, machine.clock());
    ASSERT_EQ(samples.size(), 1u);
    EXPECT_EQ(samples[0].failure, "");
    ASSERT_EQ(samples[0].seconds.size(), 9u);
    for (const double s : samples[0].seconds) EXPECT_NEAR(s, 1e-6 * static_cast<double>(steps + 1), 1e-9 * s + 1e-12);
  }
}

TEST(Interleaved, WhatTheClockTakesIsTakenOff) {
  Machine machine;
  machine.of_reading = 5e-7;
  const auto samples = interleaved_samples({fake(machine, "a", 1e-7, 50)}, {.samples = 9}, machine.clock());
  for (const double s : samples[0].seconds) EXPECT_NEAR(s, 51e-7, 1e-10);
}

TEST(Interleaved, RunsTakeTurnsOfHalfAMillisecond) {
  Machine machine;
  const auto samples = interleaved_samples({fake(machine, "a", 1e-6, 20000), fake(machine, "b", 3e-6, 100)},
                                           {.samples = 9}, machine.clock());
  double a = 0, b = 0;
  for (const double s : samples[0].seconds) a += s;
  for (const double s : samples[1].seconds) b += s;
  EXPECT_NEAR(a / b, 20001 / 303., 1e-6);
  const auto turns = static_cast<double>(machine.log.size());
  EXPECT_LT(machine.now / turns, 1.1e-3);  // up to two slices: when the order reverses, a lane has two in succession
  EXPECT_GT(machine.now / turns, 0.4e-3);
}

// Returns the slowdown by another process that occupies the caches a third of the time: a factor of up to three.
double bursts(double now) {
  const auto moment = static_cast<unsigned>(now / 2.7e-3);
  std::mt19937 random(moment);
  random.discard(3);
  return random() % 3 == 0 ? 1 + static_cast<double>(random() % 1000) / 500 : 1;
}

TEST(Interleaved, BurstsOfLoadMoveNoRatio) {
  Machine machine;
  machine.burden = bursts;
  const auto samples = interleaved_samples(
      {fake(machine, "a", 1e-6, 5000), fake(machine, "b", 1.05e-6, 5000), fake(machine, "a again", 1e-6, 5000)},
      {.samples = 15}, machine.clock());
  const auto noise = noise_of(ratio_of(samples[0].seconds, samples[2].seconds));
  ASSERT_TRUE(noise);
  EXPECT_LT(*noise, 0.01);
  const auto ratio = ratio_of(samples[1].seconds, samples[0].seconds);
  EXPECT_NEAR(ratio.of_rounds.median, 1.05, 0.01);
  EXPECT_NEAR(ratio.of_leasts, 1.05, 0.005);
  EXPECT_EQ(standing_of(ratio, noise), Standing::slower);
  EXPECT_NEAR(spread_of(samples[0].seconds).median, 5e-3, 0.03 * 5e-3);
}

TEST(Interleaved, TheBudgetEndsLongRuns) {
  Machine machine;
  const auto samples = interleaved_samples({fake(machine, "a", 1e-4, 20000), fake(machine, "b", 1e-4, 20000)},
                                           {.samples = 15, .budget = 13}, machine.clock());
  EXPECT_EQ(samples[0].seconds.size(), 7u) << "of 2 s each";
  EXPECT_EQ(samples[1].seconds.size(), 7u);
}

TEST(Interleaved, ARunTooLongForTheBudgetIsOutBeforeItBegins) {
  Machine machine;
  const auto samples = interleaved_samples({fake(machine, "long", 1e-4, 20000), fake(machine, "b", 1e-6, 1000)},
                                           {.samples = 9, .budget = 10}, machine.clock());
  EXPECT_EQ(samples[0].failure,
            "a run takes about 2.0 s, so the 6 samples of a confidence interval need --budget 12 (CPU seconds)");
  EXPECT_TRUE(samples[0].seconds.empty());
  EXPECT_EQ(samples[1].seconds.size(), 9u);
  EXPECT_LT(machine.now, 1);
}

TEST(Interleaved, ARunThatFailsIsOutAndNoOtherIs) {
  Machine machine;
  auto failing = fake(machine, "failing", 1e-6, 1000);
  failing.run.take = [](std::int64_t) { return StepResult{Status::newton_diverged, 1, "stage"}; };
  const auto samples = interleaved_samples({failing, fake(machine, "b", 1e-6, 1000)}, {.samples = 9}, machine.clock());
  EXPECT_EQ(samples[0].failure, "newton-diverged: stage while it was timed");
  EXPECT_TRUE(samples[0].seconds.empty());
  EXPECT_EQ(samples[1].failure, "");
  EXPECT_EQ(samples[1].seconds.size(), 9u);
}

TEST(Interleaved, ARunThatEndsElsewhereThanTheCheckedOneIsOut) {
  Machine machine;
  auto other = fake(machine, "other", 1e-6, 1000);
  other.expected_state = {999.5};
  auto drifting = fake(machine, "drifting", 1e-6, 1000);  // it starts from a different state each time
  drifting.expected_state = {};
  drifting.run.state = [n = std::make_shared<int>(0)] { return std::vector<double>{static_cast<double>(++*n)}; };
  const auto samples = interleaved_samples({other, drifting}, {.samples = 9}, machine.clock());
  for (const auto& s : samples) EXPECT_THAT(s.failure, testing::HasSubstr("different final states"));
}

}  // namespace
}  // namespace plumb
