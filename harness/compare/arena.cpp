#include "harness/compare/arena.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "harness/cell/method_file.hpp"
#include "harness/cell/resolve.hpp"
#include "text/number_text.hpp"
#include "text/step_count.hpp"

namespace plumb {
namespace {

constexpr int compared_times = 32;  // number of equidistant times for the error over a run
constexpr std::int64_t outputs_of_adaptive = 8;

Arena arena(const std::string& problem, const std::string& formulation, const std::string& t_end, std::int64_t coarsest,
            const std::string& why) {
  const auto spec = expand(problem).front();
  return {.problem = spec,
          .formulation = formulation,
          .label = spec.name,
          .t_end = t_end,
          .coarsest = coarsest,
          .why = why};
}

Arena stiff_oscillator() {
  auto out = arena("oscillator(omega=1000,damping=1,frequency=30)", "ode", "2", 2,
                   "stiff: decay at 1000/s, with a forced motion at 30 rad/s");
  out.label = "stiff oscillator";
  return out;
}

Arena pendulum() { return arena("pendulum", "ode", "2", 1, "an ordinary differential equation"); }
Arena slider_crank() {
  return arena("slider-crank", "index3", "0.1", 4, "constraints at position level, forces quadratic in velocities");
}

ResolvedCell resolved(const Arena& arena, const Spec& method, const std::string& t_end, const std::string& step) {
  return resolve(CellRequest{
      .problem = arena.problem,
      .formulation = Spec{arena.formulation, {}},
      .method = method,
      .step = step,
      .settings = {{"t_end", t_end}, {"samples", std::to_string(compared_times)}},
  });
}

std::string divided(const std::string& t_end, std::int64_t steps) { return fmt::format("({})/{}", t_end, steps); }

// Returns 10^power with two digits: "3.2e-03".
std::string tolerance(double power) { return fmt::format("{:.1e}", std::pow(10., power)); }

}  // namespace

std::vector<Arena> default_arenas() {
  return {pendulum(), stiff_oscillator(),
          arena("free-body", "ode", "2", 2, "rotation: a unit quaternion, without constraints"), slider_crank(),
          arena("spinning-top", "rotation-index3", "1", 2, "rotation with constraints at position level")};
}

std::vector<Arena> quick_arenas() { return {pendulum(), stiff_oscillator(), slider_crank()}; }

std::vector<Arena> arenas_of(const std::vector<std::string>& problems) {
  std::vector<Arena> out;
  for (const auto& spec : expand_problems(problems)) {
    const auto& problem = problem_named(spec.name);
    auto one = arena(spec.text(), problem.formulations.front().name, problem.t_end, 4, "asked for");
    one.problem = spec;
    one.label = short_name(spec);
    out.push_back(one);
    for (const auto& formulation : problem.formulations)
      if (formulation.form == Form::index3 && formulation.name != one.formulation) {
        one.formulation = formulation.name;
        out.push_back(one);
        break;
      }
  }
  return out;
}

std::vector<Arena> other_formulations(const Arena& arena) {
  std::vector<Arena> out;
  for (const auto& formulation : problem_named(arena.problem.name).formulations) {
    if (formulation.name == arena.formulation) continue;
    out.push_back(arena);
    out.back().formulation = formulation.name;
    out.back().ranked = false;
  }
  return out;
}

std::string short_name(const Spec& spec) {
  if (!names_file(spec.name)) return spec.text();
  return Spec{"@" + std::filesystem::path(spec.name.substr(1)).filename().string(), spec.parameters}.text();
}

bool fits(const Spec& method, const Arena& arena) {
  return method_named(method).fits(formulation_named(problem_named(arena.problem.name), arena.formulation).family());
}

bool has_fixed_step(const Spec& method) { return method_named(method).info.fixed_step; }

ResolvedCell cell_of(const Arena& arena, const Spec& method, std::int64_t steps) {
  return cell_of(arena, method, arena.t_end, steps);
}

ResolvedCell cell_of(const Arena& arena, const Spec& method, const std::string& t_end, std::int64_t steps) {
  return resolved(arena, method, t_end, divided(duration(problem_named(arena.problem.name).t_begin, t_end), steps));
}

ResolvedCell rung_of(const Arena& arena, const Spec& method, int k) {
  if (has_fixed_step(method)) return cell_of(arena, method, arena.coarsest << k);
  auto with_tolerance = method;
  with_tolerance.parameters["rtol"] = tolerance(-k / 2.);
  with_tolerance.parameters["atol"] = tolerance(-2 - k / 2.);
  return cell_of(arena, with_tolerance, outputs_of_adaptive);
}

}  // namespace plumb
