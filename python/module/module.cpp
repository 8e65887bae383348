// The compiled part of the package plumb; python/plumb is what its users see.

#include "python/module/module.hpp"

#include "harness/api/api.hpp"
#include "harness/run/kept_references.hpp"
#include "python/module/conversion.hpp"
#include "text/exit_codes.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_plumb, module) {
  using namespace plumb;
  module.doc() = "the compiled part of plumb";
  py::register_exception<UsageError>(module, "UsageError", PyExc_ValueError);
  py::register_exception<python::ShapeError>(module, "ShapeError", PyExc_ValueError);
  py::register_exception<SingularEquations>(module, "SingularEquations", PyExc_ArithmeticError);
  py::register_exception<python::TimeoutReached>(module, "TimeoutReached", PyExc_TimeoutError);
  py::register_exception<StoreError>(module, "StoreError", PyExc_OSError);
  module.attr("__version__") = build_info().version;
  module.attr("commit") = build_info().commit;
  module.attr("api_version") = py::make_tuple(api_version[0], api_version[1]);
  keep_references();
  python::add_problem(module);
  python::add_studies(module);
  python::add_methods(module);
}
