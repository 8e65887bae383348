#include "problems/equations/equation_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "problems/consistency.hpp"
#include "problems/equations/equation_system.hpp"
#include "problems/equations/hidden_in_equations.hpp"
#include "problems/mechanisms/breakpoints.hpp"
#include "problems/mechanisms/mechanism_text.hpp"
#include "problems/registration.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

using SharedEquations = std::shared_ptr<const EquationsOfMotion>;

template <class T>
Configuration<T> start_of(const EquationsOfMotion& of, const Parameters& parameters) {
  std::vector<Expression> numbers;
  for (const auto& coordinate : of.coordinates) {
    numbers.push_back(coordinate.start);
    numbers.push_back(coordinate.rate);
  }
  const CompiledExpressions<T> values(*of.graph, numbers, of.inputs.parameters(), of.numbers<T>(parameters));
  Configuration<T> out{zeros<Vec<T>>(of.inputs.coordinates, 1), zeros<Vec<T>>(of.inputs.coordinates, 1)};
  for (int i = 0; i < of.inputs.coordinates; ++i) {
    out.q[i] = values[2 * static_cast<std::size_t>(i)];
    out.v[i] = values[2 * static_cast<std::size_t>(i) + 1];
  }
  return out;
}

template <class T>
Model<T> model(const SharedEquations& equations) {
  return {.system = [equations](const Parameters& p,
                                const Formulation& f) { return AnySystem<T>(EquationSystem<T>(equations, p, f.form)); },
          .initial = [equations](const Parameters& p, const Formulation&) { return start_of<T>(*equations, p); }};
}

std::vector<Formulation> formulations(const EquationsOfMotion& of) {
  std::vector<Part> parts;
  for (int i = 0; i < of.inputs.coordinates; ++i) {
    const auto& one = of.coordinates[static_cast<std::size_t>(i)];
    parts.push_back(part(one.name, one.unit == "rad" ? PartKind::angle : PartKind::translation, one.unit, i));
  }
  const Formulation shared = {.name = "",
                              .meaning = "the coordinates of the file",
                              .invariants = of.invariants,
                              .coordinates = "given",
                              .parts = fixed_parts(parts)};
  if (of.inputs.constraints == 0) {
    auto out = shared;
    out.name = "ode";
    return {out};
  }
  auto out = at_every_level(shared);
  for (auto& formulation : projected_formulations(shared)) out.push_back(std::move(formulation));
  return out;
}

std::string why_not_smooth(const EquationsOfMotion& of) {
  for (const auto* all : {&of.force, &of.constraint, &of.mass})
    for (const auto& one : *all)
      if (of.graph->contains(one, Operation::abs) || of.graph->contains(one, Operation::sign))
        return "abs and sign are not smooth, so there is no certified reference";
  return {};
}

/// Returns the reason why there is no reference; empty if there is one.
std::string why_no_reference(const EquationsOfMotion& of) {
  constexpr int most_coordinates = 64;
  const auto rough = why_not_smooth(of);
  if (!rough.empty() || of.inputs.coordinates <= most_coordinates) return rough;
  return fmt::format("a reference for more than {} coordinates takes too long to compute in quad", most_coordinates);
}

/// Throws RefusedMechanism with the location in the file, if it is known.
[[noreturn]] void refuse(const FilePlace& place, const UsageError& why) {
  throw RefusedMechanism(place.file ? place.refusal(why) : why);
}

void require_finite(const Vec<double>& numbers, const std::vector<FilePlace>& places, const char* label) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i]))
      refuse(places.at(static_cast<std::size_t>(i)),
             out_of_range("{} {} is not a finite number at the start", label, i + 1));
}

