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
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

template <class List>
const auto& named(const List& list, std::string_view what, std::string_view wanted) {
  std::vector<std::string> known;
  for (const auto& entry : list) {
    if (entry.first == wanted) return *entry.second;
    known.emplace_back(entry.first);
  }
  throw unknown_name(what, wanted, known);
}

/// Files are named with an @, which is easily forgotten. So a name that looks like a path gets a message about that.
void require_no_path(std::string_view name, const char* what) {
  const auto ends = [&](std::string_view with) { return name.ends_with(with); };
  if (name.find('/') == name.npos && !ends(".toml") && !ends(".urdf") && !ends(".xml") && !ends(".so")) return;
  throw no_such("unknown {0} '{1}'; did you mean '@{1}'? A file is named with an @ before its path", what,
                printable_excerpt(name));
}

/// Refuses names of another list than the wanted one.
template <class List, class Name>
void require_no(const List& others, const Name& name_of, std::string_view wanted, const char* is, const char* needed) {
  if (std::ranges::any_of(others, [&](const auto& one) { return name_of(one) == wanted; }))
    throw no_such("'{0}' is {1}; {2} is needed here, one of `plumb list {3}s`", wanted, is, needed,
                  std::string_view(needed).substr(2));
}

const ParameterSpec* spec_named(std::span<const ParameterSpec> specs, std::string_view name) {
  const auto at = std::ranges::find(specs, name, &ParameterSpec::name);
  return at == specs.end() ? nullptr : &*at;
}

UsageError unknown_parameter(std::string_view of, std::string_view name, std::span<const ParameterSpec> specs) {
  if (specs.empty()) return no_such("{}: unknown parameter '{}'; it takes none", of, excerpt(name));
  std::vector<std::string> known;
  for (const auto& spec : specs) known.emplace_back(spec.name);
  return unknown_name("parameter", excerpt(name), known).after(of);
}

Parameters parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given,
                      std::string_view of) {
  if (const auto content = given.find("content"); names_file(of) && content != given.end())
    require_same_content(of, content->second, specs);
  for (const auto& [name, value] : given)
    if (!spec_named(specs, name)) throw unknown_parameter(of, name, specs);
  try {
    return {specs, given};
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string(of) + ": " + e.what());
  }
}

/// Looks something up. If that fails, the error names the value of the request that is wrong.
template <class Look>
decltype(auto) in(const CellRequest& request, std::string_view value, const Look& look) {
  try {
    return look();
  } catch (const UsageError& e) {
    throw request.place_of(value).refusal(e);
  }
}

const Formulation& checked_formulation(const Problem& problem, const Spec& asked) {
  const auto& out = asked.name.empty() ? problem.formulations.front() : formulation_named(problem, asked.name);
  parameters({}, asked.given, out.name);
  return out;
}

/// Throws UsageError if the method starts with values from before the beginning, as it would look back over the break.
void require_start_at(const ResolvedCell& cell) {
  for (const auto* from_before : {"backwards", "accurate"})
    if (cell.options().has("start") && cell.options().is("start", from_before))
      throw UsageError(fmt::format("breaks: {} cannot begin anew with start={}, which looks back over the break",
                                   cell.method().info.name, from_before));
}

/// Returns the steps that end at breaks. Throws UsageError if no step ends at a break.
std::vector<std::int64_t> break_steps(const ResolvedCell& cell) {
  std::vector<std::int64_t> out;
  for (const auto& at : cell.problem().breakpoints(cell.data())) {
    if (!(at.time < cell.t_end<quad>())) break;
    const quad steps = (at.time - cell.t_begin<quad>()) / cell.step<quad>(), whole = round(steps);
    if (abs(steps - whole) > quad(1e-9) * steps)
      throw UsageError(fmt::format("breaks: no step of {} s ends at the break at {:g} s", cell.text().step,
                                   static_cast<double>(at.time)));
    out.push_back(static_cast<std::int64_t>(whole));
  }
  return out;
}

/// Steps and horizons are checked together. The error tells which of them is wrong.
void check_steps(const CellRequest& request, const Cell& cell, const Problem& problem) {
  try {
    check(cell, problem.t_begin);
  } catch (const UsageError& e) {
    throw request.place_of(e.place.key.empty() ? "step" : e.place.key).refusal(e);
  }
}

/// A study may name more than memory should hold, so old entries are dropped.
template <class Map>
void forget_some(Map& known) {
  constexpr std::size_t most_remembered = 1000;
  if (known.size() >= most_remembered) known.clear();
}

NewtonNorm norm_named(std::string_view name) {
  if (name == "rms") return NewtonNorm::rms;
  return name == "euclidean" ? NewtonNorm::euclidean : NewtonNorm::max;
}

}  // namespace

const Problem& problem_named(std::string_view name) {
  if (names_file(name)) return problem_file(name);
  require_no_path(name, "problem");
  require_no(
      methods(), [](const Method& m) { return std::string_view(m.info.name); }, name, "a method", "a problem");
  std::vector<std::pair<std::string_view, const Problem*>> list;
  for (const auto& p : problems()) list.emplace_back(p.name, &p);
  return named(list, "problem", name);
}

const Method& method_named(std::string_view name) {
  if (names_file(name)) return method_file(name).method;
  require_no_path(name, "method");
  require_no(
      problems(), [](const Problem& p) { return std::string_view(p.name); }, name, "a problem", "a method");
  std::vector<std::pair<std::string_view, const Method*>> list;
  for (const auto& m : methods()) list.emplace_back(m.info.name, &m);
  return named(list, "method", name);
}

