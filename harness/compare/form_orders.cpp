#include "harness/compare/form_orders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "harness/judge/order.hpp"

namespace plumb {
namespace {

constexpr const char* order_forms[] = {"ode", "momenta", "index1", "projected", "index2", "ggl", "index3"};
constexpr const char* order_classes[] = {"q", "v", "a", "lambda"};

/// Largest difference between two orders that are equal within the accuracy of the fit.
constexpr double slope_agreement = OrderSettings{}.agreement;

/// Returns a slope as text: "2" if it is near 2, "1.6" if it is not near an integer.
std::string slope_text(double slope) {
  const bool is_integer = std::abs(slope - std::round(slope)) <= slope_agreement;
  return is_integer ? fmt::format("{:.0f}", slope) : fmt::format("{:.1f}", slope);
}

/// The result for one class in one form, over all problems.
struct FormComponent {
  std::string form, component_class;
  std::vector<double> orders = {};
  std::vector<std::string> stuck_on = {};  // problems on which the class does not converge

  double least() const { return std::ranges::min(orders); }
  std::string range() const {
    const auto low = slope_text(least()), high = slope_text(std::ranges::max(orders));
    return low == high ? low : fmt::format("{} to {}", low, high);
  }
};

/// Returns the components that occur, sorted by form and class.
std::vector<FormComponent> components_of(const std::vector<FormOrder>& measured) {
  std::vector<FormComponent> out;
  for (const auto* form : order_forms)
    for (const auto* component_class : order_classes) {
      FormComponent one{form, component_class};
      bool occurs = false;
      for (const auto& m : measured) {
        if (m.form != form || m.component_class != component_class) continue;
        occurs = true;
        if (!m.converges)
          one.stuck_on.push_back(m.problem);
        else if (m.order)
          one.orders.push_back(*m.order);
      }
      if (occurs) out.push_back(std::move(one));
    }
  return out;
}

/// A text about some components: "1" for "order 1", or the problems on which they do not converge.
struct AboutComponent {
  const FormComponent* component;
  std::string key;
};

/// Classes of several forms with the same key.
struct OrderPart {
  std::string key;
  std::vector<std::string> classes, forms;
};

/// Combines classes of a form with the same key, then forms with the same key and classes.
std::vector<OrderPart> combined(const std::vector<AboutComponent>& all) {
  std::vector<OrderPart> by_form, out;
  for (const auto& [component, key] : all) {
    const auto is_same = [&](const OrderPart& p) { return p.key == key && p.forms.front() == component->form; };
    auto at = std::ranges::find_if(by_form, is_same);
    if (at == by_form.end()) at = by_form.insert(at, {key, {}, {component->form}});
    at->classes.push_back(component->component_class);
  }
  for (const auto& part : by_form) {
    const auto is_same = [&](const OrderPart& p) { return p.key == part.key && p.classes == part.classes; };
    const auto at = std::ranges::find_if(out, is_same);
    if (at == out.end())
      out.push_back(part);
    else
      at->forms.push_back(part.forms.front());
  }
  return out;
}

/// Returns "a and lambda do not converge for index3 (slider-crank)"; empty if all components converge.
std::string stuck_words(const std::vector<FormComponent>& all) {
  std::vector<AboutComponent> about;
  for (const auto& one : all)
    if (!one.stuck_on.empty()) about.push_back({&one, fmt::format("{}", fmt::join(one.stuck_on, ", "))});
  std::vector<std::string> out;
  for (const auto& part : combined(about))
    out.push_back(fmt::format("{} {} not converge for {} ({})", enumerated(part.classes),
                              part.classes.size() == 1 ? "does" : "do", enumerated(part.forms), part.key));
  return fmt::format("{}", fmt::join(out, "; "));
}

/// Returns "1 in q and v for index3; 2 in q, v, a and lambda for index2 and ggl": the components that fulfil the
/// predicate, by ascending or descending order.
template <class Predicate>
std::string ordered_words(const std::vector<FormComponent>& all, Predicate is_wanted, bool ascending) {
  std::vector<AboutComponent> about;
  for (const auto& one : all)
    if (!one.orders.empty() && is_wanted(one)) about.push_back({&one, one.range()});
  auto parts = combined(about);
  std::ranges::stable_sort(parts, [&](const OrderPart& a, const OrderPart& b) {
    const double x = std::stod(a.key), y = std::stod(b.key);
    return ascending ? x < y : y < x;
  });
  std::vector<std::string> out;
  for (const auto& part : parts)
    out.push_back(fmt::format("{} in {} for {}", part.key, enumerated(part.classes), enumerated(part.forms)));
  return fmt::format("{}", fmt::join(out, "; "));
}

}  // namespace

std::string enumerated(const std::vector<std::string>& texts) {
  if (texts.size() < 2) return texts.empty() ? "" : texts.front();
  const std::span<const std::string> first(texts.data(), texts.size() - 1);
  return fmt::format("{} and {}", fmt::join(first, ", "), texts.back());
}

std::string order_sentences(const std::vector<FormOrder>& measured, int classical_order) {
  const auto all = components_of(measured);
  const auto is_reduced = [&](const FormComponent& c) {
    return classical_order > 0 && c.least() < classical_order - slope_agreement;
  };
  const auto stuck = stuck_words(all), reduced = ordered_words(all, is_reduced, true);
  const auto others = ordered_words(all, std::not_fn(is_reduced), false);
  std::vector<std::string> out;
  if (!stuck.empty()) out.push_back(stuck);
  if (!reduced.empty())
    out.push_back(fmt::format("{}educed from {}: {}", stuck.empty() ? "r" : "R", classical_order, reduced));
  if (!others.empty())
    out.push_back((reduced.empty() ? (stuck.empty() ? "" : "Elsewhere: ") : "Not reduced: ") + others);
  if (out.empty()) return {};
  if (stuck.empty() && reduced.empty() && classical_order > 0) out.back() += ", without order reduction";
  return fmt::format("Order: {}.", fmt::join(out, ". "));
}

std::vector<std::string> components_without_order(const std::vector<FormOrder>& measured) {
  const auto all = components_of(measured);
  std::vector<AboutComponent> about;
  for (const auto& one : all)
    if (one.orders.empty() && one.stuck_on.empty()) about.push_back({&one, ""});
  std::vector<std::string> out;
  for (const auto& part : combined(about))
    out.push_back(fmt::format("{} for {}", enumerated(part.classes), enumerated(part.forms)));
  return out;
}

}  // namespace plumb
