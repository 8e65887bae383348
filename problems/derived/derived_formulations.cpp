#include "problems/derived/derived_formulations.hpp"

#include <fmt/format.h>

#include <list>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "problems/adapters/baumgarte.hpp"
#include "problems/adapters/independent.hpp"
#include "problems/adapters/null_space.hpp"
#include "problems/adapters/penalty.hpp"
#include "problems/adapters/stabilised_index1.hpp"

namespace plumb {
namespace {

/// Returns the unit in which the user gives rates, in 1/s: 1/s or 1/step.
template <class T>
T unit_of(const Parameters& values, const std::string& step) {
  return values.is("unit", "per-step") ? T(1) / number_from_text<T>(step) : T(1);
}

/// Returns α and β in 1/s.
template <class T>
BaumgarteRates<T> rates_of(const Parameters& values, const std::string& step) {
  const T per_second = unit_of<T>(values, step);
  const bool is_critical = values.text("beta").empty();
  return {values.number<T>("alpha") * per_second, values.number<T>(is_critical ? "alpha" : "beta") * per_second};
}

template <class T>
auto baumgarte_in(const Parameters& values, const std::string& step) {
  return [of = rates_of<T>(values, step)](const Derivation::AtLevel<T>& at_level) {
    return AnySystem<T>(Baumgarte<T>(at_level(Form::index1), at_level(Form::index2), of));
  };
}

Derivation baumgarte(const Formulation& base, const Parameters& values, const std::string& step) {
  return {.of = base,
          .name = "baumgarte",
          .parameters = values.canonical(),
          .in_double = baumgarte_in<double>(values, step),
          .in_long = baumgarte_in<long double>(values, step),
          .in_quad = baumgarte_in<quad>(values, step)};
}

template <class T>
auto penalty_in(const Parameters& values, const std::string& step, bool iterates) {
  const PenaltySettings<T> of{.alpha = values.number<T>("alpha"),
                              .omega = values.number<T>("omega") * unit_of<T>(values, step),
                              .mu = values.number<T>("mu"),
                              .iterates = iterates};
  return [of](const Derivation::AtLevel<T>& at_level) {
    return AnySystem<T>(Penalty<T>(at_level(Form::index1), at_level(Form::index2), of));
  };
}

Derivation with_penalty(const Formulation& base, const Parameters& values, const std::string& step, bool iterates) {
  return {.of = base,
          .name = iterates ? "augmented-lagrangian" : "penalty",
          .parameters = values.canonical(),
          .in_double = penalty_in<double>(values, step, iterates),
          .in_long = penalty_in<long double>(values, step, iterates),
          .in_quad = penalty_in<quad>(values, step, iterates)};
}

template <class T>
auto independent_in(const Parameters& values) {
  return [contraction = values.number<T>("contraction")](const Derivation::AtLevel<T>& at_level) {
    return AnySystem<T>(Independent<T>(at_level(Form::index1), at_level(Form::index2), contraction));
  };
}

Derivation independent(const Formulation& base, const Parameters& values, const std::string&) {
  return {.of = base,
          .name = "independent",
          .parameters = values.canonical(),
          .in_double = independent_in<double>(values),
          .in_long = independent_in<long double>(values),
          .in_quad = independent_in<quad>(values)};
}

template <class T>
AnySystem<T> null_space_in(const Derivation::AtLevel<T>& at_level) {
  return AnySystem<T>(NullSpace<T>(at_level(Form::index1), at_level(Form::index2)));
}

Derivation null_space(const Formulation& base, const Parameters& values, const std::string&) {
  return {.of = base,
          .name = "null-space",
          .parameters = values.canonical(),
          .has_own_multipliers = true,
          .is_ordinary = true,
          .in_double = null_space_in<double>,
          .in_long = null_space_in<long double>,
          .in_quad = null_space_in<quad>};
}

template <class T>
AnySystem<T> stabilised_index1_in(const Derivation::AtLevel<T>& at_level) {
  return AnySystem<T>(StabilisedIndex1<T>(at_level(Form::index1), at_level(Form::ggl)));
}

Derivation stabilised_index1(const Formulation& base, const Parameters& values, const std::string&) {
  return {.of = base,
          .name = "stabilised-index1",
          .parameters = values.canonical(),
          .has_own_multipliers = true,
          .in_double = stabilised_index1_in<double>,
          .in_long = stabilised_index1_in<long double>,
          .in_quad = stabilised_index1_in<quad>};
}

std::vector<ParameterSpec> parameters_of_penalty(const std::string& meaning_of_alpha) {
  return {{.name = "alpha", .default_value = "1e7", .unit = "kg", .meaning = meaning_of_alpha, .minimum = 1e-300},
          {.name = "omega",
           .default_value = "10",
           .unit = "1/s",
           .meaning = "frequency of the constraint error",
           .minimum = 0},
          {.name = "mu",
           .default_value = "1",
           .unit = "-",
           .meaning = "damping ratio of the constraint error",
           .minimum = 0},
          {.name = "unit",
           .default_value = "per-second",
           .unit = "-",
           .meaning = "unit of omega: 1/s, or multiples of 1/h with the step size h",
           .choices = "per-second|per-step"}};
}

DerivedFormulation independent_formulation() {
  return {
      .name = "independent",
      .meaning = "independent coordinates y of the tangent space, with new charts during the run (Potra, Rheinboldt)",
      .source = "potra1991; wehage1982",
      .of = Form::index1,
      .parameters = {{.name = "contraction",
                      .default_value = "0.1",
                      .unit = "-",
                      .meaning = "largest convergence factor of the iteration for dependent coordinates; after a "
                                 "step that exceeds it, the chart changes; 0: after every step",
                      .minimum = 0,
                      .maximum = 1}},
      .derive = independent,
      .settles = true,
      .of_momenta = false};
}

DerivedFormulation baumgarte_formulation() {
  return {.name = "baumgarte",
          .meaning = "constraints at acceleration level, stabilised: Φ'' + 2α Φ' + β² Φ = 0 (Baumgarte)",
          .source = "baumgarte1972",
          .of = Form::index1,
          .parameters = {{.name = "alpha",
                          .default_value = "5",
                          .unit = "1/s",
                          .meaning = "damping of the constraint error, which decays like exp(-alpha t)",
                          .minimum = 0},
                         {.name = "beta",
                          .default_value = "",
                          .unit = "1/s",
                          .meaning = "frequency of the constraint error; default: alpha, which is critical damping",
                          .minimum = 0},
                         {.name = "unit",
                          .default_value = "per-second",
                          .unit = "-",
                          .meaning = "unit of alpha and beta: 1/s, or multiples of 1/h with the step size h",
                          .choices = "per-second|per-step"}},
          .derive = baumgarte};
}

const std::vector<DerivedFormulation>& all_derived() {
  static const std::vector<DerivedFormulation> out = {
      independent_formulation(),
      {.name = "null-space",
       .meaning = "independent velocities u of the null space of G: q' = P u + s, Pᵀ(M v' − f) = 0 (Maggi)",
       .source = "betsch2005; laulusa2008",
       .of = Form::index2,
       .parameters = {},
       .derive = null_space,
       .settles = true,
       .of_momenta = false},
      baumgarte_formulation(),
      {.name = "penalty",
       .meaning = "multipliers λ = α (Φ'' + 2ωμ Φ' + ω² Φ) of yielding constraints (Bayo)",
       .source = "bayo1988",
       .of = Form::index1,
       .parameters = parameters_of_penalty("penalty; kg m^2 for constraints in rad. The error falls like 1/alpha"),
       .derive = [](const auto&... given) { return with_penalty(given..., false); }},
      {.name = "augmented-lagrangian",
       .meaning = "limit of the iteration λ ← λ + α (Φ'' + 2ωμ Φ' + ω² Φ), also with redundant constraints (Bayo)",
       .source = "bayo1988; bayo1996",
       .of = Form::index1,
       .parameters = parameters_of_penalty("penalty; kg m^2 for constraints in rad. The limit does not depend on it"),
       .derive = [](const auto&... given) { return with_penalty(given..., true); }},
      {.name = "stabilised-index1",
       .meaning = "constraints at position, velocity and acceleration level: q' = v − Gᵀμ, v' = a − Gᵀη (Gear)",
       .source = "gear1985; gear1986; fuhrer1991; petzold1992",
       .of = Form::ggl,
       .parameters = {},
       .derive = stabilised_index1,
       .synonym = "overdetermined"}};
  return out;
}

/// Returns the name with a list of parameters; without parentheses if there are no parameters.
std::string with_parameters(const DerivedFormulation& kind, const std::string& given) {
  return kind.parameters.empty() ? kind.name : fmt::format("{}({})", kind.name, given);
}

/// Returns a name like "baumgarte(alpha=20)", with the first parameter and all parameters that differ from the default.
std::string title_of(const DerivedFormulation& kind, const Formulation& listed, const Parameters& values) {
  std::string given;
  for (const auto& spec : kind.parameters)
    if (const auto& text = values.text(spec.name); text != spec.default_value || &spec == &kind.parameters.front())
      given += fmt::format("{}{}={}", given.empty() ? "" : ",", spec.name, text);
  return listed.name.substr(0, listed.name.size() - name(kind.of).size()) + with_parameters(kind, given);
}

}  // namespace

std::span<const DerivedFormulation> derived_formulations() { return all_derived(); }

std::string usage(const DerivedFormulation& kind) {
  std::string out;
  for (const auto& spec : kind.parameters)
    out += fmt::format("{}{}{}{}", out.empty() ? "" : ",", spec.name, spec.default_value.empty() ? "" : "=",
                       spec.default_value);
  return with_parameters(kind, out);
}

std::string explanation(const DerivedFormulation& kind) {
  return kind.synonym.empty() ? kind.meaning : fmt::format("{}; also named {}", kind.meaning, kind.synonym);
}

std::optional<DerivedName> derived_name(std::string_view requested) {
  for (const auto& kind : all_derived())
    for (const auto& known : {kind.name, kind.synonym}) {
      if (known.empty() || (requested != known && !requested.ends_with("-" + known))) continue;
      const auto prefix = requested.substr(0, requested.size() - known.size());
      return DerivedName{kind, std::string(prefix) + std::string(name(kind.of))};
    }
  return {};
}

std::vector<std::string> derived_names(const Problem& problem) {
  std::vector<std::string> out;
  for (const auto& kind : all_derived())
    for (const auto& formulation : problem.formulations) {
      const auto form = std::string(name(kind.of));
      if (!kind.of_momenta && !formulation.momenta_of.empty()) continue;
      if (formulation.form != kind.of || !(formulation.name == form || formulation.name.ends_with("-" + form)))
        continue;
      out.push_back(formulation.name.substr(0, formulation.name.size() - form.size()) + kind.name);
    }
  return out;
}

const Formulation& derived_formulation(const DerivedFormulation& kind, const Formulation& listed,
                                       const Parameters& values, const std::string& step) {
  static std::mutex mutex;
  static std::map<std::tuple<const Formulation*, std::string, std::string, std::string>, Formulation> known;
  const std::lock_guard lock(mutex);
  const bool depends_on_step = values.is("unit", "per-step");
  auto name = title_of(kind, listed, values);
  const auto [entry, is_new] =
      known.try_emplace({&listed, name, values.canonical(), depends_on_step ? step : std::string()}, listed);
  auto& out = entry->second;
  if (!is_new) return out;
  out.name = std::move(name);
  out.meaning = listed.meaning + ", " + kind.meaning;
  out.settles = kind.settles;
  out.derivation = std::make_shared<const Derivation>(kind.derive(listed, values, step));
  return out;
}

}  // namespace plumb
