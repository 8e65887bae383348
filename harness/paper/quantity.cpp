#include "harness/paper/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/paper/analysed.hpp"
#include "harness/paper/linear.hpp"
#include "harness/paper/view.hpp"
#include "harness/sets/experiment.hpp"
#include "harness/text/suggest.hpp"

namespace plumb {
namespace {

constexpr std::array<std::pair<std::string_view, QuantityKind>, 18> kinds = {
    {{"metric", QuantityKind::metric},
     {"counter", QuantityKind::counter},
     {"iterations", QuantityKind::iterations},
     {"order", QuantityKind::order},
     {"status", QuantityKind::status},
     {"log-ratio", QuantityKind::log_ratio},
     {"largest", QuantityKind::largest},
     {"maximum", QuantityKind::maximum},
     {"minimum", QuantityKind::minimum},
     {"at-end", QuantityKind::at_end},
     {"deviation-time", QuantityKind::deviation_time},
     {"stability-limit", QuantityKind::stability_limit},
     {"spectral-radius", QuantityKind::spectral_radius},
     {"linear", QuantityKind::linear},
     {"property", QuantityKind::property},
     {"coefficient", QuantityKind::coefficient},
     {"prediction", QuantityKind::prediction},
     {"published", QuantityKind::published}}};

QuantityKind kind_of(const Keys& s) {
  const auto wanted = s.text("kind", "metric");
  std::vector<std::string> known;
  for (const auto& [name, kind] : kinds) {
    if (name == wanted) return kind;
    known.emplace_back(name);
  }
  throw s.refusal(unknown_name("kind", wanted, known).what());
}

Spec only_spec(const Keys& s, std::string_view key) {
  const auto text = s.required(key);
  const auto specs = key == "method" || key == "minus" ? expand_methods({text}) : expand(text);
  if (specs.size() != 1) throw s.refusal(fmt::format("{}: one is allowed here", key));
  return specs.front();
}

// "pendulum ode degree5(alpha=1) h=1e-3 t=10 newton 1e-4"
std::string in_words(const CellRequest& request, const Cell& cell) {
  auto out = fmt::format("{} {} {} h={} t={}", request.problem.text(), cell.formulation, request.method.text(),
                         cell.step, cell.t_end);
  if (cell.newton_tol) out += fmt::format(" newton {}", *cell.newton_tol);
  if (cell.precision != Precision::double_) out += fmt::format(" {}", precision_name(cell.precision));
  return out;
}

constexpr int most_samples = 10'000'000;  // their states are kept in memory

std::vector<std::string> metrics_of(const ResolvedCell& cell) {
  std::vector<std::string> out = {"seconds", "iterations.mean", "energy.max",     "energy.end",        "scd",
                                  "mescd",   "drift.position",  "drift.velocity", "drift.acceleration"};
  std::vector<std::string> compared = {"q", "v", "a", "lambda"};
  for (const auto& output : cell.problem().outputs) compared.emplace_back(output.name);
  for (const char* error : {"re", "rms", "end"})
    for (const auto& name : compared) out.push_back(fmt::format("{}.{}", error, name));
  for (const auto& invariant : cell.formulation().invariants)
    out.push_back(fmt::format("invariant.{}", invariant.name));
  return out;
}

bool reads_output(QuantityKind kind) {
  using enum QuantityKind;
  return kind == largest || kind == maximum || kind == minimum || kind == at_end;
}

void check_name(const Quantity& q) {
  if (q.kind == QuantityKind::status || q.kind == QuantityKind::iterations) return;
  if (reads_output(q.kind)) return View::require(q.cells.front(), q.name);
  std::vector<std::string> known;
  const char* what = "metric";
  if (q.kind == QuantityKind::counter) {
    what = "counter";
    Counters counters;
    for_each_counter(counters, [&](std::string_view name, const auto&) { known.emplace_back(name); });
  } else if (q.kind == QuantityKind::deviation_time) {
    what = "output";
    for (const auto& output : q.cells.front().problem().outputs) known.emplace_back(output.name);
  } else {
    known = metrics_of(q.cells.front());
  }
  if (std::find(known.begin(), known.end(), q.name) == known.end()) throw unknown_name(what, q.name, known);
}

void add_runs(Quantity& q, const Keys& s) {
  for (const auto& step : s.list("step")) {
    CellRequest request{.problem = only_spec(s, "problem"),
                        .formulation = s.has("formulation") ? only_spec(s, "formulation") : Spec{},
                        .method = only_spec(s, "method"),
                        .step = step};
    for (const auto& setting : settings())
      if (s.has(setting.name)) request.settings[std::string(setting.name)] = s.text(setting.name);
    if (q.kind == QuantityKind::order) request.settings.try_emplace("precision", "quad");
    s.whole("samples", 0, 0, most_samples);
    q.cells.push_back(resolve(request));
    if (q.run.empty()) q.run = in_words(request, q.cells.front().text());
  }
  if (q.cells.empty()) throw s.refusal("'step' is missing");
  if (q.cells.size() > 1 && q.kind != QuantityKind::order) throw s.refusal("step: one value is allowed here");
  check_name(q);
}

void add_method(Quantity& q, const Keys& s) {
  q.method = only_spec(s, "method"), q.damping = s.text("damping", "0");
  if (s.has("damping")) s.number("damping");
  Parameters(method_named(q.method.name).parameters, q.method.given);
}

std::vector<std::string> numbers(const Keys& s, std::string_view key) {
  auto out = s.list(key);
  if (out.empty()) throw s.refusal(fmt::format("'{}' is missing", key));
  for (const auto& x : out) number_from_text<double>(x);
  return out;
}

void add_linear(Quantity& q, const Keys& s) {
  q.name = s.required("output"), q.dt_nt = numbers(s, "dt_nt");
  if (const auto& known = linear_outputs(); std::find(known.begin(), known.end(), q.name) == known.end())
    throw unknown_name("output", q.name, known);
  const auto pick = s.text("pick", "largest");
  if (pick != "largest" && pick != "smallest") throw s.refusal("pick: largest or smallest is allowed");
  q.smallest = pick == "smallest";
  add_method(q, s);
  if (!s.has("minus")) return;
  q.minus = only_spec(s, "minus");
  Parameters(method_named(q.minus->name).parameters, q.minus->given);
}

void add_printed(Quantity& q, const Keys& s, const Paper& paper) {
  const auto table = s.required("table"), row = s.required("row"), column = s.required("column");
  const auto text = paper.printed(table, row, column);
  if (!text) throw s.refusal(fmt::format("{} prints no '{}' in row '{}'", table, column, row));
  q.name = fmt::format("{}, {}, {}", table, row, column);
  q.published = number_from_text<double>(*text);
}

Quantity read(const Keys& s, const Paper& paper) {
  Quantity q{.kind = kind_of(s)};
  q.full = s.flag("full");
  switch (q.kind) {
    case QuantityKind::metric:
    case QuantityKind::order:
    case QuantityKind::log_ratio: q.name = s.required("metric"); break;
    case QuantityKind::status: break;
    case QuantityKind::deviation_time: q.threshold = s.required("threshold"), s.number("threshold"); [[fallthrough]];
    case QuantityKind::largest:
    case QuantityKind::maximum:
    case QuantityKind::minimum:
    case QuantityKind::at_end: q.name = s.required("output"); break;
    case QuantityKind::iterations: q.name = "newton_iterations"; break;
    case QuantityKind::counter: q.name = s.required("counter"); break;
    case QuantityKind::spectral_radius: q.omega_dt = numbers(s, "omega_dt"); [[fallthrough]];
    case QuantityKind::stability_limit: add_method(q, s); return q;
    case QuantityKind::linear: add_linear(q, s); return q;
    case QuantityKind::prediction: q.name = s.required("weight"), q.dt_nt = numbers(s, "spacing"); return q;
    case QuantityKind::property:
      q.name = s.required("property");
      if (const auto& known = property_names(); std::find(known.begin(), known.end(), q.name) == known.end())
        throw unknown_name("property", q.name, known);
      add_method(q, s);
      return q;
    case QuantityKind::coefficient:
      q.name = s.required("coefficient");
      add_method(q, s);
      return q;
    case QuantityKind::published: add_printed(q, s, paper); return q;
  }
  add_runs(q, s);
  return q;
}

std::string damped(const Quantity& q) { return q.damping == "0" ? "" : fmt::format(", damping ratio {}", q.damping); }

}  // namespace

const std::vector<std::string>& quantity_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> out = Axes::names();
    for (const char* key :
         {"kind", "metric", "counter", "output", "threshold", "property", "coefficient", "damping", "omega_dt", "dt_nt",
          "minus", "pick", "weight", "spacing", "table", "row", "column", "full"})
      out.emplace_back(key);
    return out;
  }();
  return keys;
}