void require_symmetric(const Mat<double>& mass, const EquationPlaces& places) {
  const auto n = mass.rows();
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const double one = mass(i, j), other = mass(j, i);
      if (std::abs(one - other) <= 1e-12 * std::max(std::abs(one), std::abs(other))) continue;
      refuse(places.mass.at(static_cast<std::size_t>(i * n + j)),
             contradiction(
                 "mass[{0}][{1}] = {2:.6g}, but mass[{1}][{0}] = {3:.6g} at the start; the matrix must be symmetric",
                 i + 1, j + 1, one, other));
    }
}

/// Throws for singular equations, and names the cause: a row of the mass matrix that is 0, or the constraints.
void refuse_singular(const Mat<double>& mass, const EquationsOfMotion& of) {
  for (Eigen::Index i = 0; i < mass.rows(); ++i)
    if (of.inputs.constraints == 0 && mass.row(i).isZero(0)) {
      const auto& name = of.coordinates[static_cast<std::size_t>(i)].name;
      const auto& places = of.places.mass;
      const auto at =
          static_cast<std::size_t>(places.size() > static_cast<std::size_t>(mass.rows()) ? i * mass.rows() : i);
      refuse(places.empty() ? of.places.file : places.at(at),
             out_of_range("mass: row {} is 0 at the start: '{}' has no acceleration", i + 1, name));
    }
  const auto& place = !of.places.constraint.empty() ? of.places.constraint.front()
                      : !of.places.mass.empty()     ? of.places.mass.front()
                                                    : of.places.file;
  refuse(place, out_of_range("no acceleration at the start: {}", of.inputs.constraints == 0
                                                                     ? "the mass matrix is singular there"
                                                                     : "mass and constraints are singular there"));
}

/// The argument of a table in the formulas, which is a linear function of the time t, in quad.
class TimeOfTable {
 public:
  TimeOfTable(const EquationsOfMotion& of, Expression argument, const Parameters& p)
      : values_(*of.graph, {&argument, 1}, of.inputs.parameters(), of.numbers<quad>(p)), start_(at(0)) {
    rate_ = at(1) - start_;
  }
  quad at(const quad& t) {
    values_.put_number(FormulaInputs::time, t);
    values_.evaluate();
    return values_[0];
  }
  /// Returns the breaks of a table: times and derivatives refer to t, not to the argument.
  std::vector<mbs::Signal<quad>::Break> breaks(const mbs::Table& table) const {
    std::vector<mbs::Signal<quad>::Break> out;
    if (rate_ == 0) return out;
    const auto scaled = [&](const mbs::CubicTable<quad>::Values& x) {
      return mbs::Signal<quad>::Values{x.value, quad(rate_ * x.rate), quad(rate_ * rate_ * x.second)};
    };
    for (const auto& one : mbs::CubicTable<quad>::of(table).breaks())
      out.push_back({quad((one.time - start_) / rate_), scaled(rate_ > 0 ? one.before : one.after),
                     scaled(rate_ > 0 ? one.after : one.before)});
    if (rate_ < 0) std::ranges::reverse(out);
    return out;
  }

 private:
  CompiledExpressions<quad> values_;
  quad start_, rate_ = 0;
};

std::vector<Breakpoint> breakpoints(const EquationsOfMotion& of, const Parameters& p, const quad& begin) {
  constexpr int position = 0, acceleration = 2;
  std::vector<mbs::TimedBreaks> all;
  const auto add = [&](std::span<const Expression> formulas, int order) {
    for (const auto& use : of.graph->tables_in(formulas))
      all.push_back({TimeOfTable(of, use.argument, p).breaks(of.graph->tables()[use.table].table), order});
  };
  add(of.constraint, position);
  add(of.force, acceleration);
  return mbs::breakpoints_of(all, begin);
}

