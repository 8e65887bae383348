#include "harness/paper/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "harness/cell/resolve.hpp"
#include "harness/cell/setting.hpp"
#include "harness/paper/analysed.hpp"
#include "harness/paper/linear.hpp"
#include "harness/paper/quantity_contents.hpp"
#include "harness/paper/view.hpp"
#include "harness/sets/experiment.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

std::vector<std::string> metric_names(const Quantity& q) {
  std::vector<std::string> out;
  for (const auto& column : metric_columns(Subject(q.cells.front()))) out.push_back(column.name);
  return out;
}

std::vector<std::string> counter_names(const Quantity&) {
  std::vector<std::string> out;
  const Counters counters;
  for_each_counter(counters, [&](std::string_view name, const auto&) { out.emplace_back(name); });
  return out;
}

std::vector<std::string> view_names(const Quantity& q) { return SampleView::names(q.cells.front(), q.name); }

std::vector<std::string> output_names(const Quantity& q) {
  std::vector<std::string> out;
  for (const auto& output : q.cells.front().problem().outputs) out.push_back(output.name);
  return out;
}

std::vector<std::string> linear_names(const Quantity&) { return linear_outputs(); }
std::vector<std::string> properties(const Quantity&) { return property_names(); }

std::string damped(const Quantity& q) { return q.damping == "0" ? "" : fmt::format(", damping ratio {}", q.damping); }

std::string steps_title(const Quantity& q) {
  std::vector<std::string> steps;
  for (const auto& cell : q.cells) steps.push_back(cell.text().step);
  const auto further = fmt::format("{}", fmt::join(steps.begin() + 1, steps.end(), ", "));
  return fmt::format("{} of {} of {}{}{}", name(q.kind), q.name, q.run, further.empty() ? "" : " and h = ", further);
}

std::string radius_title(const Quantity& q) {
  const bool several = q.omega_dt.size() > 1;
  return fmt::format("{}spectral radius of {} at omega h = {}{}{}", several ? "largest " : "", q.method.text(),
                     q.omega_dt.front(), several ? " .. " + q.omega_dt.back() : "", damped(q));
}

std::string linear_title(const Quantity& q) {
  const auto which = q.dt_nt.size() == 1 ? "" : q.smallest ? "smallest " : "largest ";
  const auto less = q.minus ? fmt::format(" minus that of {}", q.minus->text()) : "";
  return fmt::format("{}{} of {}{} at dt/(nT) = {}{} (n stages, period T){}", which, q.name, q.method.text(), less,
                     q.dt_nt.front(), q.dt_nt.size() > 1 ? " .. " + q.dt_nt.back() : "", damped(q));
}

std::string window_title(const Quantity& q) {
  const bool is_largest = q.kind == QuantityKind::largest;
  return fmt::format("{}{} {} {} {}{}{}", name(q.kind), is_largest ? "" : " of", q.name, is_largest ? "of" : "in",
                     q.run, q.from.empty() ? "" : fmt::format(", from {} s", q.from),
                     q.until.empty() ? "" : fmt::format(", until {} s", q.until));
}

std::string deviation_title(const Quantity& q) {
  return fmt::format("time at which |{} - exact| exceeds {} in {}", q.name, q.threshold, q.run);
}

std::string limit_title(const Quantity& q) {
  return fmt::format("stability limit of {}{}", q.method.text(), damped(q));
}

std::string prediction_title(const Quantity& q) {
  return fmt::format("weight {} of the prediction with alpha = {}", q.name, fmt::join(q.dt_nt, ", "));
}

/// A row describes one kind of quantity: its words in a file, where its number comes from, and its words for readers.
struct KindRow {
  std::string_view name;
  QuantityKind kind;
  QuantitySource source;
  // Key whose value is the quantity's name, such as "metric". Empty: the kind has no name.
  std::string_view key;
  std::vector<std::string> (*known)(const Quantity&);  // function that returns the allowed names; null: any name
  std::string_view further;                            // keys in addition to the keys of a run
  void (*add)(Quantity&, const Keys&, const Paper&);
  std::string (*long_title)(const Quantity&);  // function that returns the title; null: `title` is the title
  std::string_view title;                      // title, with placeholders {name}, {run} and {method}
};

constexpr KindRow kind_rows[] = {
    {"metric", QuantityKind::metric, QuantitySource::run, "metric", metric_names, "", add_runs, nullptr,
     "{name} of {run}"},
    {"counter", QuantityKind::counter, QuantitySource::run, "counter", counter_names, "", add_runs, nullptr,
     "{name} a step of {run}"},
    {"iterations", QuantityKind::iterations, QuantitySource::run, "", nullptr, "", add_iterations, nullptr,
     "iterations a stage of {run}"},
    {"order", QuantityKind::order, QuantitySource::run, "metric", metric_names, "", add_order, steps_title, ""},
    {"slope", QuantityKind::slope, QuantitySource::run, "metric", metric_names, "", add_order, steps_title, ""},
    {"status", QuantityKind::status, QuantitySource::run, "", nullptr, "", add_runs, nullptr, "status of {run}"},
    {"log-ratio", QuantityKind::log_ratio, QuantitySource::run, "metric", metric_names, "", add_runs, nullptr,
     "ln({name})/ln(h) of {run}"},
    {"largest", QuantityKind::largest, QuantitySource::samples, "output", view_names, "from until", add_window,
     window_title, ""},
    {"maximum", QuantityKind::maximum, QuantitySource::samples, "output", view_names, "from until", add_window,
     window_title, ""},
    {"minimum", QuantityKind::minimum, QuantitySource::samples, "output", view_names, "from until", add_window,
     window_title, ""},
    {"range", QuantityKind::range, QuantitySource::samples, "output", view_names, "from until", add_window,
     window_title, ""},
    {"at-end", QuantityKind::at_end, QuantitySource::samples, "output", view_names, "", add_runs, nullptr,
     "{name} at the end of {run}"},
    {"deviation-time", QuantityKind::deviation_time, QuantitySource::samples, "output", output_names, "threshold",
     add_threshold, deviation_title, ""},
    {"stability-limit", QuantityKind::stability_limit, QuantitySource::analysis, "", nullptr, "method damping",
     add_damped, limit_title, ""},
    {"spectral-radius", QuantityKind::spectral_radius, QuantitySource::analysis, "", nullptr, "method damping omega_dt",
     add_radius, radius_title, ""},
    {"linear", QuantityKind::linear, QuantitySource::analysis, "output", linear_names,
     "method damping dt_nt pick minus", add_linear, linear_title, ""},
    {"property", QuantityKind::property, QuantitySource::analysis, "property", properties, "method", add_method,
     nullptr, "{name} of {method}"},
    {"coefficient", QuantityKind::coefficient, QuantitySource::analysis, "coefficient", nullptr, "method", add_method,
     nullptr, "{name} of {method}"},
    {"prediction", QuantityKind::prediction, QuantitySource::analysis, "weight", nullptr, "spacing", add_spacing,
     prediction_title, ""},
    {"published", QuantityKind::published, QuantitySource::paper, "", nullptr, "table row column", add_printed, nullptr,
     "printed in {name}"},
};

