// Faults of the whole program that the self-test injects: each affects every cell of the nightly matrix
// (harness/gate/nightly.hpp) to which it applies. The measurement is done as in `plumb check`, and compared with the
// baseline that a maintainer has accepted.

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "contract/stop.hpp"
#include "harness/gate/measure.hpp"
#include "harness/gate/nightly.hpp"
#include "harness/selftest/fault.hpp"
#include "harness/selftest/flawed_method.hpp"
#include "harness/selftest/flawed_system.hpp"
#include "harness/store/store.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Functions that replace problems and methods of the catalogue, or change each measured item. Unset: no change.
/// If `wrong` is false, the same code runs without the fault.
struct Substitutes {
  std::function<Problem(const Problem& right, bool wrong)> problem = {};
  std::function<Method(const Method& right, bool wrong)> method = {};
  std::function<void(Item& item)> spoil = {};
};

/// Cells whose problems and methods are replaced by substitutes. Owns the substitutes, each of which is created once.
class BoundCells {
 public:
  explicit BoundCells(Substitutes by) : by_(std::move(by)) {}

  ResolvedCell operator()(const ResolvedCell& cell, bool wrong) {
    ResolvedCell out = cell;
    if (by_.problem) out = of_problem(out, known(problems_, cell.problem(), wrong, by_.problem));
    if (by_.method) out = of_method(out, known(methods_, cell.method(), wrong, by_.method));
    return out;
  }
  void spoil(Item& item) const {
    if (by_.spoil && !item.result.is_null()) by_.spoil(item);
  }

 private:
  template <class One>
  using Made = std::map<std::pair<const One*, bool>, One>;

  template <class One, class Make>
  static const One& known(Made<One>& made, const One& right, bool wrong, const Make& make) {
    const auto key = std::pair(&right, wrong);
    auto found = made.find(key);
    if (found == made.end()) found = made.emplace(key, make(right, wrong)).first;
    return found->second;
  }

  Substitutes by_;
  Made<Problem> problems_;
  Made<Method> methods_;
};

/// Measures the chosen part as `plumb check` does.
std::vector<Item> measured_with(BoundCells& bound, const Choice& choice, int jobs, bool wrong) {
  auto matrix = part_of(nightly_matrix(baseline_folder(), false), choice);
  for (auto& cell : matrix.cells) cell = bound(cell, wrong);
  for (auto& study : matrix.studies)
    for (auto& cell : study) cell = bound(cell, wrong);
  Store store;
  auto out = measured(matrix, {.jobs = jobs, .store = &store});
  if (out.interrupted) throw Stopped{Status::interrupted};
  if (wrong)
    for (auto& item : out.items) bound.spoil(item);
  return std::move(out.items);
}

/// A fault that is injected into all chosen runs of the nightly matrix. with_jobs() returns it as a Fault that runs
/// `jobs` cells at a time.
struct MatrixFault {
  std::string name, description;
  Choice choice;
  Substitutes by;
  std::string slips_because = {};

  Fault with_jobs(int jobs) const {
    const auto bound = std::make_shared<BoundCells>(by);
    return {
        .name = name,
        .place = "matrix",
        .description = description,
        .measured = [bound, jobs, choice = choice](bool wrong) { return measured_with(*bound, choice, jobs, wrong); },
        .slips_because = slips_because,
        .accepted = [] { return read_baseline(baseline_folder()); },
        .choice = choice};
  }
};

Substitutes coefficient(Change change) {
  return {.method = [change](const Method& right, bool wrong) {
    const auto made =
        method_from_coefficients(right, Parameters(right.parameters, {}), wrong ? change : same_coefficient);
    Method out = right;
    out.in_double = made.in_double;
    out.in_long = made.in_long;
    out.in_quad = made.in_quad;
    return out;
  }};
}

Substitutes equations(const Flaws& flaws) {
  return {.problem = [flaws](const Problem& right, bool wrong) { return with(right, wrong ? flaws : Flaws{}); }};
}

Substitutes steps(const StepFlaws& flaws) {
  return {.method = [flaws](const Method& right, bool wrong) { return with(right, wrong ? flaws : StepFlaws{}); }};
}

