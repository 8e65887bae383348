#pragma once
// A number that a table or a claim is about, and what has to be run or analysed to have it.
//
//   kind = "metric"            metric = "energy.max"; problem, formulation, method, step, t_end, newton_tol, ...
//   kind = "counter"           counter = "rhs_evaluations", a step; the same keys
//   kind = "order"             metric = "rms.q", step a list: observed order of its decrease; in quad by default
//   kind = "deviation-time"    output = "x", threshold: the first sample at which |x - exact| exceeds it [s]
//   kind = "stability-limit"   method, damping: the largest stable omega h
//   kind = "spectral-radius"   method, damping, omega_dt: the largest radius over the list
//   kind = "published"         table, row, column: another number that the paper prints

#include <optional>
#include <string>
#include <vector>

#include "harness/cell.hpp"
#include "harness/paper/paper.hpp"
#include "harness/paper/settings.hpp"
#include "harness/selector.hpp"

namespace plumb {

enum class QuantityKind { metric, counter, order, deviation_time, stability_limit, spectral_radius, published };

struct Quantity {
  QuantityKind kind = QuantityKind::metric;
  std::string name = {};                   // of the metric, counter or output
  std::vector<Cell> cells = {};            // to be run: one, or one a step for an order
  std::string run = {};                    // the first of them as it was asked for, without defaults
  Spec method = {};                        // to be analysed
  std::string damping = "0";               // damping ratio
  std::vector<std::string> omega_dt = {};  // where the radius is taken
  std::string threshold = {};              // of the deviation, unit of the output
  double published = 0;
  bool full = false;  // takes minutes: only with --full

  bool is_timing() const { return kind == QuantityKind::metric && name == "seconds"; }
  std::string title() const;  // one line for people
};

/// Keys that describe a quantity.
const std::vector<std::string>& quantity_keys();

/// Throws UsageError at the settings' place: unknown names, missing keys, values that are not allowed.
Quantity quantity(const Settings& settings, const Paper& paper);

/// The same run in long double, whose unit roundoff is 2048 times smaller; none if it is no run in double.
std::optional<Quantity> long_twin(const Quantity& quantity);

}  // namespace plumb