// There is one row for each kind, in the order of the kinds.
constexpr bool has_row_for_every_kind() {
  for (std::size_t i = 0; i < std::size(kind_rows); ++i)
    if (kind_rows[i].kind != static_cast<QuantityKind>(i)) return false;
  return std::size(kind_rows) == static_cast<std::size_t>(QuantityKind::published) + 1;
}
static_assert(has_row_for_every_kind());

const KindRow& row_of(QuantityKind kind) { return kind_rows[static_cast<std::size_t>(kind)]; }

const KindRow& row_named(const Keys& s) {
  const auto requested = s.text("kind", "metric");
  std::vector<std::string> known;
  for (const auto& row : kind_rows) {
    if (row.name == requested) return row;
    known.emplace_back(row.name);
  }
  throw s.refusal("kind", unknown_name("kind", requested, known));
}

void require_known(const Quantity& q, const KindRow& row, const Keys& s) {
  if (!row.known) return;
  const auto known = row.known(q);
  if (std::find(known.begin(), known.end(), q.name) == known.end())
    throw s.refusal(row.key, unknown_name(row.key, q.name, known));
}

Quantity read(const Keys& s, const Paper& paper) {
  const auto& row = row_named(s);
  Quantity q{.kind = row.kind};
  q.full = s.flag("full");
  if (!row.key.empty()) q.name = s.required(row.key);
  row.add(q, s, paper);
  require_known(q, row, s);
  return q;
}

}  // namespace

const std::vector<std::string>& quantity_keys() {
  static const std::vector<std::string> keys = [] {
    std::vector<std::string> out = Axes::names();
    for (const char* key : {"kind",    "metric",   "counter", "output", "threshold", "property", "coefficient",
                            "damping", "omega_dt", "dt_nt",   "minus",  "pick",      "weight",   "from",
                            "until",   "spacing",  "table",   "row",    "column",    "full"})
      out.emplace_back(key);
    return out;
  }();
  return keys;
}

std::vector<std::string> keys_of(QuantityKind kind) {
  const auto& row = row_of(kind);
  const bool is_run = row.source == QuantitySource::run || row.source == QuantitySource::samples;
  auto out = is_run ? Axes::names() : std::vector<std::string>();
  out.insert(out.end(), {"kind", "full"});
  if (!row.key.empty()) out.emplace_back(row.key);
  std::istringstream further{std::string(row.further)};
  for (std::string key; further >> key;) out.push_back(key);
  return out;
}

bool is_final_output(const Quantity& q) {
  return q.kind == QuantityKind::at_end && std::ranges::find(q.cells.front().problem().outputs, q.name,
                                                             &Output::name) != q.cells.front().problem().outputs.end();
}

std::string_view name(QuantityKind kind) { return row_of(kind).name; }

QuantitySource source_of(QuantityKind kind) { return row_of(kind).source; }

std::string Quantity::title() const {
  const auto& row = row_of(kind);
  if (row.long_title) return row.long_title(*this);
  return fmt::format(fmt::runtime(row.title), fmt::arg("name", name), fmt::arg("run", run),
                     fmt::arg("method", method.text()));
}

// The key is not the title, because titles omit details.
std::string Quantity::key() const {
  auto out = fmt::format("{} {} {} {} {} {} {} {} {} {} {}", static_cast<int>(kind), name, threshold, from, until,
                         method.text(), damping, fmt::join(omega_dt, ","), fmt::join(dt_nt, ","), smallest,
                         minus ? minus->text() : "");
  for (const auto& cell : cells) out += " " + cell.id();
  return out;
}

Quantity quantity(const Keys& keys, const Paper& paper) {
  try {
    return read(keys, paper);
  } catch (const UsageError& e) {
    throw keys.has_location(e) ? e : keys.refusal_at(e.place.key, e);
  } catch (const std::invalid_argument& e) {
    throw keys.refusal(e.what());
  }
}

std::vector<std::string> cell_ids(const Quantity& quantity, const std::optional<Quantity>& other) {
  std::vector<std::string> out;
  const auto add = [&](const Quantity& of) {
    for (const auto& cell : of.cells)
      if (auto id = cell.id(); std::ranges::find(out, id) == out.end()) out.push_back(std::move(id));
  };
  add(quantity);
  if (other) add(*other);
  return out;
}

}  // namespace plumb
