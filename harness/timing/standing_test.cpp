#include "harness/timing/standing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "harness/timing/interleaved.hpp"

namespace plumb {
namespace {

/// Returns samples of a time: `size`, spread by a relative deviation, times the slowdown of each round.
std::vector<double> samples(double size, double deviation, unsigned seed, const std::vector<double>& slowdown) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> noise(0, deviation);
  std::vector<double> out;
  for (const double factor : slowdown) out.push_back(size * factor * (1 + noise(random)));
  return out;
}

const std::vector<double> steady(15, 1.);

TEST(Standing, ADifferenceInsideTheNoiseIsATie) {
  const auto a = samples(1, 0.01, 1, steady), copy = samples(1, 0.01, 2, steady);
  const auto noise = noise_of(ratio_of(a, copy));
  ASSERT_TRUE(noise);
  EXPECT_GT(*noise, 0);
  EXPECT_LT(*noise, 0.03);
  EXPECT_EQ(standing_of(ratio_of(a, samples(1, 0.01, 3, steady)), noise), Standing::tie);
  EXPECT_EQ(standing_of(ratio_of(a, copy), noise), Standing::tie);
  EXPECT_EQ(standing_of(ratio_of(a, a), noise), Standing::tie);
}

TEST(Standing, ADifferenceBeyondTheNoiseHasADirection) {
  const auto a = samples(1, 0.005, 1, steady), b = samples(1.05, 0.005, 2, steady);
  EXPECT_EQ(standing_of(ratio_of(a, b), 0.01), Standing::faster);
  EXPECT_EQ(standing_of(ratio_of(b, a), 0.01), Standing::slower);
  EXPECT_NEAR(ratio_of(b, a).of_rounds.median, 1.05, 0.005);
  EXPECT_EQ(standing_of(ratio_of(b, a), 0.10), Standing::tie) << "copies differ by as much";
}

TEST(Standing, AWideIntervalThatContainsOneIsATie) {
  const auto a = samples(1, 0.3, 1, steady), b = samples(1.05, 0.3, 2, steady);
  const auto ratio = ratio_of(a, b);
  ASSERT_TRUE(ratio.of_rounds.interval->contains(1));
  EXPECT_EQ(standing_of(ratio, 1e-6), Standing::tie);
}

// A slow round affects both of its samples, so it does not change their ratio.
TEST(Standing, BurstsOfLoadThatAllShareDoNotMoveRatios) {
  std::vector<double> bursts;
  for (int i = 0; i < 15; ++i) bursts.push_back(i % 3 == 0 ? 4. : i % 3 == 1 ? 1. : 1.7);
  const auto a = samples(1, 0.002, 1, bursts), b = samples(1.03, 0.002, 2, bursts);
  EXPECT_NEAR(ratio_of(b, a).of_rounds.median, 1.03, 0.003);
  const auto noise = noise_of(ratio_of(a, samples(1, 0.002, 3, bursts)));
  EXPECT_LT(*noise, 0.01);
  EXPECT_EQ(standing_of(ratio_of(a, b), noise), Standing::faster);
}

TEST(Standing, OutliersOfOneSideDoNotMoveRatios) {
  const auto a = samples(1, 0.002, 1, steady);
  auto b = samples(1.03, 0.002, 2, steady);
  b[2] = b[7] = b[11] = 50;
  const auto ratio = ratio_of(a, b);
  EXPECT_NEAR(ratio.of_rounds.median, 1 / 1.03, 0.003);
  EXPECT_EQ(standing_of(ratio, 0.01), Standing::faster);
}

// For seconds, a machine may be in a state in which some programs take 1.5 times as long and others do not. The least
// times are not affected if the state is interrupted at least once.
TEST(Standing, AStateThatSlowsOnlyOneDoesNotMoveTheRatioOfTheLeasts) {
  std::vector<double> sensitive(15, 1.5);
  sensitive[4] = sensitive[11] = 1.001;
  const auto a = samples(1, 0.002, 1, sensitive), b = samples(1.2, 0.002, 2, steady);
  const auto ratio = ratio_of(a, b);
  EXPECT_NEAR(ratio.of_leasts, 1 / 1.2, 0.01);
  EXPECT_NEAR(ratio.of_rounds.median, 1.5 / 1.2, 0.01);
  EXPECT_EQ(standing_of(ratio, 0.01), Standing::tie) << "its rounds say the opposite";
}

/// Returns the ratio that a process would measure. Different addresses of the data change it by random factors, one per
/// process and one per batch. `noise` is the relative deviation of each sample.
Ratio measured_by_a_process(unsigned seed, double of_processes, double of_batches, double noise) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  const double process = 7.6 * (1 + of_processes * normal(random));
  std::vector<double> a, b, copy;
  for (int batch = 0; batch < 5; ++batch) {
    const double layout = 1 + of_batches * normal(random), of_copy = 1 + of_batches * normal(random);
    for (std::size_t k = 0; k < rounds_of_a_batch; ++k) {
      const double slowdown = 1 + 0.5 * std::abs(normal(random));
      a.push_back(process * layout * slowdown * (1 + noise * normal(random)));
      b.push_back(slowdown * (1 + noise * normal(random)));
      copy.push_back(of_copy * slowdown * (1 + noise * normal(random)));
    }
  }
  auto out = ratio_of(a, b);
  widen(out, noise_of(ratio_of(b, copy)));
  return out;
}

// For any samples, an interval must contain its ratio. For at least 95 % of pairs of processes, the intervals must
// overlap.
TEST(Standing, ARatioLiesInItsIntervalAndRepeatsConfirmIt) {
  struct {
    double of_processes, of_batches, noise;
  } const machines[] = {{0, 0, 0.002}, {0.01, 0.02, 0.002}, {0.02, 0.03, 0.01}, {0, 0.03, 0.05}};
  for (const auto& machine : machines) {
    int overlaps = 0, pairs = 0;
    for (unsigned seed = 0; seed < 200; ++seed) {
      const auto of = [&](unsigned process) {
        return measured_by_a_process(2 * seed + process, machine.of_processes, machine.of_batches, machine.noise);
      };
      const auto one = of(0), other = of(1);
      EXPECT_TRUE(one.of_repeats->contains(one.of_rounds.median)) << seed;
      overlaps += one.of_repeats->low <= other.of_repeats->high && other.of_repeats->low <= one.of_repeats->high;
      ++pairs;
    }
    EXPECT_GE(overlaps, 0.95 * pairs) << machine.of_processes << " " << machine.of_batches;
  }
}

TEST(Standing, IsUnknownOfTooFewSamples) {
  const std::vector<double> few(5, 1.), slower(5, 2.);
  EXPECT_FALSE(noise_of(ratio_of(few, few)));
  EXPECT_EQ(standing_of(ratio_of(few, slower), {}), Standing::unknown);
  EXPECT_EQ(standing_of(ratio_of(few, slower), 0.01), Standing::unknown);
}

TEST(Standing, NoiseIsTheSameWhicheverCopyIsFirst) {
  const auto a = samples(1, 0.01, 1, steady), copy = samples(1.004, 0.01, 2, steady);
  EXPECT_NEAR(*noise_of(ratio_of(a, copy)), *noise_of(ratio_of(copy, a)), 1e-12);
}

}  // namespace
}  // namespace plumb
