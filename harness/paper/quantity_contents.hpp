#pragma once
// Reads the keys of a quantity, whose meaning depends on the kind: runs, analysed methods, grids, printed numbers.

#include "harness/paper/quantity.hpp"

namespace plumb {

// All functions complete a quantity with kind and name. They throw UsageError with the location of a mistake.

/// Adds the run of the keys.
void add_runs(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run for each step, of a metric that falls with the step.
void add_order(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a method to be analysed.
void add_method(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a method with a damping ratio.
void add_damped(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a damped method, and the places at which its radius is taken.
void add_radius(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a damped method, the places at which it is analysed, and the method that is subtracted.
void add_linear(Quantity& q, const Keys& s, const Paper& paper);
/// Adds the spacing of a prediction.
void add_spacing(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run, with the window of its samples, or with the threshold that the deviation must exceed.
void add_window(Quantity& q, const Keys& s, const Paper& paper);
void add_threshold(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a run whose Newton iterations are counted.
void add_iterations(Quantity& q, const Keys& s, const Paper& paper);
/// Adds a number that the paper prints.
void add_printed(Quantity& q, const Keys& s, const Paper& paper);

}  // namespace plumb
