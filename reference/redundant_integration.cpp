#include "reference/redundant_integration.hpp"

#include <Eigen/QR>
#include <memory>

namespace plumb {
namespace {

// Minimal coordinates and velocities whose embedding x(t, q), X v + ∂x/∂t with X = ∂x/∂q is the nearest to a redundant
// state, by Gauss & Newton. Column j of X is what the velocity e_j changes of the embedded velocity.
Motion reduced(const Problem& problem, const Parameters& parameters, const Formulation& formulation, const quad& t,
               const Motion& redundant, const Motion& near) {
  constexpr int most_iterations = 20;
  const auto& model = problem.in_quad;
  const auto n = near.q.size();
  Motion m = near;
  Mat<quad> columns(redundant.v.size(), n);
  Vec<quad> gap, change;
  quad before = 1;
  for (int k = 0; k < most_iterations; ++k) {
    const auto at_rest = model.embed(parameters, formulation, t, {m.q, Vec<quad>::Zero(n)});
    for (Eigen::Index j = 0; j < n; ++j)
      columns.col(j) = model.embed(parameters, formulation, t, {m.q, Vec<quad>::Unit(n, j)}).v - at_rest.v;
    gap = redundant.q - at_rest.q;
    const Eigen::HouseholderQR<Mat<quad>> solver(columns);
    change = solver.solve(gap);
    m.q += change;
    m.v = solver.solve(redundant.v - at_rest.v);
    const quad size = change.cwiseAbs().maxCoeff();
    if (size == 0 || (size < quad("1e-25") && size >= before / 2)) break;  // rounding alone is left
    before = size;
  }
  return m;
}

}  // namespace

SampledMotion integrate_redundant(const Problem& problem, const Parameters& parameters, const Formulation& formulation,
                                  std::span<const quad> times, std::span<const Motion> near,
                                  const QuadOptions& options) {
  const auto& model = problem.in_quad;
  const auto system = std::make_shared<AnySystem<quad>>(model.system(parameters, formulation));
  const auto start = model.initial(parameters, formulation);
  auto motion = integrate_in_quad(acceleration_of(system), {start.q, start.v}, times, options);
  for (std::size_t i = 0; i < motion.at.size(); ++i)
    motion.at[i] = reduced(problem, parameters, formulation, times[i], motion.at[i], near[i]);
  return motion;
}

}  // namespace plumb