std::string Quantity::title() const {
  switch (kind) {
    case QuantityKind::metric: return fmt::format("{} of {}", name, run);
    case QuantityKind::counter: return fmt::format("{} a step of {}", name, run);
    case QuantityKind::order: {
      std::vector<std::string> steps;
      for (const auto& cell : cells) steps.push_back(cell.text().step);
      return fmt::format("order of {} of {} and h = {}", name, run, fmt::join(steps.begin() + 1, steps.end(), ", "));
    }
    case QuantityKind::status: return fmt::format("status of {}", run);
    case QuantityKind::log_ratio: return fmt::format("ln({})/ln(h) of {}", name, run);
    case QuantityKind::largest: return fmt::format("largest {} of {}", name, run);
    case QuantityKind::maximum: return fmt::format("maximum of {} in {}", name, run);
    case QuantityKind::minimum: return fmt::format("minimum of {} in {}", name, run);
    case QuantityKind::at_end: return fmt::format("{} at the end of {}", name, run);
    case QuantityKind::iterations: return fmt::format("iterations a stage of {}", run);
    case QuantityKind::linear: {
      const auto which = dt_nt.size() == 1 ? "" : smallest ? "smallest " : "largest ";
      const auto less = minus ? fmt::format(" minus that of {}", minus->text()) : "";
      return fmt::format("{}{} of {}{} at dt/(nT) = {}{}{}", which, name, method.text(), less, dt_nt.front(),
                         dt_nt.size() > 1 ? " .. " + dt_nt.back() : "", damped(*this));
    }
    case QuantityKind::prediction:
      return fmt::format("weight {} of the prediction with alpha = {}", name, fmt::join(dt_nt, ", "));
    case QuantityKind::property:
    case QuantityKind::coefficient: return fmt::format("{} of {}", name, method.text());
    case QuantityKind::deviation_time:
      return fmt::format("time at which |{} - exact| exceeds {} in {}", name, threshold, run);
    case QuantityKind::stability_limit: return fmt::format("stability limit of {}{}", method.text(), damped(*this));
    case QuantityKind::spectral_radius:
      return fmt::format("{}spectral radius of {} at omega h = {}{}{}", omega_dt.size() > 1 ? "largest " : "",
                         method.text(), omega_dt.front(), omega_dt.size() > 1 ? " .. " + omega_dt.back() : "",
                         damped(*this));
    case QuantityKind::published: return "printed in " + name;
  }
  return name;
}

// Titles are for people and leave out what a key needs.
std::string Quantity::key() const {
  auto out = fmt::format("{} {} {} {} {} {} {} {} {}", static_cast<int>(kind), name, threshold, method.text(), damping,
                         fmt::join(omega_dt, ","), fmt::join(dt_nt, ","), smallest, minus ? minus->text() : "");
  for (const auto& cell : cells) out += " " + cell.id();
  return out;
}

Quantity quantity(const Keys& settings, const Paper& paper) {
  try {
    return read(settings, paper);
  } catch (const UsageError& e) {
    if (settings.tells_place(e.what())) throw;
    throw settings.refusal(e.what());
  } catch (const std::invalid_argument& e) {
    throw settings.refusal(e.what());
  }
}

std::optional<Quantity> long_twin(const Quantity& quantity) {
  const bool is_run = quantity.kind == QuantityKind::metric || quantity.kind == QuantityKind::largest;
  if (!is_run || quantity.is_timing()) return {};
  auto cell = quantity.cells.front().text();
  if (cell.precision != Precision::double_) return {};
  cell.precision = Precision::long_;
  auto twin = quantity;
  twin.cells.front() = resolve(cell);
  return twin;
}

}  // namespace plumb
