// Methods written in Python. The thread that takes a step holds the interpreter's lock while it calls their functions.

#include <fmt/format.h>

#include <array>
#include <map>
#include <mutex>
#include <optional>

#include "harness/cell/method_file.hpp"
#include "python/module/module.hpp"
#include "python/module/running_calls.hpp"
#include "python/module/step_system.hpp"
#include "text/printable.hpp"
#include "text/selector.hpp"

namespace plumb::python {
namespace {

/// The first exception of a Python method that was not reported yet.
struct Raised {
  std::mutex mutex;
  std::optional<py::error_already_set> exception;
};
Raised& raised() {
  static auto& one = *new Raised;  // never destroyed, because the interpreter ends first
  return one;
}

void remember(py::error_already_set& error) {
  auto& first = raised();
  const std::lock_guard lock(first.mutex);
  if (!first.exception) first.exception.emplace(std::move(error));
}

/// The Python functions of a method. The objects are never destroyed.
struct Functions {
  py::object start, step, memory;
  std::vector<std::string> parameters = {};
  std::mutex mutex = {};
  std::map<std::array<int, 3>, long> sizes = {};  // cached results of `memory`, by the sizes of q, v and lambda
};

Array copied(const double* from, int size) { return array_of({from, static_cast<std::size_t>(size)}); }

/// Copies the result of a step from a Python array into the array of the run.
void take(const py::object& from, double* to, int size, const char* label) {
  try {
    const auto array = Array::real(from);
    const auto numbers = numbers_of(array, size, label);
    std::copy(numbers.begin(), numbers.end(), to);
  } catch (const py::error_already_set& error) {
    throw ShapeError(fmt::format("{}: a step left no real numbers: {}", label, std::string(py::str(error.value()))));
  }
}

class Call {
 public:
  Call(const Functions& of, const plumb_system* system, plumb_state* state, int memory_size)
      : functions(of), s(system), x(state), memory(memory_size) {}

  int operator()(const py::object& function, double t, double h) {
    const py::gil_scoped_acquire interpreter;
    const RunningCall running;
    auto system = std::make_shared<StepSystem>(s);
    int status = PLUMB_OK;
    try {
      call(function, system, t, h);
    } catch (py::error_already_set& error) {
      system->end();
      running.stop_if_requested();
      status = failure_of(error);
    } catch (const std::exception& error) {
      status = s->fail(s, PLUMB_FAILED, printable(error.what(), longest).c_str());
    }
    system->end();
    return status;
  }

 private:
  static constexpr std::size_t longest = 300;

  void call(const py::object& function, const std::shared_ptr<StepSystem>& system, double t, double h) {
    StepState state{copied(x->q, s->nq), copied(x->v, s->nv), copied(x->a, s->nv), copied(x->lambda, s->nl),
                    copied(s->memory, memory)};
    const auto of_python = py::cast(std::move(state));
    py::dict parameters;
    for (std::size_t i = 0; i < functions.parameters.size(); ++i)
      parameters[py::str(functions.parameters[i])] = s->parameters[i];
    function(system, t, h, of_python, **parameters);
    const auto& left = of_python.cast<const StepState&>();
    take(left.q, x->q, s->nq, "x.q");
    take(left.v, x->v, s->nv, "x.v");
    take(left.a, x->a, s->nv, "x.a");
    take(left.lam, x->lambda, s->nl, "x.lam");
    take(left.memory, s->memory, memory, "x.memory");
  }

  /// Returns the status of a step that raised an exception. StepFailed is a result of the run. Any other exception is a
  /// mistake in the method, and is also stored for the caller.
  int failure_of(py::error_already_set& error) {
    const auto failed = py::module_::import("plumb").attr("StepFailed");
    if (error.matches(failed)) {
      const auto value = error.value();
      return s->fail(s, value.attr("code").cast<int>(), printable(std::string(py::str(value)), longest).c_str());
    }
    const auto text =
        fmt::format("{}: {}", std::string(py::str(error.type().attr("__name__"))), std::string(py::str(error.value())));
    const int status = s->fail(s, PLUMB_FAILED, printable(text, longest).c_str());
    const bool ends_program = !error.matches(PyExc_Exception);  // KeyboardInterrupt, SystemExit: there is no result
    remember(error);
    if (ends_program) throw Stopped{Status::interrupted};
    return status;
  }

