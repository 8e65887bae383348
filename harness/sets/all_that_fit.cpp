#include "harness/sets/all_that_fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "harness/cell/named_file.hpp"
#include "harness/cell/resolve.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

constexpr const char* with_choices = "*(choices=each)";

/// Replaces each "*" by the results of `all`, and removes duplicates.
template <class All>
std::vector<Spec> replaced(const std::vector<Spec>& requested, const All& all) {
  std::vector<Spec> out;
  std::set<Spec> known;
  const auto add = [&](const Spec& spec) {
    if (known.insert(spec).second) out.push_back(spec);
  };
  for (const auto& spec : requested)
    if (spec.name == everything)
      for (const auto& one : all(spec)) add(one);
    else
      add(spec);
  return out;
}

void refuse_parameters(const Spec& spec) {
  if (!spec.parameters.empty())
    throw UsageError(fmt::format("'{}': * must be written without parameters here", spec.text()));
}

std::vector<std::string> choices(const ParameterSpec& spec) {
  std::vector<std::string> out;
  std::istringstream list{std::string(spec.choices)};
  for (std::string choice; std::getline(list, choice, '|');) out.push_back(choice);
  return out;
}

bool is_valid_method(const Method& method, const Spec& spec) {
  try {
    method_parameters(method, spec.parameters);
    return true;
  } catch (const UsageError&) {
    return false;  // this choice is not allowed with the defaults of other parameters
  }
}

/// Returns the method with default parameters, followed by one variant for each choice that is not a default.
std::vector<Spec> variants(const Method& method) {
  std::vector<Spec> out = {{std::string(method.info.name), {}}};
  for (const auto& parameter : method.parameters)
    for (const auto& choice : choices(parameter)) {
      const Spec spec{std::string(method.info.name), {{std::string(parameter.name), choice}}};
      if (choice != parameter.default_value && is_valid_method(method, spec)) out.push_back(spec);
    }
  return out;
}

const Problem* known_problem(const CellRequest& request) {
  if (names_file(request.problem.name)) return &problem_named(request.problem.name);
  for (const auto& problem : problems())
    if (problem.name == request.problem.name) return &problem;
  return nullptr;  // `resolve` reports the mistake
}

}  // namespace

std::vector<Spec> selected_problems(const std::vector<Spec>& requested) {
  return replaced(requested, [](const Spec& spec) {
    refuse_parameters(spec);
    std::vector<Spec> out;
    for (const auto& problem : problems()) out.push_back({std::string(problem.name), {}});
    return out;
  });
}

std::vector<Spec> selected_formulations(const CellRequest& request, const std::vector<Spec>& requested) {
  return replaced(requested, [&](const Spec& spec) {
    refuse_parameters(spec);
    std::vector<Spec> out;
    if (const auto* problem = known_problem(request))
      for (const auto& formulation : problem->formulations) out.push_back({std::string(formulation.name), {}});
    return out.empty() ? std::vector<Spec>{{}} : out;
  });
}

std::vector<Spec> selected_methods(const CellRequest& request, const std::vector<Spec>& requested) {
  return replaced(requested, [&](const Spec& spec) {
    const bool varied = spec.text() == with_choices;
    if (!varied && !spec.parameters.empty())
      throw UsageError(fmt::format("'{}' is not allowed; known: {}, {}", spec.text(), everything, with_choices));
    std::vector<Spec> out;
    const auto* problem = known_problem(request);
    if (!problem) return std::vector<Spec>{{std::string(methods().front().info.name), {}}};
    const auto* named = problem->formulation(listed_name(request.formulation.name));
    const auto& formulation = named ? *named : problem->formulations.front();
    for (const auto& method : methods()) {
      if (!method.fits(formulation.family())) continue;
      const auto list = variants(method);
      out.insert(out.end(), list.begin(), varied ? list.end() : list.begin() + 1);
    }
    return out;
  });
}

std::vector<std::string> selected_precisions(const CellRequest& request, const std::vector<std::string>& requested) {
  std::vector<std::string> out;
  const auto add = [&](std::string_view name) {
    if (std::find(out.begin(), out.end(), name) == out.end()) out.emplace_back(name);
  };
  for (const auto& text : requested) {
    if (text != everything) {
      add(text);
      continue;
    }
    const auto& method = method_named(request.method);
    add(precision_name(Precision::double_));
    if (method.in_long) add(precision_name(Precision::long_));
    if (method.in_quad) add(precision_name(Precision::quad_));
  }
  return out;
}

bool may_have_stars(std::string_view key) {
  return std::find(keys_with_stars.begin(), keys_with_stars.end(), key) != keys_with_stars.end();
}

bool is_star(std::string_view key, std::string_view text) {
  return may_have_stars(key) && text.starts_with(everything);
}

std::vector<std::string> matching_values(std::string_view key, const std::string& star, const CellRequest& request) {
  if (key == "precision") return selected_precisions(request, {star});
  const auto requested = expand(star);
  std::vector<std::string> out;
  for (const auto& spec : key == "problem"       ? selected_problems(requested)
                          : key == "formulation" ? selected_formulations(request, requested)
                                                 : selected_methods(request, requested))
    out.push_back(spec.text());
  return out;
}

}  // namespace plumb
