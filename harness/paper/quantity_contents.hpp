#pragma once
// What the keys of a quantity say, each kind's own: runs, methods to be analysed, grids, printed numbers.

#include "harness/paper/quantity.hpp"

namespace plumb {

// All add to a quantity whose kind and name are known. They throw UsageError at the place of a mistake.

/// The run of its keys; of an order one for each step.
void add_runs(Quantity& q, const Keys& s, const Paper& paper);
/// The same of a metric that falls with the step.
void add_order(Quantity& q, const Keys& s, const Paper& paper);
/// A method to be analysed.
void add_method(Quantity& q, const Keys& s, const Paper& paper);
/// The same with a damping ratio.
void add_damped(Quantity& q, const Keys& s, const Paper& paper);
/// A damped method, and where its radius is taken.
void add_radius(Quantity& q, const Keys& s, const Paper& paper);
/// A damped method, where it is analysed, and what is subtracted.
void add_linear(Quantity& q, const Keys& s, const Paper& paper);
/// The spacing of a prediction.
void add_spacing(Quantity& q, const Keys& s, const Paper& paper);
/// A run, and what the deviation must exceed.
void add_window(Quantity& q, const Keys& s, const Paper& paper);
void add_threshold(Quantity& q, const Keys& s, const Paper& paper);
/// A run whose Newton iterations are counted.
void add_iterations(Quantity& q, const Keys& s, const Paper& paper);
/// A number that the paper prints.
void add_printed(Quantity& q, const Keys& s, const Paper& paper);

}  // namespace plumb
