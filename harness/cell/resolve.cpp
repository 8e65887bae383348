#include "harness/cell/resolve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "contract/excerpt.hpp"
#include "harness/cell/method_file.hpp"
#include "harness/cell/problem_file.hpp"
#include "harness/cell/resolver.hpp"
#include "harness/cell/setting.hpp"
#include "methods/catalogue.hpp"
#include "methods/sundials_module.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

std::string_view name_of(const Problem& problem) { return problem.name; }
std::string_view name_of(const Method& method) { return method.info.name; }

/// Returns a pointer to the element with this name; null if there is none.
template <class List>
auto found(const List& list, std::string_view requested) -> decltype(&*list.begin()) {
  const auto at = std::ranges::find_if(list, [&](const auto& one) { return name_of(one) == requested; });
  return at == list.end() ? nullptr : &*at;
}

template <class List>
UsageError unknown(const List& list, std::string_view noun, std::string_view requested) {
  std::vector<std::string> known;
  for (const auto& one : list) known.emplace_back(name_of(one));
  return unknown_name(noun, requested, known);
}

/// Throws UsageError if an unknown name looks like a path: the user has probably forgotten the @ before it.
void require_no_path(std::string_view name, const char* label) {
  const auto ends = [&](std::string_view with) { return name.ends_with(with); };
  if (name.find('/') == name.npos && !ends(".toml") && !ends(".urdf") && !ends(".xml") && !ends(".so")) return;
  throw no_such("unknown {0} '{1}'; did you mean '@{1}'? A file is named with an @ before its path", label,
                printable_excerpt(name));
}

/// Throws UsageError if the name belongs to another list, for example the name of a problem where a method is needed.
template <class List>
void require_no(const List& others, std::string_view requested, const char* is, const char* needed) {
  if (found(others, requested))
    throw no_such("'{0}' is {1}; {2} is needed here, one of `plumb list {3}s`", requested, is, needed,
                  std::string_view(needed).substr(2));
}

const ParameterSpec* spec_named(std::span<const ParameterSpec> specs, std::string_view name) {
  const auto at = std::ranges::find(specs, name, &ParameterSpec::name);
  return at == specs.end() ? nullptr : &*at;
}

UsageError unknown_parameter(std::string_view of, std::string_view name, std::span<const ParameterSpec> specs) {
  if (specs.empty()) return no_such("{}: unknown parameter '{}'; it has no parameters", of, excerpt(name));
  std::vector<std::string> known;
  for (const auto& spec : specs) known.emplace_back(spec.name);
  return unknown_name("parameter", excerpt(name), known).after(of);
}

/// Parses the parameters of a canonical text ("alpha=4/5,beta=1").
std::map<std::string, std::string> given_in(std::string_view canonical) {
  std::map<std::string, std::string> overrides;
  while (!canonical.empty()) {
    const auto comma = canonical.find(',');
    const auto item = canonical.substr(0, comma);
    const auto equals = item.find('=');
    if (equals != std::string_view::npos) overrides.emplace(item.substr(0, equals), item.substr(equals + 1));
    if (comma == std::string_view::npos) break;
    canonical.remove_prefix(comma + 1);
  }
  return overrides;
}

}  // namespace

Parameters checked_parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& overrides,
                              std::string_view of) {
  if (const auto content = overrides.find("content"); names_file(of) && content != overrides.end())
    require_same_content(of, content->second, specs);
  for (const auto& [name, value] : overrides)
    if (!spec_named(specs, name)) throw unknown_parameter(of, name, specs);
  try {
    return {specs, overrides};
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string(of) + ": " + e.what());
  }
}

