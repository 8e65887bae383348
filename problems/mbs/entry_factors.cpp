#include "problems/mbs/entry_factors.hpp"

namespace plumb::mbs {

EntryFactors::EntryFactors(LinearSolver solver, std::vector<PivotBlock> blocks, EntryList entries)
    : factors(solver, std::move(blocks), std::move(entries)) {}

bool EntryFactors::factor(std::span<const quad> values) {
  return factors.factor([values](EntrySums<double>& sums) {
    for (const quad& value : values) sums.add(0, 0, static_cast<double>(value));
  });
}

void EntryFactors::solve(double* z) { factors.solve(z); }

}  // namespace plumb::mbs
