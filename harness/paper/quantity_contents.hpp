#pragma once
// Reads the keys of a quantity, whose meaning depends on the kind: runs, analysed methods, grids, printed numbers.

#include "harness/paper/quantity.hpp"

namespace plumb {

// All functions complete a quantity `q`, whose kind and name are set, from the keys `s`. They throw UsageError with the
// location of a mistake.

/// Adds the run that the keys describe; if `step` is a list, a run for each step.
void add_runs(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run for each step of an order or slope. The metric must be an error or a deviation.
void add_order(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a method to be analysed.
void add_method(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a method, and the damping ratio of the test equation.
void add_damped(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a method, the damping ratio, and the values of ωΔt for the spectral radius.
void add_radius(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a method, the damping ratio, the values of Δt/(nT), and the method that is subtracted.
void add_linear(Quantity& q, const Keys& s, const Paper& paper);
/// Adds the spacing of a prediction.
void add_spacing(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run, and the window of its samples.
void add_window(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run, and the deviation from the reference whose first time is the quantity.
void add_threshold(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run whose Newton iterations are counted.
void add_iterations(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a number that the paper prints.
void add_printed(Quantity& q, const Keys& s, const Paper& paper);

}  // namespace plumb
