#pragma once
// Runs long calls in a separate thread, so that the interpreter can run other threads, handle Ctrl-C and show progress.

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <optional>

#include "contract/stop.hpp"
#include "harness/api/api.hpp"
#include "python/module/conversion.hpp"
#include "python/module/running_calls.hpp"

namespace plumb::python {

/// The value of a call, and the Python exception that stopped it early: KeyboardInterrupt, or an exception of
/// `progress`. `stopped_by` is None if the call was not stopped.
template <class Value>
struct Interruptible {
  Value value;
  py::object stopped_by = py::none();
};

/// Runs `work(conduct)` without the interpreter's lock. The lock is taken regularly to handle signals and to call
/// `progress(text)`, unless `progress` is None. The work also stops if `gives_up`, called by another thread, returns
/// true. If the work returns no value, throws the exception that stopped it, or TimeoutReached.
template <class Work>
auto interruptible(Conduct conduct, const py::object& progress, const std::function<bool()>& gives_up,
                   const Work& work) {
  using Value = decltype(work(conduct));
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::optional<std::string> text;
  conduct.interrupted = [&] { return stop || (gives_up && gives_up()); };
  if (!progress.is_none())
    conduct.progress = [&](const std::string& line) {
      const std::lock_guard lock(mutex);
      text = line;
    };
  std::optional<py::error_already_set> error;
  auto running = std::async(std::launch::async, [&] { return work(conduct); });
  const auto ended = [&] {
    const py::gil_scoped_release others_run;
    return running.wait_for(std::chrono::milliseconds(20)) == std::future_status::ready;
  };
  while (!ended()) {
    RunningCall::end_stopped();
    if (stop) continue;
    std::optional<std::string> line;
    {
      const std::lock_guard lock(mutex);
      line.swap(text);
    }
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (line) progress(*line);
    } catch (py::error_already_set& e) {
      error.emplace(std::move(e));
      stop = true;
    }
  }
  try {
    Interruptible<Value> out{running.get()};
    if (error) out.stopped_by = error->value();
    return out;
  } catch (const Stopped&) {
    if (error) throw std::move(*error);
    throw TimeoutReached("out of time");
  }
}

}  // namespace plumb::python
