#include "harness/cell/resolve.hpp"

#include <stdexcept>

#include "harness/cell/method_file.hpp"
#include "harness/text/number_text.hpp"
#include "harness/text/suggest.hpp"

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

Parameters parameters(std::span<const ParameterSpec> specs, const std::map<std::string, std::string>& given,
                      std::string_view of) {
  if (const auto content = given.find("content"); names_file(of) && content != given.end())
    if (const auto& now = method_file(of).content; content->second != now)
      throw UsageError(std::string(of) + ": the file is not the one of content=" + content->second +
                       " any more: it has content=" + now);
  try {
    return {specs, given};
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string(of) + ": " + e.what());
  }
}

Cell resolved(const CellRequest& request) {
  const auto& problem = problem_named(request.problem.name);
  const auto& formulation = request.formulation.name.empty() ? problem.formulations.front()
                                                             : formulation_named(problem, request.formulation.name);
  const auto& method = method_named(request.method.name);
  parameters({}, request.formulation.given, formulation.name);
  const auto data = parameters(problem.parameters, request.problem.given, problem.name);
  try {
    problem.check(data);
    require_consistent_start(problem, data, formulation);
  } catch (const std::invalid_argument& e) {
    throw UsageError(std::string(problem.name) + ": " + e.what());
  }
  const auto options = method_parameters(method, request.method.given);
  Cell cell{.problem = std::string(problem.name),
            .problem_parameters = normalized_parameters(data.canonical()),
            .formulation = std::string(formulation.name),
            .formulation_parameters = {},
            .method = std::string(method.info.name),
            .method_parameters = normalized_parameters(options.canonical()),
            .step = request.step,
            .t_end = request.t_end.value_or(std::string(problem.t_end)),
            .precision = request.precision,
            .newton_tol = request.newton_tol,
            .newton_test = request.newton_test,
            .newton_norm = request.newton_norm,
            .newton_max = request.newton_max,
            .samples = request.samples.value_or(default_samples)};
  check(cell);
  return cell;
}

}  // namespace

const Problem& problem_named(std::string_view name) {
  std::vector<std::pair<std::string_view, const Problem*>> list;
  for (const auto& p : problems()) list.emplace_back(p.name, &p);
  return named(list, "problem", name);
}

const Method& method_named(std::string_view name) {
  if (names_file(name)) return method_file(name).method;
  std::vector<std::pair<std::string_view, const Method*>> list;
  for (const auto& m : methods()) list.emplace_back(m.info.name, &m);
  return named(list, "method", name);
}

std::vector<Spec> expand_methods(const std::vector<std::string>& selectors) {
  return expand(selectors, [](std::string_view name, std::string_view parameter) -> const ParameterSpec* {
    for (const auto& m : methods())
      if (m.info.name == name)
        for (const auto& spec : m.parameters)
          if (spec.name == parameter) return &spec;
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

CellParts::CellParts(const Cell& cell)
    : problem(problem_named(cell.problem)),
      formulation(formulation_named(problem, cell.formulation)),
      method(method_named(cell.method)),
      data(parameters_from_text(problem.parameters, cell.problem_parameters, problem.name)),
      options(parameters_from_text(method.parameters, cell.method_parameters, method.info.name)) {}

Cell resolve(const CellRequest& request) {
  try {
    return resolved(request);
  } catch (const UsageError& e) {
    if (request.where.empty()) throw;
    throw UsageError(request.where + ": " + e.what());
  }
}

}  // namespace plumb
