#include "harness/paper/quantity_contents.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "text/mistakes.hpp"

namespace plumb {
namespace {

Spec only_spec(const Keys& s, std::string_view key) {
  const auto text = s.required(key);
  std::vector<Spec> specs;
  try {
    specs = key == "method" || key == "minus" ? expand_methods({text}) : expand(text);
  } catch (const UsageError& e) {
    throw s.refusal_at(key, e);
  }
  if (specs.size() != 1) throw s.refusal(key, wrong_kind("one name is allowed here, not several"));
  return specs.front();
}

/// Returns the method that a key names, with the given parameters. Throws UsageError if a name or parameter is invalid.
Spec known_method(const Keys& s, std::string_view key) {
  const auto out = only_spec(s, key);
  try {
    Parameters(method_named(out).parameters, out.parameters);
  } catch (const UsageError& e) {
    throw s.refusal_at(key, e);
  } catch (const std::invalid_argument& e) {
    throw s.refusal_at(key, e.what());
  }
  return out;
}

// Returns a text like "pendulum ode degree5(alpha=1) h=1e-3 t=10 newton 1e-4".
std::string in_words(const CellRequest& request, const Cell& cell) {
  auto out = fmt::format("{} {} {} h={} t={}", request.problem.text(), cell.formulation, request.method.text(),
                         cell.step, cell.t_end);
  if (cell.newton_tol) out += fmt::format(" newton {}", *cell.newton_tol);
  if (cell.precision != Precision::double_) out += fmt::format(" {}", precision_name(cell.precision));
  return out;
}

constexpr int most_samples = 10'000'000;  // limit of samples, because the states stay in memory

std::vector<std::string> numbers(const Keys& s, std::string_view key) {
  auto out = s.list(key);
  if (out.empty()) throw s.refusal(missing_key(key));
  for (const auto& x : out) {
    try {
      number_from_text<double>(x);
    } catch (const std::invalid_argument& e) {
      throw s.refusal(key, malformed("{}", e.what()));
    }
  }
  return out;
}

}  // namespace

void add_runs(Quantity& q, const Keys& s, const Paper&) {
  for (const auto& step : s.list("step")) {
    CellRequest request{.problem = only_spec(s, "problem"),
                        .formulation = s.has("formulation") ? only_spec(s, "formulation") : Spec{},
                        .method = only_spec(s, "method"),
                        .step = step,
                        .where = s.where,
                        .places = std::make_shared<const ValuePlaces>(s.places)};
    for (const auto& setting : settings())
      if (s.has(setting.name)) request.settings[std::string(setting.name)] = s.text(setting.name);
    if (q.kind == QuantityKind::order) request.settings.try_emplace("precision", "quad");
    s.whole("samples", 0, 0, most_samples);
    q.cells.push_back(resolve(request));
    if (q.run.empty()) q.run = in_words(request, q.cells.front().text());
  }
  if (q.cells.empty()) throw s.refusal(missing_key("step"));
  if (q.cells.size() > 1 && !is_over_steps(q))
    throw s.refusal("step", wrong_kind("one value is allowed here, not several"));
}

// Numbers of digits, counts and times do not decrease with the step, so they have no slope.
void add_order(Quantity& q, const Keys& s, const Paper& paper) {
  add_runs(q, s, paper);
  if (q.kind == QuantityKind::slope && q.cells.size() < 3)
    throw s.refusal("step", out_of_range("a slope needs three or more steps"));
  const auto column = metric_column(Subject(q.cells.front()), q.name);
  if (!column) return;  // later rejected with a list of the columns
  const auto kind = column->observable->kind;
  if (kind != ObservableKind::error && kind != ObservableKind::deviation)
    throw s.refusal("metric",
                    fmt::format("'{}' has no {}; give a metric of errors or deviations", q.name, name(q.kind)));
}

void add_method(Quantity& q, const Keys& s, const Paper&) { q.method = known_method(s, "method"); }

void add_damped(Quantity& q, const Keys& s, const Paper& paper) {
  add_method(q, s, paper);
  q.damping = s.text("damping", "0");
  if (s.has("damping")) s.number("damping");
}

void add_radius(Quantity& q, const Keys& s, const Paper& paper) {
  q.omega_dt = numbers(s, "omega_dt");
  add_damped(q, s, paper);
}

void add_linear(Quantity& q, const Keys& s, const Paper& paper) {
  q.dt_nt = numbers(s, "dt_nt");
  const auto pick = s.text("pick", "largest");
  if (pick != "largest" && pick != "smallest") throw s.refusal("pick", "largest or smallest is allowed");
  q.smallest = pick == "smallest";
  add_damped(q, s, paper);
  if (s.has("minus")) q.minus = known_method(s, "minus");
}

void add_spacing(Quantity& q, const Keys& s, const Paper&) { q.dt_nt = numbers(s, "spacing"); }

void add_window(Quantity& q, const Keys& s, const Paper& paper) {
  add_runs(q, s, paper);
  q.from = s.text("from");
  q.until = s.text("until");
  const auto& cell = q.cells.front();
  const quad begin = s.has("from") ? quad(s.number("from")) : cell.t_begin<quad>();
  const quad end = s.has("until") ? quad(s.number("until")) : cell.t_end<quad>();
  if (!(begin < end))
    throw s.refusal(s.has("until") ? "until" : "from", "no time of the run lies between from and until");
}

void add_threshold(Quantity& q, const Keys& s, const Paper& paper) {
  q.threshold = s.required("threshold");
  s.number("threshold");
  add_runs(q, s, paper);
}

void add_iterations(Quantity& q, const Keys& s, const Paper& paper) {
  q.name = "newton_iterations";
  add_runs(q, s, paper);
}

void add_printed(Quantity& q, const Keys& s, const Paper& paper) {
  const auto table = s.required("table"), row = s.required("row"), column = s.required("column");
  const auto text = paper.printed(table, row, column);
  if (!text) {
    const auto prints = [&](const auto& has) {
      return std::any_of(paper.published.begin(), paper.published.end(), has);
    };
    const bool has_table = prints([&](const Printed& p) { return p.table == table; });
    const bool has_row = prints([&](const Printed& p) { return p.table == table && p.row == row; });
    throw s.refusal_at(has_row     ? "column"
                       : has_table ? "row"
                                   : "table",
                       no_such("{} has no printed value in column '{}' of row '{}'", table, column, row));
  }
  q.name = fmt::format("{}, {}, {}", table, row, column);
  q.published = number_from_text<double>(*text);
}

}  // namespace plumb
