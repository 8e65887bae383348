#pragma once
// Observed orders of a method in quad, compared with the exact solution. Used by the order tests and by the tests of
// mutants, broken copies of methods.

#include "contract/testing/maxima.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/judge/order.hpp"
#include "harness/run/drive.hpp"
#include "harness/run/runner_on.hpp"
#include "methods/catalogue.hpp"
#include "problems/catalogue.hpp"
#include "reference/solution.hpp"

namespace plumb::testing {

/// The setting in which an order is measured: a problem with data, a formulation, a horizon, and the coarsest number of
/// steps.
struct Site {
  std::string problem, formulation;
  std::map<std::string, std::string> data;
  std::string t_end = "1";
  int coarsest = 101;  // all step numbers are odd, so that an error that alternates in sign is not hidden
};

inline std::string title(const Site& site) { return site.problem + "/" + site.formulation; }

/// The largest errors at 16 pairs of consecutive steps, with one point for each number of steps. Index 0: positions,
/// 1: velocities, 2: multipliers, if the method computes them. Many steps are used because an error can be zero at a
/// single time, pairs because an alternating error can be hidden at steps of one parity.
struct Convergence {
  std::array<std::vector<OrderPoint>, 3> points;
  Status status = Status::ok;
};

inline Convergence convergence(const Method& method, const Parameters& options, const Site& site, int levels = 8) {
  const auto& of = catalogued_problem(site.problem);
  const Parameters data(of.parameters, site.data);
  const auto& formulation = formulation_named(of, site.formulation);
  const quad t_end = number_from_text<quad>(site.t_end);
  const auto exact = solution(of, data);
  Convergence out;
  for (int level = 0, n = site.coarsest; level < levels; ++level, n = n * 3 / 4 * 2 + 1) {
    const auto fresh = of.in_quad.system(data, formulation);
    auto initial = fresh;
    auto observer = of.in_quad.system(data, listed(formulation));
    const quad h = t_end / n;
    const RunSetup<quad> setup{.start = initial_state(of, data, formulation, initial),
                               .h = h,
                               .samples = {.steps = n},
                               .projects_positions = formulation.projects_positions,
                               .projects_velocities = formulation.projects_velocities,
                               .settles = formulation.settles,
                               .has_own_multipliers = has_own_multipliers(formulation)};
    const auto runner = runner_on(
        fresh,
        [&](AnySystem<quad>& system) {
          return method.in_quad(system, {options, {}});
        },
        setup);
    std::vector<Sample<quad>> samples;
    Drive<quad> run(runner, observer, setup, static_cast<int>(of.outputs.size()));
    run(StopRequest{Status::ok}, {.sample = [&](const Sample<quad>& x) { samples.push_back(x); }});
    out.status = run.last.status;
    if (out.status != Status::ok) return out;
    const quad floor = unit_roundoff<quad>() * n;
    quad q = 0, v = 0, lambda = 0;
    for (std::size_t k = 1; k <= 32; ++k) {  // 16 pairs of consecutive steps
      const auto& sample = samples[samples.size() * ((k + 1) / 2) / 16 - 1 - k % 2];
      const auto reference = exact->at(sample.t, listed(formulation));
      q = larger<quad>(q, (sample.q - reference.q).norm());
      v = larger<quad>(v, (sample.v - reference.v).norm());
      lambda = larger<quad>(lambda, (sample.lambda - reference.lambda).norm());
    }
    out.points[0].push_back({h, q, 0, floor, 0});
    out.points[1].push_back({h, v, 0, floor, 0});
    if (lambda > 0) out.points[2].push_back({h, lambda, 0, floor, 0});
  }
  return out;
}

/// Returns the default parameters of a method, with an accurate start of its memory if it has this choice.
inline Parameters accurately_started(const Method& method, std::map<std::string, std::string> overrides = {}) {
  for (const auto& spec : method.parameters)
    if (spec.name == "start" && spec.choices.find("accurate") != std::string_view::npos)
      overrides.emplace("start", "accurate");
  return {method.parameters, overrides};
}

}  // namespace plumb::testing
