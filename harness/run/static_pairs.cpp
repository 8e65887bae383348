#include "harness/run/static_pairs.hpp"

#include <algorithm>
#include <stdexcept>

#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

std::vector<StaticPair> all_pairs() {
  std::vector<StaticPair> out;
  for (const auto& pairs : {quick_pairs(), coupled_pairs(), one_stage_pairs()})
    out.insert(out.end(), pairs.begin(), pairs.end());
  return out;
}

}  // namespace

StaticPair static_pair(std::string_view problem, std::string_view formulation, std::string_view method,
                       StaticPair::Make make, bool (*fits)(const ResolvedCell&)) {
  const auto& of = catalogued_problem(problem);
  const auto* in = of.formulation(formulation);
  if (!in) throw std::out_of_range(std::string(formulation));
  return {&of, in, &catalogued_method(method), make, fits};
}

const std::vector<StaticPair>& static_pairs() {
  static const auto all = all_pairs();
  return all;
}

const StaticPair* static_pair_of(const ResolvedCell& cell) {
  if (cell.text().precision != Precision::double_) return nullptr;
  const auto& all = static_pairs();
  const auto found = std::ranges::find_if(all, [&](const StaticPair& pair) {
    return pair.problem == &cell.problem() && pair.formulation == &cell.formulation() && pair.method == &cell.method();
  });
  return found == all.end() || (found->fits && !found->fits(cell)) ? nullptr : &*found;
}

}  // namespace plumb
