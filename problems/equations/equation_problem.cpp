#include "problems/equations/equation_problem.hpp"

#include <fmt/format.h>

#include <cmath>

#include "problems/consistency.hpp"
#include "problems/equations/equation_system.hpp"
#include "problems/registration.hpp"

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
        return "abs and sign are not smooth, and no motion of many digits is known";
  return {};
}

std::string why_no_reference(const EquationsOfMotion& of) {
  constexpr int most_coordinates = 64;
  const auto rough = why_not_smooth(of);
  if (!rough.empty() || of.inputs.coordinates <= most_coordinates) return rough;
  return fmt::format("a motion of more than {} coordinates takes too long in quad", most_coordinates);
}

void require_finite(const Vec<double>& numbers, const char* what) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i]))
      throw std::invalid_argument(fmt::format("{} {} is no number at the start", what, i + 1));
}

void require_symmetric(const Mat<double>& mass) {
  for (Eigen::Index i = 0; i < mass.rows(); ++i)
    for (Eigen::Index j = 0; j < i; ++j) {
      const double one = mass(i, j), other = mass(j, i);
      if (!(std::abs(one - other) <= 1e-12 * std::max(std::abs(one), std::abs(other))))
        throw std::invalid_argument(fmt::format(
            "mass: row {} has {} at column {}, and that row {} at column {}; the matrix has to be symmetric", i + 1,
            one, j + 1, other, i + 1));
    }
}

/// Throws std::invalid_argument where the equations determine nothing at the start, M is not symmetric, or the start
/// violates the constraints.
void require_sound(const SharedEquations& equations, const Parameters& p, double begin) {
  const auto& of = *equations;
  EquationSystem<double> system(equations, p, of.inputs.constraints == 0 ? Form::ode : Form::index1);
  auto x = zero_state(system);
  const auto start = start_of<double>(of, p);
  x.q = start.q;
  x.v = start.v;
  require_finite(x.q, "start of coordinate");
  require_finite(x.v, "rate of coordinate");
  Blocks<double, Eigen::Dynamic, Eigen::Dynamic> blocks(of.inputs.coordinates, of.inputs.constraints);
  system.blocks(begin, x, blocks);
  require_symmetric(blocks.mass);
  Vec<double> forces = x.v, gaps = x.lambda;
  system.force(begin, x.q, x.v, forces);
  require_finite(forces, "force");
  system.constraint(begin, x.q, gaps);
  require_finite(gaps, "constraint");
  if (!system.acceleration(begin, x.q, x.v, x.a, x.lambda))
    throw std::invalid_argument("no acceleration at the start: mass and constraints are singular there");
  require_consistent(system, begin, x);
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
          .check = [equations, begin = number_from_text<double>(text.t_begin)](
                       const Parameters& p) { require_sound(equations, p, begin); },
          .reference = reference};
}

}  // namespace plumb