std::vector<Spec> expand_methods(const std::vector<std::string>& selectors) {
  return expand(selectors, [](std::string_view name, std::string_view parameter) -> const ParameterSpec* {
    for (const auto& m : methods())
      if (m.info.name == name) return spec_named(m.parameters, parameter);
    return nullptr;
  });
}

std::vector<Spec> expand_problems(const std::vector<std::string>& selectors) {
  return expand(selectors, [](std::string_view name, std::string_view parameter) -> const ParameterSpec* {
    for (const auto& p : problems())
      if (p.name == name) return spec_named(p.parameters, parameter);
    return nullptr;
  });
}

Parameters method_parameters(const Method& method, const std::map<std::string, std::string>& given) {
  auto out = parameters(method.parameters, given, method.info.name);
  try {
    method.check(out);
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string(method.info.name) + ": " + e.what());
  }
  return out;
}

const Formulation& formulation_named(const Problem& problem, std::string_view name) {
  std::vector<std::pair<std::string_view, const Formulation*>> list;
  for (const auto& f : problem.formulations) list.emplace_back(f.name, &f);
  return named(list, "formulation of " + std::string(problem.name), name);
}

Parameters parameters_from_text(std::span<const ParameterSpec> specs, std::string_view canonical, std::string_view of) {
  std::map<std::string, std::string> given;
  while (!canonical.empty()) {
    const auto comma = canonical.find(',');
    const auto item = canonical.substr(0, comma);
    const auto equals = item.find('=');
    if (equals != std::string_view::npos) given.emplace(item.substr(0, equals), item.substr(equals + 1));
    if (comma == std::string_view::npos) break;
    canonical.remove_prefix(comma + 1);
  }
  return parameters(specs, given, of);
}

ResolvedCell::ResolvedCell(Cell text, const Problem& problem, const Formulation& formulation, const Method& method,
                           std::shared_ptr<const Parameters> data, std::shared_ptr<const Parameters> options)
    : text_(std::move(text)),
      id_(plumb::id(text_)),
      problem_(&problem),
      formulation_(&formulation),
      method_(&method),
      data_(std::move(data)),
      options_(std::move(options)),
      steps_(plumb::steps(text_, problem.t_begin)) {
  if (!text_.restarts) return;
  steps_to_breaks_ = break_steps(*this);
  if (!steps_to_breaks_.empty()) require_start_at(*this);
}

ResolvedCell ResolvedCell::without_reference() const {
  auto out = *this;
  out.text_.reference = AskedReference::none;
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

// Files and stores ask for one cell after the other, mostly of the same problems. Checking a mechanism of beams takes
// some hundredths of a second, so the resolver is kept.
ResolvedCell resolve(const CellRequest& request) {
  thread_local Resolver resolver;
  return resolver(request);
}

ResolvedCell resolve(const Cell& cell) {
  const auto& problem = problem_named(cell.problem);
  check(cell, problem.t_begin);
  const auto& method = method_named(cell.method);
  return {cell,
          problem,
          formulation_named(problem, cell.formulation),
          method,
          std::make_shared<const Parameters>(
              parameters_from_text(problem.parameters, cell.problem_parameters, problem.name)),
          std::make_shared<const Parameters>(
              parameters_from_text(method.parameters, cell.method_parameters, method.info.name))};
}

ResolvedCell Resolver::operator()(const CellRequest& request) {
  const auto& problem = in(
      request, "problem", [&]() -> auto& { return problem_named(request.problem.name); });
  const auto& formulation = in(
      request, "formulation", [&]() -> auto& { return checked_formulation(problem, request.formulation); });
  const auto& method = in(
      request, "method", [&]() -> auto& { return method_named(request.method.name); });
  const auto data = in(request, "problem", [&] { return checked_data(problem, formulation, request.problem); });
  const auto options = in(request, "method", [&] { return checked_options(method, request.method); });
  Cell cell{.problem = problem.name,
            .problem_parameters = normalized_parameters(data->canonical()),
            .formulation = formulation.name,
            .formulation_parameters = {},
            .method = method.info.name,
            .method_parameters = normalized_parameters(options->canonical()),
            .step = request.step,
            .t_end = problem.t_end,
            .newton_tol = {},
            .samples = default_samples};
  for (const auto& given : request.settings)
    in(request, given.first, [&] { setting_named(given.first).read(cell, given.second); });
  check_steps(request, cell, problem);
  return {std::move(cell), problem, formulation, method, data, options};
}

// The formulation is part of the key, because the initial state is checked in its coordinates.
Resolver::Shared Resolver::checked_data(const Problem& problem, const Formulation& formulation, const Spec& spec) {
  forget_some(data_);
  auto& known = data_[{&formulation, spec}];
  if (known) return known;
  auto data = std::make_shared<const Parameters>(parameters(problem.parameters, spec.given, problem.name));
  try {
    problem.check(*data);
    require_consistent_start(problem, *data, formulation);
  } catch (const std::invalid_argument& e) {
    throw UsageError(problem.name + ": " + e.what());
  }
  return known = std::move(data);
}

Resolver::Shared Resolver::checked_options(const Method& method, const Spec& spec) {
  forget_some(options_);
  auto& known = options_[spec];
  if (!known) known = std::make_shared<const Parameters>(method_parameters(method, spec.given));
  return known;
}

}  // namespace plumb