namespace {

/// Returns look(). If it throws UsageError, adds the location of the request's value with the key `value` to the error.
template <class Look>
decltype(auto) in(const CellRequest& request, std::string_view value, const Look& look) {
  try {
    return look();
  } catch (const UsageError& e) {
    throw request.place_of(value).refusal(e);
  }
}

/// Throws UsageError if the method starts with values from before its initial time: at a restart, these would lie
/// before the discontinuity.
void require_start_at(const ResolvedCell& cell) {
  for (const auto* from_before : {"backwards", "accurate"})
    if (cell.options().has("start") && cell.options().is("start", from_before))
      throw contradiction(
          "breaks: {} cannot restart at discontinuities with start={}, because this start uses values before them; "
          "choose another start",
          cell.method().info.name, from_before)
          .of("breaks");
}

/// Returns the numbers of the steps that end at discontinuities. Throws UsageError if a discontinuity is not at the end
/// of a step.
std::vector<std::int64_t> break_steps(const ResolvedCell& cell) {
  std::vector<std::int64_t> out;
  for (const auto& at : cell.problem().breakpoints(cell.data())) {
    if (!(at.time < cell.t_end<quad>())) break;
    const quad steps = (at.time - cell.t_begin<quad>()) / cell.step<quad>(), whole = round(steps);
    if (abs(steps - whole) > quad(1e-9) * steps)
      throw contradiction("breaks: no step of {} s ends at the discontinuity at {:g} s; choose a step that does",
                          cell.text().step, static_cast<double>(at.time))
          .of("breaks");
    out.push_back(static_cast<std::int64_t>(whole));
  }
  return out;
}

NewtonNorm norm_named(std::string_view name) {
  if (name == "rms") return NewtonNorm::rms;
  return name == "euclidean" ? NewtonNorm::euclidean : NewtonNorm::max;
}

}  // namespace

const Problem& problem_named(std::string_view name) {
  if (names_file(name)) return problem_file(name);
  if (const auto* known = found(problems(), name)) return *known;
  require_no_path(name, "problem");
  require_no(methods(), name, "a method", "a problem");
  if (std::ranges::count(omitted_problems(), name) > 0)
    throw no_such("problem '{}' is not in this build; {}", name, how_to_add_problems);
  throw unknown(problems(), "problem", name);
}

const Method& method_named(std::string_view name) {
  if (names_file(name)) return method_file(name).method;
  if (const auto* known = found(methods(), name)) return *known;
  require_no_path(name, "method");
  require_no(problems(), name, "a problem", "a method");
  if (std::ranges::count(omitted_methods(), name) > 0)
    throw no_such("method '{}' is not in this build; {}", name, how_to_add_sundials);
  throw unknown(methods(), "method", name);
}

const Method& method_named(const Spec& spec) {
  if (!names_file(spec.name)) return method_named(spec.name);
  return method_for(method_file(spec.name), spec.parameters);
}

const Method& method_named(const Cell& cell) {
  return method_named(Spec{cell.method, given_in(cell.method_parameters)});
}

std::vector<Spec> expand_methods(const std::vector<std::string>& selectors) {
  return expand(selectors, [](std::string_view name, std::string_view parameter) -> const ParameterSpec* {
    const auto* method = found(methods(), name);
    return method ? spec_named(method->parameters, parameter) : nullptr;
  });
}

std::vector<Spec> expand_problems(const std::vector<std::string>& selectors) {
  return expand(selectors, [](std::string_view name, std::string_view parameter) -> const ParameterSpec* {
    const auto* problem = found(problems(), name);
    return problem ? spec_named(problem->parameters, parameter) : nullptr;
  });
}

Parameters method_parameters(const Method& method, const std::map<std::string, std::string>& overrides) {
  auto out = checked_parameters(method.parameters, overrides, method.info.name);
  try {
    method.check(out);
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string(method.info.name) + ": " + e.what());
  }
  return out;
}

Parameters parameters_from_text(std::span<const ParameterSpec> specs, std::string_view canonical, std::string_view of) {
  return checked_parameters(specs, given_in(canonical), of);
}

ResolvedCell::ResolvedCell(Cell text, const Problem& problem, const Formulation& formulation, const Method& method,
                           std::shared_ptr<const Parameters> data, std::shared_ptr<const Parameters> options,
                           std::int64_t steps)
    : text_(std::move(text)),
      id_(plumb::id(text_)),
      problem_(&problem),
      formulation_(&formulation),
      method_(&method),
      data_(std::move(data)),
      options_(std::move(options)),
      steps_(steps) {
  if (!text_.restarts) return;
  steps_to_breaks_ = break_steps(*this);
  if (!steps_to_breaks_.empty()) require_start_at(*this);
}

ResolvedCell ResolvedCell::without_reference() const {
  auto out = *this;
  out.text_.reference = ReferenceChoice::none;
  out.id_ = plumb::id(out.text_);
  return out;
}

