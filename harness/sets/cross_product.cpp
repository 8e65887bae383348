#include "harness/sets/cross_product.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/stop.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "text/exit_codes.hpp"
#include "text/range.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

// Runs `action`, and says which axis a mistake belongs to.
template <class Action>
auto on_axis(std::string_view axis, Action action) {
  try {
    return action();
  } catch (const UsageError& e) {
    const std::string message = e.what();
    throw UsageError(message.starts_with(axis) ? message : fmt::format("{}: {}", axis, message));
  }
}

std::vector<Spec> specs(std::string_view axis, const Texts& selectors) {
  if (selectors.empty()) throw UsageError(fmt::format("{}: at least one is needed", axis));
  return on_axis(axis, [&] {
    if (axis == "method") return expand_methods(selectors);
    return axis == "problem" ? expand_problems(selectors) : expand(selectors);
  });
}

Texts numbers(std::string_view axis, const Texts& lists) {
  return on_axis(axis, [&] { return expand_numbers(lists); });
}

// Only the method tells which precisions "*" stands for.
bool depends_on_method(const Setting& setting) { return setting.name == "precision"; }

/// The end of a part that begins where the last one ended.
std::size_t end_of(std::size_t begin, std::size_t count, std::size_t size_of_each) {
  if (size_of_each != 0 && count > (most_values - begin) / size_of_each)
    throw UsageError(fmt::format("more than {} cells", most_values));
  return begin + count * size_of_each;
}

/// The part that a place is in.
std::size_t part_of(const std::vector<std::size_t>& firsts, std::size_t place) {
  return static_cast<std::size_t>(std::upper_bound(firsts.begin(), firsts.end(), place) - firsts.begin()) - 1;
}

}  // namespace

Texts* Axes::values(std::string_view name) {
  if (name == "problem") return &problem;
  if (name == "formulation") return &formulation;
  if (name == "method") return &method;
  if (name == "step") return &step;
  for (const auto& setting : plumb::settings())
    if (setting.name == name) return &settings[std::string(name)];
  return nullptr;
}

const Texts& Axes::names() {
  static const Texts names = [] {
    Texts out = {"problem", "formulation", "method", "step"};
    for (const auto& setting : plumb::settings()) out.emplace_back(setting.name);
    return out;
  }();
  return names;
}

CrossProduct::CrossProduct(const Axes& axes) : steps_(numbers("step", axes.step)) {
  if (steps_.empty()) throw UsageError("step: at least one is needed");
  problems_ = problems_meant(specs("problem", axes.problem));
  const auto formulations = specs("formulation", axes.formulation), methods = specs("method", axes.method);
  for (const auto& setting : settings())
    if (const auto given = axes.settings.find(setting.name); given != axes.settings.end() && !given->second.empty())
      add_factor(setting, given->second);
  first_of_problem_ = {0};
  for (const auto& problem : problems_) {
    if (!families_.contains(problem.name)) add_family({problem, {}, {}, {}}, formulations, methods);
    first_of_problem_.push_back(
        end_of(first_of_problem_.back(), 1, families_.find(problem.name)->second.firsts.back()));
  }
}

// The texts of one axis, each checked; without any the default stays.
void CrossProduct::add_factor(const Setting& setting, const Texts& given) {
  Factor factor{&setting, setting.is_list_of_numbers ? numbers(setting.name, given) : given};
  Cell scratch;
  for (const auto& text : factor.texts)
    if (!(depends_on_method(setting) && text == everything)) setting.read(scratch, text);
  factors_.push_back(std::move(factor));
}

void CrossProduct::add_family(const CellRequest& request, const std::vector<Spec>& formulations,
                              const std::vector<Spec>& methods) {
  stopping_point();
  Family family{formulations_meant(request, formulations), {}, {0}};
  for (const auto& formulation : family.formulations) {
    auto with_formulation = request;
    with_formulation.formulation = formulation;
    family.methods.push_back(methods_of(with_formulation, methods));
    family.firsts.push_back(end_of(family.firsts.back(), 1, family.methods.back()->firsts.back()));
  }
  families_.emplace(request.problem.name, std::move(family));
}

std::shared_ptr<const CrossProduct::Methods> CrossProduct::methods_of(const CellRequest& request,
                                                                      const std::vector<Spec>& given) {
  if (same_methods_) return same_methods_;
  auto out = std::make_shared<Methods>(Methods{methods_meant(request, given), {0}});
  for (const auto& method : out->specs) out->firsts.push_back(end_of(out->firsts.back(), 1, cells_of(method)));
  const auto stands_for_others = [](const Spec& spec) { return spec.name == everything; };
  if (std::none_of(given.begin(), given.end(), stands_for_others)) same_methods_ = out;
  return out;
}

std::size_t CrossProduct::cells_of(const Spec& method) {
  CellRequest request;
  request.method = method;
  std::size_t out = steps_.size();
  for (auto& factor : factors_) {
    if (depends_on_method(*factor.setting) && !factor.of_method.contains(method.name))
      factor.of_method.emplace(method.name, on_axis("method", [&] { return precisions_meant(request, factor.texts); }));
    out = end_of(0, out, texts(factor, method).size());
  }
  return out;
}

const Texts& CrossProduct::texts(const Factor& factor, const Spec& method) const {
  return depends_on_method(*factor.setting) ? factor.of_method.find(method.name)->second : factor.texts;
}

CellRequest CrossProduct::operator[](std::size_t place) const {
  CellRequest out;
  const auto problem = part_of(first_of_problem_, place);
  out.problem = problems_[problem];
  place -= first_of_problem_[problem];
  const auto& family = families_.find(out.problem.name)->second;
  const auto formulation = part_of(family.firsts, place);
  out.formulation = family.formulations[formulation];
  place -= family.firsts[formulation];
  const auto& methods = *family.methods[formulation];
  const auto method = part_of(methods.firsts, place);
  out.method = methods.specs[method];
  choose_settings(place - methods.firsts[method], out);
  return out;
}

// The last one varies fastest.
void CrossProduct::choose_settings(std::size_t place, CellRequest& request) const {
  for (auto factor = factors_.rbegin(); factor != factors_.rend(); ++factor) {
    const auto& all = texts(*factor, request.method);
    request.settings[std::string(factor->setting->name)] = all[place % all.size()];
    place /= all.size();
  }
  request.step = steps_[place];
}

}  // namespace plumb
