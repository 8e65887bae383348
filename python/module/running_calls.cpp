#include "python/module/running_calls.hpp"

#include <pybind11/pybind11.h>

#include "harness/schedule/stop_of_task.hpp"

namespace plumb::python {
namespace {

/// Returns the exception type plumb.StepStopped. It is a BaseException, so that `except Exception` in a method does not
/// catch it.
PyObject* step_stopped() {
  static PyObject* const type = PyErr_NewException("plumb.StepStopped", PyExc_BaseException, nullptr);
  return type;
}

}  // namespace

std::list<RunningCall::Call>& RunningCall::all() {
  static auto& calls = *new std::list<Call>;  // guarded by the interpreter's lock
  return calls;
}

RunningCall::RunningCall() : call(all().insert(all().end(), {PyThread_get_thread_ident(), stop_of_this_task()})) {}

/// Cancels an exception that end_stopped() has requested, but that was not raised yet, so that it does not stop the
/// next call.
RunningCall::~RunningCall() {
  PyThreadState_SetAsyncExc(call->thread, nullptr);
  all().erase(call);
}

void RunningCall::stop_if_requested() const {
  if (call->is_stopped()) throw Stopped{call->stop->load()};
}

void RunningCall::end_stopped() {
  for (const auto& one : all())
    if (one.is_stopped()) PyThreadState_SetAsyncExc(one.thread, step_stopped());
}

}  // namespace plumb::python