NewtonSettings ResolvedCell::newton() const {
  NewtonSettings out;
  if (text_.newton_tol) out.tolerance = number_from_text<double>(*text_.newton_tol);
  out.test = text_.newton_test == "residual" ? NewtonTest::residual : NewtonTest::increment;
  out.norm = norm_named(text_.newton_norm);
  if (text_.newton_max != 0) out.max_iterations = text_.newton_max;
  return out;
}

// The resolver of a thread is kept, because many cells are resolved in sequence, mostly of the same problems, and
// checking a mechanism with beams takes some hundredths of a second.
ResolvedCell resolve(const CellRequest& request) {
  thread_local Resolver resolver;
  return resolver(request);
}

ResolvedCell resolve(const Cell& cell) {
  const auto& problem = problem_named(cell.problem);
  check_settings(cell);
  const auto& method = method_named(cell);
  return {cell,
          problem,
          stored_formulation(problem, cell),
          method,
          std::make_shared<const Parameters>(
              parameters_from_text(problem.parameters, cell.problem_parameters, problem.name)),
          std::make_shared<const Parameters>(
              parameters_from_text(method.parameters, cell.method_parameters, method.info.name)),
          steps(cell, problem.t_begin)};
}

ResolvedCell Resolver::operator()(const CellRequest& request) {
  const auto& problem = in(
      request, "problem", [&]() -> auto& { return problem_named(request.problem.name); });
  const auto& formulation = in(
      request, "formulation", [&]() -> auto& { return formulation_of(problem, request.formulation, request.step); });
  const auto& method = in(
      request, "method", [&]() -> auto& { return method_named(request.method); });
  const auto& data = in(
      request, "problem", [&]() -> auto& { return checked_data(problem, formulation, request.problem); });
  const auto& options = in(
      request, "method", [&]() -> auto& { return checked_options(method, request.method); });
  auto cell = settings_of(request);
  cell.problem = problem.name;
  cell.problem_parameters = data.text;
  name_formulation(cell, formulation);
  cell.method = method.info.name;
  cell.method_parameters = options.text;
  cell.step = request.step;
  if (!request.settings.contains("t_end")) cell.t_end = problem.t_end;
  try {
    const auto steps = checked_steps(cell, problem);
    ResolvedCell out(std::move(cell), problem, formulation, method, data.values, options.values, steps);
    check_step_of_formulation(out);
    return out;
  } catch (const UsageError& e) {  // steps, horizons and discontinuities are checked together
    throw request.place_of(e.place.key.empty() ? "step" : e.place.key).refusal(e);
  }
}

/// Returns a cell that contains the settings of the request, and no names yet.
const Cell& Resolver::settings_of(const CellRequest& request) {
  return settings_(request.settings, [&] {
    Cell out{.problem = {},
             .problem_parameters = {},
             .formulation = {},
             .formulation_parameters = {},
             .method = {},
             .method_parameters = {},
             .step = {},
             .t_end = {},
             .newton_tol = {},
             .samples = default_samples};
    for (const auto& setting : request.settings)
      in(request, setting.first, [&] { setting_named(setting.first).read(out, setting.second); });
    return out;
  });
}

Resolver::Checked::Checked(Parameters parameters)
    : values(std::make_shared<const Parameters>(std::move(parameters))),
      text(normalized_parameters(values->canonical())) {}

// The formulation is part of the key, because the initial state is checked in its coordinates.
const Resolver::Checked& Resolver::checked_data(const Problem& problem, const Formulation& formulation,
                                                const Spec& spec) {
  return data_(std::pair(&formulation, spec), [&] {
    auto data = checked_parameters(problem.parameters, spec.parameters, problem.name);
    try {
      problem.check(data);
      require_consistent_start(problem, data, listed(formulation));
    } catch (const std::invalid_argument& e) {
      throw UsageError(problem.name + ": " + e.what());
    }
    return Checked(std::move(data));
  });
}

const Resolver::Checked& Resolver::checked_options(const Method& method, const Spec& spec) {
  return options_(std::pair(&method, spec), [&] { return Checked(method_parameters(method, spec.parameters)); });
}

std::int64_t Resolver::checked_steps(const Cell& cell, const Problem& problem) {
  const auto key = fmt::format("{};{};{};{};{}", problem.t_begin, cell.t_end, cell.step, cell.ends_beyond,
                               cell.errors_from.value_or(""));
  return steps_(key, [&] { return steps(cell, problem.t_begin); });
}

}  // namespace plumb
