#pragma once
// The empirical distribution of the cost of a solver (runtime distribution) over all pairs of problem and target error:
//
//   F(c) = share of the pairs that the solver reaches at a cost of at most c
//
// Definition: Hansen, Auger, Ros, Mersmann, Tušar & Brockhoff 2021, COCO, Optim. Methods Softw. 36. Runs are
// deterministic here, so runs are not drawn as in COCO. The band is the pointwise percentile interval of a bootstrap:
// problems are drawn with replacement, each with all its targets, because targets of one problem depend on each other.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace plumb {

/// Costs of one solver by problem, then by target. None: the target is not reached. Problems may have different numbers
/// of targets.
using TargetCosts = std::vector<std::vector<std::optional<double>>>;

struct BootstrapSettings {
  int samples = 1000;
  double confidence = 0.95;
  std::uint64_t seed = 1;  // equal seeds draw the same problems for every solver, so bands are reproducible
};

/// The values F(c) at some costs, and their bootstrap bands.
struct RuntimeDistribution {
  std::vector<double> share;
  std::vector<double> low, high;  // limits of the band; empty: fewer than two problems
};

/// Returns the distribution at these costs. All values are 0 if there are no pairs.
RuntimeDistribution runtime_distribution(const TargetCosts& costs, std::span<const double> at,
                                         const BootstrapSettings& bootstrap = {});

/// Returns the target errors from 0.1 down to `strictest`, five for each factor of 10.
std::vector<double> target_errors(double strictest);

/// Returns costs that cover the range from `least` to `most`, ten for each factor of 10, from the power of 10 below
/// `least` to the power of 10 above `most`. Both must be positive.
std::vector<double> cost_grid(double least, double most);

}  // namespace plumb
