#include "harness/run/observable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "methods/analysis/formula.hpp"
#include "methods/from_data/from_data.hpp"

namespace plumb {
namespace {

std::vector<Member> only(std::string name, std::string unit) { return {{std::move(name), std::move(unit)}}; }

// Returns a member for all components of the class. If there are several kinds of coordinates, a member for each kind
// follows.
std::vector<Member> members_of_class(const Subject& subject, const std::string& name,
                                     const std::function<std::string(const PartsOfKind&)>& unit_of) {
  auto out = only(name, {});
  for (const auto& kind : subject.kinds) {
    const auto unit = kind.unit == "-" ? kind.unit : unit_of(kind);
    out.front().unit += (out.front().unit.empty() ? "" : " and ") + unit;
    if (subject.kinds.size() > 1)
      out.push_back({.name = fmt::format("{}.{}", name, plumb::name(kind.kind)), .unit = unit, .places = kind.v});
  }
  return out;
}

std::vector<Member> velocities(const Subject& subject) {
  return members_of_class(subject, "v", [&](const PartsOfKind& kind) -> std::string {
    if (subject.formulation.momenta_of.empty()) return kind.unit + "/s";
    return kind.kind == PartKind::rotation ? "kg m^2/s" : "kg m/s";
  });
}
std::vector<Member> accelerations(const Subject& subject) {
  return members_of_class(subject, "a", [&](const PartsOfKind& kind) -> std::string {
    if (subject.formulation.momenta_of.empty()) return kind.unit + "/s^2";
    return kind.kind == PartKind::rotation ? "N m" : "N";
  });
}

// Rotations are compared in the chart, at the indices of velocities.
std::vector<Member> positions(const Subject& subject) {
  auto out = members_of_class(subject, "q", [](const PartsOfKind& kind) { return kind.unit; });
  out.front().in_chart = true;
  for (std::size_t i = 1; i < out.size(); ++i) {
    const auto& kind = subject.kinds[i - 1];
    out[i].places = kind.q;
    out[i].in_chart = kind.kind == PartKind::rotation;
    out[i].chart_places = kind.v;
    out[i].has_size = !out[i].in_chart;
  }
  return out;
}

std::vector<Member> outputs(const Subject& subject) {
  std::vector<Member> out;
  for (const auto& output : subject.problem.outputs)
    out.push_back({.name = output.name,
                   .unit = output.unit,
                   .places = {{static_cast<int>(out.size()), 1}},
                   .has_size = output.sized_as.empty(),
                   .wraps = output.wraps});
  return out;
}

std::vector<Member> energy(const Subject& subject) {
  const bool has_unit =
      std::any_of(subject.kinds.begin(), subject.kinds.end(), [](const auto& k) { return k.unit != "-"; });
  return only("energy", has_unit ? "J" : "-");
}

std::vector<Member> invariants(const Subject& subject) {
  std::vector<Member> out;
  for (const auto& invariant : subject.formulation.invariants)
    out.push_back({.name = fmt::format("invariant.{}", invariant.name), .unit = invariant.unit});
  return out;
}

template <const char* const& name>
std::vector<Member> of_constraints(const Subject& subject) {
  return subject.formulation.form == Form::ode ? std::vector<Member>{} : only(name, "SI");
}
constexpr const char* multipliers = "lambda";
constexpr const char* drift_of_positions = "drift.position";
constexpr const char* drift_of_velocities = "drift.velocity";
constexpr const char* drift_of_accelerations = "drift.acceleration";

// Returns the number if the condition holds, else nullopt: the metric does not exist for the run.
std::optional<Metric> number_if(bool condition, double number) {
  if (!condition) return {};
  return Metric(number);
}

// Returns the deviation of the energy, minus the work of forces without potential.
template <double Watched::*deviation>
std::optional<Metric> energy_deviation(const Watched& run, std::size_t) {
  if (has_energy(run)) return Metric(run.*deviation);
  return Metric();  // null: the work is unknown or inaccurate
}

template <double Watched::*drift>
std::optional<Metric> constraint_drift(const Watched& run, std::size_t) {
  return number_if(run.constrained, run.*drift);
}

std::optional<Metric> acceleration_drift(const Watched& run, std::size_t) {
  if (!run.constrained || run.drift_acceleration) return number_if(run.constrained, run.drift_acceleration.value_or(0));
  return Metric();  // null: the method computes no accelerations
}

std::optional<Metric> invariant_deviation(const Watched& run, std::size_t i) { return Metric(run.invariant_max.at(i)); }

// Returns the magnitude that determines the rounding error of the energy: the larger of total and kinetic energy. The
// total energy may be 0 although its kinetic and potential parts are not.
quad energy_size(AnySystem<quad>& system, const quad& t, const ReferenceState& x, std::size_t) {
  const Vec<quad> at_rest = Vec<quad>::Zero(x.v.size());
  const quad energy = system.energy(t, x.q, x.v), kinetic = energy - system.energy(t, x.q, at_rest);
  return std::max<quad>(abs(energy), abs(kinetic));
}

template <Vec<quad> ReferenceState::*of>
quad norm(AnySystem<quad>&, const quad&, const ReferenceState& x, std::size_t) {
  return (x.*of).norm();
}

quad invariant_size(AnySystem<quad>& system, const quad& t, const ReferenceState& x, std::size_t i) {
  Vec<quad> values = Vec<quad>::Zero(system.invariant_count());
  system.invariants(t, x.q, x.v, values);
  return abs(values[static_cast<Eigen::Index>(i)]);
}

// Returns whether a method without coefficients has coupled stages: only then it accepts newton=transformed
// (methods/implicit/newton_mode.hpp).
bool solves_stages_together(const Method& method) {
  return std::ranges::any_of(method.parameters,
                             [](const ParameterSpec& p) { return p.name == "newton" && p.offers("transformed"); });
}

// Returns the number of Newton solves: one for each implicit stage if stages are solved one by one, else one for each
// step. Returns 0 if the method counts no iterations, or does not report the number of its own steps.
std::int64_t implicit_solves(const ResolvedCell& cell, const Counters& counters, std::int64_t steps) {
  if (counters.newton_iterations.value_or(0) == 0) return 0;
  if (!cell.method().info.fixed_step) return solves_stages_together(cell.method()) ? 0 : counters.stages.value_or(0);
  if (!cell.method().tableau) return std::max(counters.stages.value_or(0), steps);
  const bool one_by_one = coupling(cell.method().tableau(cell.options())) == StageCoupling::diagonally_implicit;
  return one_by_one ? steps * stages_per_step(cell.method(), cell.options()) : steps;
}

Metric iterations_a_solve(const ResolvedCell& cell, const Counters& counters, std::int64_t steps) {
  const auto solves = implicit_solves(cell, counters, steps);
  if (solves <= 0) return {};
  return static_cast<double>(*counters.newton_iterations) / static_cast<double>(solves);
}

ObservableRow error_of(std::string_view name, std::string_view unit, std::string_view meaning,
                       std::vector<Member> (*members)(const Subject&), Vec<quad> Sample<quad>::*computed,
                       Vec<quad> ReferenceState::*exact) {
  return {.name = name,
          .kind = ObservableKind::error,
          .unit = unit,
          .meaning = meaning,
          .column = "REDUCER.NAME",
          .is_class = true,
          .members = members,
          .computed = computed,
          .exact = exact};
}

std::vector<ObservableRow> error_rows() {
  auto of_outputs = error_of("OUTPUT", "the output's", "an output of the problem", outputs, &Sample<quad>::outputs,
                             &ReferenceState::outputs);
  of_outputs.is_class = false;
  return {
      error_of("q", "m, rad", "coordinates; rotations by their angle", positions, &Sample<quad>::q, &ReferenceState::q),
      error_of("v", "m/s, rad/s", "velocities", velocities, &Sample<quad>::v, &ReferenceState::v),
      error_of("a", "m/s^2, rad/s^2", "accelerations", accelerations, &Sample<quad>::a, &ReferenceState::a),
      error_of("lambda", "SI", "multipliers", of_constraints<multipliers>, &Sample<quad>::lambda,
               &ReferenceState::lambda),
      of_outputs,
      {.name = "end state",
       .kind = ObservableKind::end_state,
       .unit = "-",
       .meaning = "q and v at the end, value by value",
       .column = "REDUCER",
       .members = [](const Subject&) { return only("", "-"); }},
  };
}

std::vector<ObservableRow> deviations() {
  return {
      {.name = "energy",
       .kind = ObservableKind::deviation,
       .unit = "J",
       .meaning = "E - E0 - W: energy minus initial energy and work of the forces",
       .column = "NAME.REDUCER",
       .subtracts_work = true,
       .members = energy,
       .readings = {{"max", energy_deviation<&Watched::energy_max>}, {"end", energy_deviation<&Watched::energy_end>}},
       .size = energy_size},
      {.name = "drift.position",
       .kind = ObservableKind::deviation,
       .unit = "SI",
       .meaning = "violation of the constraints",
       .column = "NAME",
       .members = of_constraints<drift_of_positions>,
       .readings = {{"max", constraint_drift<&Watched::drift_position>}},
       .size = norm<&ReferenceState::q>},
      {.name = "drift.velocity",
       .kind = ObservableKind::deviation,
       .unit = "SI",
       .meaning = "violation of the first derivative of the constraints",
       .column = "NAME",
       .members = of_constraints<drift_of_velocities>,
       .readings = {{"max", constraint_drift<&Watched::drift_velocity>}},
       .size = norm<&ReferenceState::v>},
      {.name = "drift.acceleration",
       .kind = ObservableKind::deviation,
       .unit = "SI",
       .meaning = "violation of the second derivative of the constraints",
       .column = "NAME",
       .members = of_constraints<drift_of_accelerations>,
       .readings = {{"max", acceleration_drift}},
       .size = norm<&ReferenceState::a>},
      {.name = "invariant.NAME",
       .kind = ObservableKind::deviation,
       .unit = "the invariant's",
       .meaning = "an invariant of the formulation minus its initial value",
       .column = "NAME",
       .members = invariants,
       .readings = {{"max", invariant_deviation}},
       .size = invariant_size},
  };
}

std::vector<ObservableRow> costs() {
  return {
      {.name = "iterations",
       .kind = ObservableKind::count,
       .unit = "-",
       .meaning = "Newton iterations",
       .column = "NAME.REDUCER",
       .members = [](const Subject&) { return only("iterations", "-"); },
       .counted = iterations_a_solve},
      {.name = "seconds",
       .kind = ObservableKind::time,
       .unit = "s",
       .meaning = "CPU time of start and steps",
       .column = "NAME",
       .members = [](const Subject&) { return only("seconds", "s"); },
       .timed = &Timing::seconds},
      {.name = "nanoseconds_per_step",
       .kind = ObservableKind::time,
       .unit = "ns",
       .meaning = "the same for the steps only",
       .column = "NAME",
       .members = [](const Subject&) { return only("nanoseconds_per_step", "ns"); },
       .timed = &Timing::nanoseconds_per_step},
  };
}

std::vector<ObservableRow> all_observables() {
  auto out = error_rows();
  for (auto&& rows : {deviations(), costs()}) out.insert(out.end(), rows.begin(), rows.end());
  return out;
}

Metric mixed_digits(Series y, Series r) { return mixed_error_correct_digits(y, r); }

constexpr Reducer all_reducers[] = {
    {.name = "re",
     .applies_to = ObservableKind::error,
     .meaning = "sqrt(Σ|x - r|² / Σ|r|²) over the samples",
     .source = "zhang2022, eq. (26)",
     .dimensionless = true,
     .relative = true,
     .error = &ErrorSums::relative},
    {.name = "rms",
     .applies_to = ObservableKind::error,
     .meaning = "sqrt(Σ|x - r|² / n) over the samples",
     .source = "fang2023",
     .error = &ErrorSums::rms,
     .checked = CheckedMembers::whole_class},
    {.name = "end",
     .applies_to = ObservableKind::error,
     .meaning = "|x - r| at the end, 2-norm",
     .needs_end = true,
     .error = &ErrorSums::end,
     .checked = CheckedMembers::kinds},
    {.name = "scd",
     .applies_to = ObservableKind::end_state,
     .meaning = "-log10 max |x - r| / |r|",
     .source = "mazzia2008",
     .dimensionless = true,
     .needs_end = true,
     .digits = significant_correct_digits,
     .divisor = [](const quad& r) { return quad(abs(r)); }},
    {.name = "mescd",
     .applies_to = ObservableKind::end_state,
     .meaning = "-log10 max |x - r| / (1 + |r|)",
     .source = "mazzia2008",
     .dimensionless = true,
     .needs_end = true,
     .digits = mixed_digits,
     .divisor = [](const quad& r) { return quad(1 + abs(r)); }},
    {.name = "max",
     .applies_to = ObservableKind::deviation,
     .meaning = "largest absolute value over the steps",
     .checked = CheckedMembers::all},
    {.name = "end", .applies_to = ObservableKind::deviation, .meaning = "absolute value at the last step"},
    {.name = "mean",
     .applies_to = ObservableKind::count,
     .meaning = "for each implicit stage that is solved separately, otherwise for each step"},
    {.name = "median", .applies_to = ObservableKind::time, .meaning = "median of the repeats"},
};

}  // namespace

Subject::Subject(const Problem& of, const Formulation& in, const Parameters& data)
    : problem(of), formulation(in), kinds(by_kind(in.parts(data))) {}

Subject::Subject(const ResolvedCell& cell) : Subject(cell.problem(), listed(cell.formulation()), cell.data()) {}

const std::vector<ObservableRow>& observables() {
  static const std::vector<ObservableRow> table = all_observables();
  return table;
}

std::span<const Reducer> reducers() { return all_reducers; }

}  // namespace plumb