/// Returns methods whose Newton iteration ends after one iteration, whether converged or not.
Substitutes one_iteration() {
  return {.method = [](const Method& right, bool wrong) {
    Method out = right;
    out.in_double = [right = right.in_double, wrong](SystemInDouble& system, const MethodOptions& original) {
      auto options = original;
      if (wrong) options.newton.tolerance = 1e100;
      return right(system, options);
    };
    return out;
  }};
}

/// Changes the root mean squares of errors as if there were a further sample without error.
void with_one_sample_more(Item& item) {
  const auto metrics = item.result.find("metrics");
  if (metrics == item.result.end() || !item.cell) return;
  const auto& text = item.cell->text();
  const double samples = static_cast<double>(text.samples == 0 ? item.cell->steps() : text.samples);
  for (auto& [name, value] : metrics->items())
    if (name.starts_with("rms."))
      value = std::stod(significant(value.get<double>() * std::sqrt(samples / (samples + 1)), error_digits));
}

void with_half_of_the_jacobians(Item& item) {
  const auto counters = item.result.find("counters");
  if (counters == item.result.end() || !counters->at("jacobian_evaluations").is_number()) return;
  auto& count = counters->at("jacobian_evaluations");
  count = count.get<std::int64_t>() / 2;
}

Choice cells_of(const std::vector<std::string>& problems, const std::vector<std::string>& formulations,
                const std::vector<std::string>& methods = {}) {
  return {.areas = {"cells"}, .problems = problems, .formulations = formulations, .methods = methods};
}

std::vector<MatrixFault> all_faults() {
  const std::vector<std::string> one_of_each = {"bdf3", "lms3", "radau-iia", "esdirk436l2sa2", "generalized-alpha"};
  const auto reaction_10th_digit = [](double, const Flaws::Q&, const Flaws::L&, Flaws::V& r) { r[0] *= 1 + 1e-10; };
  return {
      {"matrix-erk4-10th-digit", "a coefficient of erk4, wrong in its 10th digit",
       cells_of({"pendulum", "two-link"}, {}, {"erk4"}), coefficient(tenth_digit)},
      {"matrix-bdf3-3rd-digit",
       "a coefficient of bdf3, wrong in its 3rd digit, in the orders that are observed",
       {.areas = {"orders"}, .formulations = {"ode", "index3"}, .methods = {"bdf3"}},
       coefficient(third_digit)},
      {"matrix-reaction-10th-digit", "the reaction of the car axis, wrong in its 10th digit, for methods of all kinds",
       cells_of({"car-axis"}, {"index3"}, one_of_each), equations({.reaction = reaction_10th_digit})},
      {"matrix-curvature-term", "the term G'v of accelerations of constraints is missing, for every kind of method",
       cells_of({"two-link"}, {"index1"}, one_of_each), equations({.no_curvature = true})},
      {"matrix-frozen-jacobian", "every Jacobian is evaluated at the state of the first one, for methods of all kinds",
       cells_of({"two-link"}, {"index3"}, one_of_each), equations({.frozen_linearisation = true})},
      {"matrix-chart-without-tangent", "the tangent map of the heavy top's chart is the identity",
       cells_of({"heavy-top"}, {"rotation-index3"}, {"radau-iia", "bdf2", "generalized-alpha"}),
       equations({.no_tangent = true})},
      {"matrix-time-of-the-start", "every step of the driven oscillator begins at t = 0",
       cells_of({"oscillator"}, {"ode"}, {"erk4", "radau-iia", "bdf2", "degree5"}), steps({.freezes_time = true})},
      {"matrix-one-iteration", "Newton's iteration stops after its first step, for methods of all kinds",
       cells_of({"two-link"}, {"index2"}, one_of_each), one_iteration()},
      {"matrix-one-sample-more",
       "root mean squares over one sample more, for all methods",
       cells_of({"pendulum"}, {"index2"}),
       {.spoil = with_one_sample_more}},
      {"matrix-counted-half",
       "half of the Jacobians are not counted, for all methods",
       cells_of({"pendulum"}, {"index2"}),
       {.spoil = with_half_of_the_jacobians},
       "fewer Jacobians with the same result count as an improvement"},
  };
}

}  // namespace

std::vector<Fault> matrix_faults(int jobs) {
  std::vector<Fault> out;
  for (const auto& fault : all_faults()) out.push_back(fault.with_jobs(jobs));
  return out;
}

}  // namespace plumb
