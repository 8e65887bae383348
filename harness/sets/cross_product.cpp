#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>

#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "harness/sets/experiment.hpp"
#include "harness/text/exit_codes.hpp"

namespace plumb {
namespace {

using Requests = std::vector<CellRequest>;
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

// Every request once with every value that it has on an axis.
template <class T>
Requests times_own(const Requests& requests, const std::function<std::vector<T>(const CellRequest&)>& values,
                   const std::function<void(CellRequest&, const T&)>& set) {
  Requests out;
  for (const auto& request : requests)
    for (const auto& value : values(request)) {
      out.push_back(request);
      set(out.back(), value);
    }
  return out;
}

// Every request once with every value; without values the default stays.
template <class T>
Requests times(const Requests& requests, const std::vector<T>& values,
               const std::function<void(CellRequest&, const T&)>& set) {
  if (values.empty()) return requests;
  return times_own<T>(
      requests, [&](const CellRequest&) { return values; }, set);
}

std::vector<Spec> specs(std::string_view axis, const Texts& selectors) {
  if (selectors.empty()) throw UsageError(fmt::format("{}: at least one is needed", axis));
  return on_axis(axis, [&] { return axis == "method" ? expand_methods(selectors) : expand(selectors); });
}

Texts numbers(std::string_view axis, const Texts& lists) {
  Texts out;
  for (const auto& list : lists)
    for (auto& text : on_axis(axis, [&] { return expand_numbers(list); }))
      if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
  return out;
}

int count_of(const std::string& text, std::string_view axis, std::string_view zero) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= 0) return value;
  throw UsageError(fmt::format("{}: '{}' is not allowed: a whole number, 0 ({}) or more", axis, text, zero));
}

}  // namespace

std::vector<CellRequest> cross_product(const Axes& axes) {
  const auto steps = numbers("step", axes.step);
  if (steps.empty()) throw UsageError("step: at least one is needed");
  using R = CellRequest;
  Requests out(1);
  out = times<Spec>(out, problems_meant(specs("problem", axes.problem)), [](R& r, const Spec& s) { r.problem = s; });
  out = times_own<Spec>(
      out, [given = specs("formulation", axes.formulation)](const R& r) { return formulations_meant(r, given); },
      [](R& r, const Spec& s) { r.formulation = s; });
  out = times_own<Spec>(
      out, [given = specs("method", axes.method)](const R& r) { return methods_meant(r, given); },
      [](R& r, const Spec& s) { r.method = s; });
  out = times<std::string>(out, steps, [](R& r, const std::string& s) { r.step = s; });
  out = times<std::string>(out, numbers("t_end", axes.t_end), [](R& r, const std::string& s) { r.t_end = s; });
  out = times<std::string>(out, numbers("newton_tol", axes.newton_tol),
                           [](R& r, const std::string& s) { r.newton_tol = s; });
  out = times<std::string>(out, axes.newton_test,
                           [](R& r, const std::string& s) { check_newton_test(s), r.newton_test = s; });
  out = times<std::string>(out, axes.newton_norm,
                           [](R& r, const std::string& s) { check_newton_norm(s), r.newton_norm = s; });
  out = times<std::string>(out, axes.newton_max, [](R& r, const std::string& s) {
    r.newton_max = count_of(s, "newton_max", "the method's own");
  });
  if (!axes.precision.empty())
    out = times_own<Precision>(
        out, [&](const R& r) { return precisions_meant(r, axes.precision); },
        [](R& r, const Precision& p) { r.precision = p; });
  return times<std::string>(out, axes.samples,
                            [](R& r, const std::string& s) { r.samples = count_of(s, "samples", "every step"); });
}

}  // namespace plumb
