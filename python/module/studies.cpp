// The functions of the package for the verbs run, order, analyze, compare and reproduce.

#include <functional>
#include <string>
#include <string_view>

#include "harness/api/api.hpp"
#include "harness/api/conduct.hpp"
#include "harness/run/sampled_states.hpp"
#include "python/module/conversion.hpp"
#include "python/module/interruptible.hpp"
#include "python/module/module.hpp"

namespace plumb::python {
namespace {

using Texts = std::vector<std::string>;

Conduct conduct_of(const py::dict& options) {
  Conduct out;
  const auto number = [&](const char* name, std::optional<double>& to) {
    if (options.contains(name) && !options[name].is_none()) to = options[name].cast<double>();
  };
  if (options.contains("jobs")) out.jobs = options["jobs"].cast<int>();
  if (options.contains("store") && !options["store"].is_none()) out.store = py::str(options["store"]);
  if (options.contains("isolate")) out.isolation.all = options["isolate"].cast<bool>();
  number("timeout", out.cell_timeout);
  number("total_timeout", out.total_timeout);
  return out;
}

Axes axes_of(const py::dict& selectors) {
  Axes out;
  for (const auto& [name, values] : selectors) {
    auto* axis = out.values(py::str(name).cast<std::string>());
    if (!axis) throw py::type_error("unknown setting '" + py::str(name).cast<std::string>() + "'");
    *axis = values.cast<Texts>();
  }
  return out;
}

py::dict ending_of(const Ending& ending, const py::object& stopped_by) {
  py::dict out;
  out["interrupted"] = ending.interrupted;
  out["timed_out"] = ending.timed_out;
  out["exception"] = stopped_by;
  return out;
}

/// Converts runs to {"columns": {name: values}, "units": {name: unit}, "notes", "ending", "asked": number of cells}.
py::dict object_of_runs(const Runs& runs, const py::object& stopped_by) {
  const auto table = runs.table().table();
  std::vector<py::list> columns(table.columns.size());
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) columns[i].append(object_of(row[i].value()));
  py::dict values, units, out;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const py::str name(table.columns[i].header);
    values[name] = columns[i];
    units[name] = table.columns[i].unit;
  }
  out["columns"] = values;
  out["units"] = units;
  out["notes"] = runs.notes;
  out["asked"] = runs.cells.size();
  out["ending"] = ending_of(runs.ending, stopped_by);
  return out;
}

template <class Study>
py::dict run_and_report(const py::dict& options, const py::object& progress, const Study& study) {
  const auto found = interruptible(conduct_of(options), progress, has_raised, study);
  return object_of_runs(found.value, found.stopped_by);
}

py::dict run_axes(const py::dict& selectors, const py::dict& options, const py::object& progress) {
  return run_and_report(options, progress,
                        [axes = axes_of(selectors)](const Conduct& conduct) { return run(axes, conduct); });
}

py::dict run_experiment(const std::string& experiment, const py::dict& options, const py::object& progress) {
  return run_and_report(options, progress, [&](const Conduct& conduct) { return run(experiment, conduct); });
}

/// Runs one cell. Returns its sampled states as {name: array}, and its run as object_of_runs().
py::tuple trajectory(const py::dict& selectors, const py::dict& options, const py::object& progress) {
  SampledStates states;
  auto conduct = conduct_of(options);
  conduct.states = [&](const ResolvedCell&, const RunResult&, const SampledStates& of_run) { states = of_run; };
  const auto found = interruptible(conduct, progress, has_raised, [axes = axes_of(selectors)](const Conduct& c) {
    const auto cells = cells_of(axes);
    if (cells.cells.size() != 1)
      throw UsageError("trajectory: these are " + std::to_string(cells.cells.size()) + " cells; ask for one");
    return run(axes, c);
  });
  py::dict out;
  out["t"] = array_of(states.t);
  const auto put = [&](const char* name, const StateRows& rows) {
    out[name] = rows_of(rows.numbers, states.t.size(), rows.columns);
  };
  put("q", states.q), put("v", states.v), put("a", states.a), put("lam", states.lambda), put("outputs", states.outputs);
  return py::make_tuple(out, object_of_runs(found.value, found.stopped_by));
}

struct StudyResult {
  Json found;
  Ending ending;
};

template <class Study>
py::tuple run_study(const py::dict& options, const py::object& progress, const Study& study) {
  const auto reported = interruptible(conduct_of(options), progress, has_raised, [&](const Conduct& conduct) {
    StudyResult out;
    out.found = study(conduct, out.ending);
    return out;
  });
  return py::make_tuple(object_of(reported.value.found), ending_of(reported.value.ending, reported.stopped_by));
}

/// Calls `show` with each text that is complete, unless it is None.
py::tuple reproduced(const std::string& requested, bool full, const py::dict& options, const py::object& progress,
                     const py::object& show) {
  std::function<void(std::string_view)> print;
  if (!show.is_none())
    print = [&show](std::string_view text) {
      const py::gil_scoped_acquire lock;
      show(std::string(text));
    };
  return run_study(options, progress, [&](const Conduct& conduct, Ending& ending) {
    return reproduce(requested, full, conduct, ending, print);
  });
}

}  // namespace

void add_studies(py::module_& module) {
  using namespace py::literals;
  module.def("run_axes", &run_axes, "asked"_a, "options"_a, "progress"_a);
  module.def("run_experiment", &run_experiment, "experiment"_a, "options"_a, "progress"_a);
  module.def("trajectory", &trajectory, "asked"_a, "options"_a, "progress"_a);
  module.def("order",
             [](const py::dict& selectors, const Texts& classes, const py::dict& options, const py::object& progress) {
               const auto axes = axes_of(selectors);
               return run_study(options, progress,
                                [&](const Conduct& c, Ending& ending) { return order(axes, classes, c, ending); });
             });
  module.def("analyze", [](const std::string& methods, const std::string& damping, const Texts& omega_dt,
                           const Texts& dt_nt, const py::dict& options, const py::object& progress) {
    return run_study(options, progress, [&](const Conduct& c, Ending& ending) {
      return analyze({.methods = methods, .damping = damping, .omega_dt = omega_dt, .dt_nt = dt_nt}, c, ending);
    });
  });
  module.def("compare", [](const Texts& methods, const Texts& beside, const Texts& problems, bool quick, bool timed,
                           const py::dict& options, const py::object& progress) {
    return run_study(options, progress, [&](const Conduct& c, Ending& ending) {
      return compare({.methods = methods, .beside = beside, .problems = problems, .quick = quick, .timed = timed}, c,
                     ending);
    });
  });
  module.def("spread", [](const py::dict& selectors, int starts, const py::dict& options, const py::object& progress) {
    const auto axes = axes_of(selectors);
    return run_study(options, progress, [&](const Conduct& c, Ending& ending) {
      return spread({.axes = axes, .starts = starts}, c, ending);
    });
  });
  module.def("reproduce", &reproduced, "wanted"_a, "full"_a, "options"_a, "progress"_a, "show"_a);
  module.def("estimated_reproduction", [](const std::string& requested, bool full, const py::dict& options) {
    const auto found = interruptible(conduct_of(options), py::none(), has_raised, [&](const Conduct& conduct) {
      return estimated_reproduction(requested, full, conduct);
    });
    return object_of(found.value);
  });
  module.def("list_of", [](const std::string& label) { return object_of(list(label)); });
  module.attr("most_jobs") = most_jobs;
  module.def("settings", [] {
    py::list out;
    for (const auto& setting : settings()) out.append(std::string(setting.name));
    return out;
  });
}

}  // namespace plumb::python
