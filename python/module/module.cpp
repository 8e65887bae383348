// The compiled part of the Python package plumb. Users import the package in python/plumb instead.

#include "python/module/module.hpp"

#include "harness/api/api.hpp"
#include "harness/run/kept_references.hpp"
#include "harness/schedule/worker.hpp"
#include "harness/worker/worker_process.hpp"
#include "python/module/conversion.hpp"
#include "text/exit_codes.hpp"

namespace py = pybind11;

namespace plumb::python {
namespace {

/// Registers UsageError, which in Python has the code of the mistake and its location as attributes.
void add_usage_error(py::module_& module) {
  static const py::exception<UsageError> type(module, "UsageError", PyExc_ValueError);
  type.attr("__doc__") =
      "A name is unknown or a value is not allowed; the message lists the allowed ones.\n\n"
      "`code` is the kind of the mistake, such as \"unknown-name\". `file`, `line` and `key` are its location in a "
      "file.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const UsageError& error) {
      const py::object value = static_cast<const py::object&>(type)(error.what());
      const auto& place = error.place;
      value.attr("code") = std::string(name(error.mistake));
      value.attr("key") = place.key;
      value.attr("file") = place.file ? py::object(py::str(*place.file)) : py::none();
      value.attr("line") = place.file && place.line != 0 ? py::object(py::int_(place.line)) : py::none();
      PyErr_SetObject(type.ptr(), value.ptr());
    }
  });
}

void add_exceptions(py::module_& module) {
  add_usage_error(module);
  py::register_exception<ShapeError>(module, "ShapeError", PyExc_ValueError).attr("__doc__") =
      "An array has another shape; the message contains the required shape.";
  py::register_exception<SingularEquations>(module, "SingularEquations", PyExc_ArithmeticError).attr("__doc__") =
      "The equations are singular at this state.";
  py::register_exception<TimeoutReached>(module, "TimeoutReached", PyExc_TimeoutError).attr("__doc__") =
      "The time limit of a call was reached before its first result.";
  py::register_exception<StoreError>(module, "StoreError", PyExc_OSError).attr("__doc__") =
      "A store cannot be read or written.";
}

}  // namespace
}  // namespace plumb::python

PYBIND11_MODULE(_plumb, module) {
  using namespace plumb;
  module.doc() = "The compiled part of the package plumb. Import plumb instead.";
  python::add_exceptions(module);
  module.attr("__version__") = build_info().version;
  module.attr("commit") = build_info().commit;
  module.attr("api_version") = py::make_tuple(api_version[0], api_version[1]);
  keep_references();
  module.def("use_worker", [](const std::string& path, const std::vector<std::string>& arguments) {
    use_worker_program(path, arguments);
  });
  module.def("work", [] { run_as_worker(); });
  python::add_problem(module);
  python::add_studies(module);
  python::add_methods(module);
}
