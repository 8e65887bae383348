#pragma once
// The functions that define the parts of the module _plumb.

#include <pybind11/pybind11.h>

namespace plumb::python {

void add_problem(pybind11::module_& module);
void add_studies(pybind11::module_& module);
void add_methods(pybind11::module_& module);

/// Returns whether a method in Python has raised an exception that was not reported yet, so that the call can stop.
bool has_raised();
/// Returns that exception, or None, and forgets it.
pybind11::object take_raised();

}  // namespace plumb::python
