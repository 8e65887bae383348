#include "harness/sets/cross_product.hpp"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/sets/all_that_fit.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/range.hpp"

namespace plumb {
namespace {

using Texts = std::vector<std::string>;

// Runs `action`, and adds the name of the axis to its UsageError.
template <class Action>
auto on_axis(std::string_view axis, Action action) {
  try {
    return action();
  } catch (const UsageError& e) {
    throw(std::string_view(e.what()).starts_with(axis) ? e : e.after(axis)).of(axis);
  }
}

UsageError none_of(std::string_view axis) { return missing_part("{}: at least one is needed", axis).of(axis); }

std::vector<Spec> specs(std::string_view axis, const Texts& selectors) {
  if (selectors.empty()) throw none_of(axis);
  return on_axis(axis, [&] {
    if (axis == "method") return expand_methods(selectors);
    return axis == "problem" ? expand_problems(selectors) : expand(selectors);
  });
}

Texts numbers(std::string_view axis, const Texts& lists) {
  return on_axis(axis, [&] { return expand_numbers(lists); });
}

/// Creates the requests one after the other.
class Product {
 public:
  explicit Product(const Axes& axes)
      : steps_(numbers("step", axes.step)),
        formulations_(specs("formulation", axes.formulation)),
        methods_(specs("method", axes.method)) {
    if (steps_.empty()) throw none_of("step");
    for (const auto& setting : settings())
      if (const auto requested = axes.settings.find(setting.name);
          requested != axes.settings.end() && !requested->second.empty())
        add_factor(setting, requested->second);
    for (const auto& problem : selected_problems(specs("problem", axes.problem))) add_problem({problem, {}, {}, {}});
  }

  std::vector<CellRequest> requests;

 private:
  /// A setting and its texts.
  struct Factor {
    const Setting* setting;
    Texts texts;
  };

  // Adds the checked texts of a setting. Without texts the setting keeps its default.
  void add_factor(const Setting& setting, const Texts& requested) {
    Factor factor{&setting, setting.is_list_of_numbers ? numbers(setting.name, requested) : requested};
    Cell scratch;
    for (const auto& text : factor.texts)
      if (!(setting.accepts_star && text == everything)) on_axis(setting.name, [&] { setting.read(scratch, text); });
    factors_.push_back(std::move(factor));
  }

  void add_problem(CellRequest request) {
    stopping_point();
    for (const auto& formulation : formulations_of(request)) {
      request.formulation = formulation;
      for (const auto& method : methods_of(request)) {
        request.method = method;
        for (const auto& step : steps_) {
          request.step = step;
          add_settings(request, 0);
        }
      }
    }
  }

  // Returns the formulations of a request. They depend only on the name of its problem, and are cached by this name.
  const std::vector<Spec>& formulations_of(const CellRequest& request) {
    auto& known = formulations_of_[request.problem.name];
    if (known.empty()) known = selected_formulations(request, formulations_);
    return known;
  }
  const std::vector<Spec>& methods_of(const CellRequest& request) {
    auto& known = methods_of_[{request.problem.name, request.formulation}];
    if (known.empty()) known = selected_methods(request, methods_);
    return known;
  }
  const Texts& precisions_of(const CellRequest& request, const Texts& requested) {
    auto& known = precisions_of_[request.method.name];
    if (known.empty()) known = on_axis("method", [&] { return selected_precisions(request, requested); });
    return known;
  }

  // Adds the combinations of the settings from index `from` on; the last setting varies fastest.
  void add_settings(CellRequest& request, std::size_t from) {
    if (from == factors_.size()) {
      if (requests.size() == most_cells) throw out_of_range("more than {} cells", most_cells);
      requests.push_back(request);
      return;
    }
    const auto& [setting, texts] = factors_[from];
    for (const auto& text : setting->accepts_star ? precisions_of(request, texts) : texts) {
      request.settings[std::string(setting->name)] = text;
      add_settings(request, from + 1);
    }
  }

  const Texts steps_;
  const std::vector<Spec> formulations_, methods_;
  std::vector<Factor> factors_;
  std::map<std::string, std::vector<Spec>> formulations_of_;
  std::map<std::pair<std::string, Spec>, std::vector<Spec>> methods_of_;
  std::map<std::string, Texts> precisions_of_;
};

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

std::vector<CellRequest> cross_product(const Axes& axes) { return Product(axes).requests; }

}  // namespace plumb
