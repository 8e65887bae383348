#include "harness/api/fit.hpp"

#include "problems/catalogue.hpp"

namespace plumb {

namespace {

/// Returns whether a method imposes constraints only on positions, so that it does not support nonholonomic constraints
/// in index3.
bool is_index3_only(const Method& method) { return method.fits("index3") && !method.fits("index2"); }

}  // namespace

bool Site::suits(const Method& method) const {
  if (!method.fits(formulation.family())) return false;
  if (method.info.vector_space_only && !vector_space) return false;
  if (sizes.nonholonomic > 0 && formulation.form == Form::index3 && is_index3_only(method)) return false;
  // In vector spaces, methods that also support rotations replace missing blocks by finite differences.
  const bool needs_blocks = method.info.needs_dense_blocks && (!vector_space || method.info.vector_space_only);
  if (needs_blocks && !dense_blocks) return false;
  return !method.info.needs_velocity_independence || !velocity_dependent;
}

std::vector<Site> sites(const Problem& problem) {
  std::vector<Site> out;
  const Parameters data(problem.parameters, {});
  for (const auto& formulation : problem.formulations) {
    const auto system = problem.in_double.system(data, formulation);
    out.push_back({problem, formulation, system.vector_space(), system.velocity_dependent(), system.offers_blocks(),
                   system.sizes()});
  }
  return out;
}

const std::vector<Site>& sites() {
  static const auto all = [] {
    std::vector<Site> out;
    for (const auto& problem : problems())
      for (const auto& site : sites(problem)) out.push_back(site);
    return out;
  }();
  return all;
}

}  // namespace plumb