/// Throws if the motion leaves the range of a table for which the file does not define values outside the range.
void require_tables_cover(const EquationsOfMotion& of, const Parameters& p, const quad& begin, const quad& end) {
  std::vector<Expression> formulas = of.force;
  formulas.insert(formulas.end(), of.constraint.begin(), of.constraint.end());
  formulas.insert(formulas.end(), of.output_values.begin(), of.output_values.end());
  for (const auto& use : of.graph->tables_in(formulas)) {
    const auto& [name, table] = of.graph->tables()[use.table];
    TimeOfTable time(of, use.argument, p);
    const quad from = time.at(begin), to = time.at(end);
    if (const auto why = mbs::why_outside(table, std::min(from, to), std::max(from, to)); !why.empty())
      refuse(of.places.tables.at(use.table), out_of_range("table '{}': {}", name, why));
  }
}

/// Throws RefusedMechanism if a value at the initial state is not finite, if the initial state violates the
/// constraints, if M is not symmetric, or if the equations do not determine the accelerations.
void require_sound(const SharedEquations& equations, const Parameters& p, const std::string& from,
                   const std::string& to) {
  const auto& of = *equations;
  const auto begin = number_from_text<double>(from);
  require_tables_cover(of, p, number_from_text<quad>(from), number_from_text<quad>(to));
  EquationSystem<double> system(equations, p, of.inputs.constraints == 0 ? Form::ode : Form::index1);
  auto x = zero_state(system);
  const auto start = start_of<double>(of, p);
  x.q = start.q;
  x.v = start.v;
  require_finite(x.q, of.places.coordinates, "start of coordinate");
  require_finite(x.v, of.places.coordinates, "rate of coordinate");
  Blocks<double, Eigen::Dynamic, Eigen::Dynamic> blocks(of.inputs.coordinates, of.inputs.constraints);
  system.blocks(begin, x, blocks);
  require_symmetric(blocks.mass, of.places);
  Vec<double> forces = x.v, gaps = x.lambda;
  system.force(begin, x.q, x.v, forces);
  require_finite(forces, of.places.force, "force");
  system.constraint(begin, x.q, gaps);
  require_finite(gaps, of.places.constraint, "constraint");
  if (!system.acceleration(begin, x.q, x.v, x.a, x.lambda)) refuse_singular(blocks.mass, of);
  try {
    require_consistent(system, begin, x);
  } catch (const std::invalid_argument& e) {
    refuse(of.places.constraint.empty() ? of.places.file : of.places.constraint.front(), contradiction("{}", e.what()));
  }
}

HiddenVariation hidden_variation(const SharedEquations& equations, const Parameters& parameters, double begin) {
  return [hidden = hidden_in_equations(equations, parameters), begin](const StateRanges& since_begin) {
    auto state = since_begin;
    state.t = {begin + state.t.low, begin + state.t.high};
    return hidden(state);
  };
}

}  // namespace

Problem equation_problem(const EquationText& text) {
  const auto equations = std::make_shared<const EquationsOfMotion>(text.equations);
  const auto& of = *equations;
  Reference reference{.formulation = of.inputs.constraints == 0 ? "" : "index1",
                      .none = [equations](const Parameters&) { return why_no_reference(*equations); },
                      .none_of_few_digits = [equations](const Parameters&) { return why_not_smooth(*equations); }};
  return {.name = text.name,
          .title = text.title,
          .source = text.source,
          .t_begin = text.t_begin,
          .t_end = text.t_end,
          .parameters = of.parameters,
          .formulations = formulations(of),
          .outputs = of.outputs,
          .invariants = "energy, where dE/dt vanishes identically",
          .in_double = model<double>(equations),
          .in_long = model<long double>(equations),
          .in_quad = model<quad>(equations),
          .check = [equations, from = text.t_begin,
                    to = text.t_end](const Parameters& p) { require_sound(equations, p, from, to); },
          .reference = reference,
          .breakpoints = [equations, begin = number_from_text<quad>(text.t_begin)](
                             const Parameters& p) { return breakpoints(*equations, p, begin); },
          .hidden_variation = [equations, begin = number_from_text<double>(text.t_begin)](
                                  const Parameters& p) { return hidden_variation(equations, p, begin); }};
}

}  // namespace plumb