  const Functions& functions;
  const plumb_system* s;
  plumb_state* x;
  const int memory;
};

long requested_memory_size(const Functions& functions, const plumb_sizes& sizes) {
  const py::gil_scoped_acquire interpreter;
  const RunningCall running;
  try {
    return functions.memory(sizes.nq, sizes.nv, sizes.nl).cast<long>();
  } catch (py::error_already_set& error) {
    running.stop_if_requested();
    throw std::invalid_argument(std::string("memory: ") + error.what());
  } catch (const py::cast_error&) {
    throw std::invalid_argument("memory: it returned no whole number");
  }
}

long memory_size(Functions& functions, const plumb_sizes& sizes) {
  const std::array key = {sizes.nq, sizes.nv, sizes.nl};
  {
    const std::lock_guard lock(functions.mutex);
    if (const auto known = functions.sizes.find(key); known != functions.sizes.end()) return known->second;
  }
  const long size = functions.memory.is_none() ? 0 : requested_memory_size(functions, sizes);
  const std::lock_guard lock(functions.mutex);
  return functions.sizes[key] = size;
}

ParameterSpec parameter_of(const py::dict& p) {
  ParameterSpec out{.name = p["name"].cast<std::string>(),
                    .default_value = py::str(p["default"]),
                    .unit = p["unit"].cast<std::string>(),
                    .meaning = p["meaning"].cast<std::string>()};
  if (!p["minimum"].is_none()) out.minimum = p["minimum"].cast<double>();
  if (!p["maximum"].is_none()) out.maximum = p["maximum"].cast<double>();
  return out;
}

/// Registers a method. Returns the name by which selectors refer to it.
std::string provide(const py::dict& described, const std::string& content, bool is_stored) {
  auto& functions = *new Functions{described["start"], described["step"], described["memory"]};
  auto code = std::make_shared<MethodInCode>();
  code->name = described["name"].cast<std::string>();
  code->title = described["title"].cast<std::string>();
  code->source = described["source"].cast<std::string>();
  code->forms = described["forms"].cast<std::string>();
  code->order = described["order"].cast<int>();
  code->multiplier_order = described["multiplier_order"].cast<int>();
  code->vector_space_only = described["vector_space_only"].cast<bool>();
  code->velocity_independent_only = described["velocity_independent_only"].cast<bool>();
  for (const auto& p : described["parameters"]) code->parameters.push_back(parameter_of(p.cast<py::dict>()));
  for (const auto& p : code->parameters) functions.parameters.push_back(p.name);
  code->memory = [&functions](const plumb_sizes& sizes, const double*) { return memory_size(functions, sizes); };
  const auto calls = [&functions](const py::object& function) -> MethodInCode::Step {
    return [&functions, &function](const plumb_system* s, double t, double h, plumb_state* x) {
      const auto memory = memory_size(functions, {s->nq, s->nv, s->nl});
      return Call(functions, s, x, static_cast<int>(memory))(function, t, h);
    };
  };
  code->step = calls(functions.step);
  code->start = functions.start.is_none()
                    ? [](const plumb_system*, double, double, plumb_state*) { return int(PLUMB_OK); }
                    : calls(functions.start);
  const auto name = "@" + code->name;
  return Spec{provide_method(name, std::move(code), content, is_stored).name, {}}.text();
}

}  // namespace

bool has_raised() {
  auto& first = raised();
  const std::lock_guard lock(first.mutex);
  return first.exception.has_value();
}

py::object take_raised() {
  auto& first = raised();
  const std::lock_guard lock(first.mutex);
  if (!first.exception) return py::none();
  const py::object out = first.exception->value();
  if (first.exception->trace()) PyException_SetTraceback(out.ptr(), first.exception->trace().ptr());
  first.exception.reset();
  return out;
}

void add_methods(py::module_& module) {
  using namespace py::literals;
  add_step_system(module);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const StepFailed& failed) {
      const auto type = py::module_::import("plumb").attr("StepFailed");
      PyErr_SetObject(type.ptr(), type(failed.status, failed.what()).ptr());
    }
  });
  module.def("provide", &provide, "described"_a, "content"_a, "is_stored"_a);
  module.def("take_raised", &take_raised);
  py::dict codes;
  for (const auto& [name, code] : {std::pair{"newton-diverged", PLUMB_NEWTON_DIVERGED},
                                   {"singular", PLUMB_SINGULAR},
                                   {"tolerance-unreachable", PLUMB_TOLERANCE_UNREACHABLE},
                                   {"non-finite", PLUMB_NON_FINITE},
                                   {"step-limit", PLUMB_STEP_LIMIT},
                                   {"unsupported", PLUMB_UNSUPPORTED},
                                   {"failed", PLUMB_FAILED}})
    codes[name] = static_cast<int>(code);
  module.attr("step_codes") = codes;
}

}  // namespace plumb::python
