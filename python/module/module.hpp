#pragma once
// The parts of the module _plumb.

#include <pybind11/pybind11.h>

namespace plumb::python {

void add_problem(pybind11::module_& module);
void add_studies(pybind11::module_& module);
void add_methods(pybind11::module_& module);

/// Whether a method in Python has raised, and nobody was told yet: its run need not go on.
bool has_raised();
/// That exception, which is forgotten then; None: there is none.
pybind11::object take_raised();

}  // namespace plumb::python
