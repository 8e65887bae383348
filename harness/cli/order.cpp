// plumb order measures the order of convergence of each class of components, with a verdict.

#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "harness/api/order_study.hpp"
#include "harness/cli/axes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/cli/work.hpp"
#include "text/exit_codes.hpp"

namespace plumb {
namespace {

struct OrderOptions {
  StudyOrAxes cells;
  std::string store, format = "text";
  std::vector<std::string> classes;
  int jobs = all_cores();
  std::optional<double> timeout = {};
  bool json = false;
  bool log_ratio = false;
};

constexpr const char* order_examples = R"(Examples:
  plumb order -p pendulum -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4
  plumb order -p 'pendulum(rate=2)' -m 'degree4(start=accurate)' --t-end 2 --steps 0.01,5e-3,2.5e-3,1.25e-3 --precision quad
  plumb order -p pendulum -f index3 -m hht --steps 1e-2,5e-3,2e-3,1e-3 --class q.translation,q.angle,v,lambda
  plumb order -p @crank.toml -m bdf2 --steps 1e-2,5e-3,2.5e-3,1.25e-3 --reference self    no reference: steps h and h/2
  plumb order study.toml --store study.db             a line for each series of cells that differ only in the step
  plumb order sets.toml --set lms --format csv        the cells of a named set of the file

The order is the slope of ln(error) over ln(step) in the longest window of steps with equal slopes. The error is the rms
over at most 16 times that the runs of all steps share (--samples, or the key `samples` of an experiment file). The
verdict holds for the printed range of steps only. "superconvergent" requires that the errors at the end (of q and v
both) have the higher order too. A window has at least 4 points over a factor of 8 in the step, with errors above 10
times the limits of reference, rounding and Newton tolerance.
With --reference self there is no reference: the error at step h is the difference from a run with h/2 (Richardson). The
verdict states this, because runs may converge to a limit that is not the solution.
The interval is the 95 % confidence interval of the fit ("scatter"). It does not bound the asymptotic order.
Exit code 1: reduced or diverging; 6: no window because the reference has too few digits; 4: no window. If several
orders are measured, the first of these codes that applies.)";

void check(const OrderOptions& options) {
  const bool is_of_file = is_study(options.cells, "order", "a problem (-p), a method (-m) and steps (--steps)");
  if (is_of_file && options.log_ratio)
    throw UsageError(
        "order: --log-ratio is not allowed with an experiment file: its orders are printed without points; give -p, -m "
        "and --steps");
}

/// Prints the orders: of axes as text one series after the other, otherwise all together.
class OrderStudies {
 public:
  explicit OrderStudies(const OrderOptions& chosen) : options(chosen) {}

  Exit run() {
    auto conduct = conduct_of(line, options.jobs, options.timeout, options.store);
    conduct.begin = begin;
    conduct.progress = [this](const std::string& text) { show_progress(text); };
    const auto found = measured_orders({.source = options.cells, .classes = options.classes}, conduct,
                                       {.begins = [this](const OrderSeries& series) { begins(series); },
                                        .measured = [this](const OrderMeasurement& study) { print_study(study); }});
    line.clear();
    if (!one_by_one) print(printed(found.studies));
    if (!found.ending.stopped()) return exit_of(found.studies);
    const auto [why, exit] = stop_of(found.ending);
    note(fmt::format("{}; {} of {} series measured", why, found.studies.size(), found.series));
    return exit;
  }

 private:
  void begins(const OrderSeries& series) {
    advises = !series.is_self && series.cells.front().text().reference == ReferenceChoice::certified;
  }

  void print_study(const OrderMeasurement& study) {
    line.clear();
    if (!one_by_one) return;
    print((is_first ? "" : "\n") + full_report(study, options.log_ratio));
    is_first = false;
  }

  /// Prints progress, and once a hint on cheaper references if the reference takes long.
  void show_progress(const std::string& text) {
    constexpr std::chrono::seconds long_time(10);
    if (advises && text.find("reference") != std::string::npos &&
        std::chrono::steady_clock::now() > begin + long_time) {
      advises = false;
      line.note(
          "computing the certified reference; --reference quick is faster and has fewer digits; --reference self needs "
          "no reference: it compares runs with steps h and h/2");
    }
    line.show(text);
  }

  std::string printed(const std::vector<JudgedStudy>& studies) const {
    if (format == TableFormat::json)
      return order_json(studies).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return plumb::printed(is_for_people(format) ? order_lines(studies) : order_table(studies), format);
  }

  const OrderOptions& options;
  const TableFormat format = table_format(options.json ? "json" : options.format);
  const bool one_by_one = format == TableFormat::text && options.cells.study.empty();
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  StatusLine line{stderr_is_terminal()};
  bool advises = false;  // whether a hint on references must still be printed
  bool is_first = true;  // whether no study was printed yet
};

}  // namespace

void add_order(CLI::App& app, Exit& exit) {
  auto& verb = *app.add_subcommand("order", "observed order of convergence, with a verdict");
  auto options = std::make_shared<OrderOptions>();
  add_study_with_sets(verb, options->cells, ": a line for each order");
  add_axes(verb, options->cells.axes);
  add_values(verb, "--class", options->classes, "NAME,..",
             "classes of components: q, v (default), a, lambda, q.rotation, ...; or outputs of the problem");
  add_jobs(verb, options->jobs);
  add_total_timeout(verb, options->timeout);
  add_store(verb, options->store, "stored runs are not repeated");
  verb.add_flag("--log-ratio", options->log_ratio,
                "also print log e/log h of every point, which some papers print as an order");
  add_format(verb, options->format);
  add_json(verb, options->json, "an array with one object for each class");
  verb.footer(order_examples);
  verb.callback([options, &exit] {
    check(*options);
    exit = OrderStudies(*options).run();
  });
}

}  // namespace plumb
