#pragma once
// A quantity is a number in a table or a claim. It contains the runs or analyses that compute the number.
//
//   kind = "metric"            metric = "energy.max"; problem, formulation, method, step, t_end, newton_tol, ...
//   kind = "counter"           counter = "rhs_evaluations", counted per step; problem, formulation, ... as for a metric
//   kind = "iterations"        Newton iterations per step and implicit stage; problem, ... as for a metric
//   kind = "order"             metric = "rms.q", step a list: the observed order of the metric; in quad by default
//   kind = "slope"             keys as for an order: least-squares slope of ln(metric) on ln(h) over all steps listed
//   kind = "status"            how the run ended, as a word: "ok", "singular", "newton-diverged", ...
//   kind = "log-ratio"         metric = "end.q": ln(metric)/ln(h), which some papers print as an order (it is not)
//   kind = "largest"           output = "violation.acceleration" (view.hpp): its largest magnitude over the samples
//   kind = "maximum"           output: its largest value over the samples and the start; "minimum": its smallest one
//   kind = "range"             output: largest value minus smallest value
//                              largest, maximum, minimum and range may have from, until: only samples in between [s]
//   kind = "at-end"            output: its value at t_end
//   kind = "deviation-time"    output = "x", threshold: the first sample at which |x - exact| exceeds it [s]
//   kind = "stability-limit"   method, damping: the largest stable omega h
//   kind = "spectral-radius"   method, damping, omega_dt: the largest radius over the list
//   kind = "linear"            method, damping, output = "ad_percent", "pe_percent" or "spectral_radius" at dt_nt, one
//                              or a list of dt/(nT), n the number of implicit stages of a step: the largest value,
//                              or with pick = "smallest" the smallest. With minus = "METHOD", the values are the
//                              differences from that method at the same dt/(nT)
//   kind = "property"          method, property = "l_stable": the value from `plumb analyze`; 1 for yes, 0 for no
//   kind = "coefficient"       method, coefficient = "a[3,2]", "b[1]" or "c[2]" of its Runge-Kutta tableau; "r[3]":
//                              |R_3|, the factor of the solution at the end of stage 3 for omega h to infinity;
//                              "alpha[1]", "beta[0]" of its multistep formula, as in
//                              y_k = sum alpha_j y_k-j + h sum beta_j y'_k-j
//   kind = "prediction"        weight = "m[0]" or "n[1]", spacing = ["1", "1/2"]: the weight of the last rates in
//                              zhang2022, eqs. (12), (16), with alpha_1, alpha_2 of (14), (17)
//   kind = "published"         table, row, column: another number that the paper prints

#include <optional>
#include <string>
#include <vector>

#include "harness/cell/resolved_cell.hpp"
#include "harness/paper/paper.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/sets/keys.hpp"
#include "text/selector.hpp"

namespace plumb {

enum class QuantityKind {
  metric,
  counter,
  iterations,
  order,
  slope,
  status,
  log_ratio,
  largest,
  maximum,
  minimum,
  range,
  at_end,
  deviation_time,
  stability_limit,
  spectral_radius,
  linear,
  property,
  coefficient,
  prediction,
  published
};

/// Origin of the number: the result of a run, its samples, the analysis of a method, or the paper.
enum class QuantitySource { run, samples, analysis, paper };
QuantitySource source_of(QuantityKind kind);

struct Quantity {
  QuantityKind kind = QuantityKind::metric;
  std::string name = {};                   // name of the metric, counter, output, property, coefficient or weight
  std::vector<ResolvedCell> cells = {};    // cells to run: one, or one for each step of an order or a slope
  std::string run = {};                    // text of the first cell as written in the file, without defaults
  Spec method = {};                        // analysed method
  std::string damping = "0";               // damping ratio ξ of the test equation
  std::vector<std::string> omega_dt = {};  // values of ωΔt for the spectral radius
  std::vector<std::string> dt_nt = {};     // values of Δt/(nT) for a linear analysis, or spacing of a prediction
  std::optional<Spec> minus = {};          // method whose value is subtracted
  bool smallest = false;                   // true: the smallest of several points, not the largest
  std::string threshold = {};              // threshold of the deviation, in the unit of the output
  std::string from = {}, until = {};       // window of the samples [s]; "": all samples
  double published = 0;                    // printed number, for kind "published"
  bool full = false;                       // true: takes minutes, measured only with --full

  bool is_timing() const { return kind == QuantityKind::metric && plumb::is_timing(name); }
  bool is_word() const { return kind == QuantityKind::status; }  // whether its values are words, not numbers
  std::string title() const;                                     // title in one line, for users
  std::string key() const;                                       // text of all inputs that determine its value
};

/// Returns whether the number is computed from values of an output at the samples (unlike a deviation time).
inline bool is_read_from_samples(const Quantity& q) {
  return source_of(q.kind) == QuantitySource::samples && q.kind != QuantityKind::deviation_time;
}

/// Returns whether the number is the value of a problem's output at the end. Every result contains it, so no samples
/// are needed.
bool is_final_output(const Quantity& q);

/// Returns the ids of the cells of one or two quantities, without duplicates.
std::vector<std::string> cell_ids(const Quantity& quantity, const std::optional<Quantity>& other = {});

/// Returns whether the quantity is computed from runs over a list of steps.
inline bool is_over_steps(const Quantity& q) { return q.kind == QuantityKind::order || q.kind == QuantityKind::slope; }

/// Returns the keys of all kinds of quantities.
const std::vector<std::string>& quantity_keys();
/// Returns the keys of quantities of this kind.
std::vector<std::string> keys_of(QuantityKind kind);
/// Returns "metric", "log-ratio", ..., as in files.
std::string_view name(QuantityKind kind);

/// Reads a quantity. Throws UsageError with the location of the key for unknown names, missing keys, and values that
/// are not allowed.
Quantity quantity(const Keys& keys, const Paper& paper);

}  // namespace plumb
