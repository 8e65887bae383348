#include "harness/api/api.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "harness/api/catalogue_tables.hpp"
#include "harness/api/conduct.hpp"
#include "harness/api/order_study.hpp"
#include "harness/run/metric_column.hpp"
#include "harness/run/motion_errors.hpp"
#include "harness/schedule/engine.hpp"
#include "reference/certified.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

Runs run_cells(NotedCells noted, const Conduct& conduct) {
  const Conducted conducted(conduct);
  auto outcome = run_matrix(noted.cells, conducted.options);
  return {.cells = std::move(noted.cells),
          .results = std::move(outcome.results),
          .notes = std::move(noted.notes),
          .ending = {outcome.interrupted, outcome.timed_out}};
}

}  // namespace

RunTable Runs::table() const {
  RunTable out;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (results[i]) out.add({.cell = cells[i].text(), .source_fingerprint = {}, .result = *results[i], .created = {}});
  return out;
}

Runs run(const Axes& axes, const Conduct& conduct) { return run_cells(cells_of(StudyOrAxes{.axes = axes}), conduct); }

Runs run(const std::string& experiment, const Conduct& conduct) {
  return run_cells(cells_of(StudyOrAxes{.study = experiment}), conduct);
}

Json order(Axes axes, const std::vector<std::string>& lists, const Conduct& conduct, Ending& ending) {
  const auto found = measured_orders({.source = {.axes = std::move(axes)}, .classes = lists}, conduct);
  ending = found.ending;
  return {{"orders", order_json(found.studies)}, {"notes", found.notes}};
}

Json analyze(const AnalysisRequest& request, const Conduct& conduct, Ending& ending) {
  const auto found = analyses(request, conduct);
  ending = found.ending;
  Json out = Json::array();
  for (const auto& method : found.methods) out.push_back(analysis_json(method));
  return out;
}

Json compare(const ComparisonRequest& request, const Conduct& conduct, Ending& ending) {
  ComparedMethods comparison(request, conduct);
  ending = comparison.ending();
  if (ending.stopped()) return nullptr;
  ending = comparison.time(conduct);
  if (ending.stopped()) return nullptr;
  auto out = comparison.json();
  out["pages"] = Json::array();
  for (std::size_t page = 0; page < comparison.pages(); ++page)
    out["pages"].push_back(comparison.page(page, TableFormat::markdown));
  return out;
}

Json spread(const SpreadRequest& request, const Conduct& conduct, Ending& ending) {
  const auto found = spread(request, conduct);
  ending = found.ending;
  Json out = Json::array();
  for (const auto& runs : found.cells) out.push_back(spread_json(runs));
  return out;
}

Json list(const std::string& kind) { return as_json(catalogue_list(kind).table); }

// Certified values, and the errors of motions that the caller has computed (api.hpp).

namespace {

/// Returns a decimal text that gives exactly the same number if it is read in quad.
std::string exact_text(double t) { return quad(t).str(36); }

/// Executes `work`, which has stopping points, as a task. Converts std::invalid_argument to UsageError. Throws Stopped
/// after a stop.
void do_stoppable(const Conduct& conduct, const std::string& title, const std::function<void(TaskState&)>& work) {
  const auto with_title = [&](TaskState& state) {
    try {
      work(state);
    } catch (const std::invalid_argument& e) {
      throw UsageError(fmt::format("{}: {}", title, e.what()));
    }
  };
  const auto ending = do_task({.seconds = 1, .title = title, .is_one_progress = true}, with_title,
                              {.global_timeout = conduct.total_timeout,
                               .progress = conduct.progress,
                               .progress_interval = 0.25,
                               .noun = "reference",
                               .interrupted = conduct.interrupted});
  if (ending.interrupted) throw Stopped{Status::interrupted};
  if (ending.timed_out) throw Stopped{Status::timeout};
}

using Rows = std::vector<std::vector<double>>;

void require_rows(const Rows& rows, std::size_t times, int size, const char* label, bool may_be_empty) {
  if (rows.empty() && may_be_empty) return;
  if (rows.size() != times) throw wrong_kind("{}: {} rows are given for {} times", label, rows.size(), times);
  for (const auto& row : rows)
    if (row.size() != static_cast<std::size_t>(size))
      throw wrong_kind("{}: each time has {} numbers, but {} are needed", label, row.size(), size);
}

Vec<quad> row_of(const Rows& rows, std::size_t i) {
  Vec<quad> out;
  if (rows.empty()) return out;
  out.resize(static_cast<Eigen::Index>(rows[i].size()));
  for (Eigen::Index k = 0; k < out.size(); ++k) out[k] = rows[i][static_cast<std::size_t>(k)];
  return out;
}

void require_motion(const FormulatedProblem& formulated, const Sizes& sizes, const ComputedMotion& motion) {
  if (motion.t.empty()) throw missing_part("t: no times are given; give at least one");
  require_rows(motion.q, motion.t.size(), sizes.q, "q", false);
  require_rows(motion.v, motion.t.size(), sizes.v, "v", false);
  require_rows(motion.a, motion.t.size(), sizes.v, "a", true);
  require_rows(motion.lambda, motion.t.size(), sizes.lambda, "lambda", true);
  const double begin = formulated.problem.begin<double>();
  for (std::size_t i = 0; i < motion.t.size(); ++i) {
    const double t = motion.t[i];
    if (!(t >= begin) || !std::isfinite(t))
      throw out_of_range("t: {} is not allowed: times must be finite and not before {} s", shortest(t),
                         shortest(begin));
    if (i > 0 && !(t > motion.t[i - 1]))
      throw out_of_range("t: {} follows {}, but every time must be later than the one before it", shortest(t),
                         shortest(motion.t[i - 1]));
  }
}

/// Returns row i of the motion as a sample, with outputs computed from it. Outputs that depend on accelerations or
/// multipliers are NaN if the motion has none.
Sample<quad> sample_of(const ComputedMotion& motion, std::size_t i, const Sizes& sizes, std::size_t outputs,
                       AnySystem<quad>& system) {
  Sample<quad> out{.t = motion.t[i],
                   .q = row_of(motion.q, i),
                   .v = row_of(motion.v, i),
                   .a = row_of(motion.a, i),
                   .lambda = row_of(motion.lambda, i),
                   .outputs = Vec<quad>::Zero(static_cast<Eigen::Index>(outputs))};
  AnySystem<quad>::State x{out.q, out.v, out.a, out.lambda};
  const quad none = std::numeric_limits<quad>::quiet_NaN();
  if (x.a.size() == 0) x.a = Vec<quad>::Constant(sizes.v, none);
  if (x.lambda.size() != sizes.lambda) x.lambda = Vec<quad>::Constant(sizes.lambda, none);
  system.outputs(out.t, x, out.outputs);
  return out;
}

}  // namespace

std::vector<std::vector<ReferenceValue>> reference_at(const FormulatedProblem& formulated,
                                                      const std::vector<double>& times, const Conduct& conduct) {
  std::vector<std::string> texts;
  for (const double t : times) {
    if (!std::isfinite(t) || t < formulated.problem.begin<double>())
      throw out_of_range("t: {} is not allowed: {} s or later", shortest(t), formulated.problem.t_begin);
    texts.push_back(exact_text(t));
  }
  std::vector<ReferenceRecord> records;
  if (!texts.empty())
    do_stoppable(conduct, formulated.problem.name, [&](TaskState&) {
      records = certified(formulated.problem, formulated.data, formulated.formulation, texts);
    });
  std::map<std::string, const ReferenceRecord*> by_time;  // records by time; certified() returns them sorted
  for (const auto& record : records) by_time[record.t] = &record;
  std::vector<std::vector<ReferenceValue>> out;
  for (const auto& t : texts) {
    auto& values = out.emplace_back();
    for (const auto& [name, value] : by_time.at(t)->values)
      values.push_back({name, value.digits == 0 ? std::string("nan") : decimal(value),
                        value.digits == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(value.value),
                        value.digits});
  }
  return out;
}

JudgedMotion motion_errors(const FormulatedProblem& formulated, const ComputedMotion& motion, const Conduct& conduct) {
  auto system = formulated.problem.in_quad.system(formulated.data, formulated.formulation);
  require_motion(formulated, system.sizes(), motion);
  JudgedMotion out;
  do_stoppable(conduct, formulated.problem.name, [&](TaskState& state) {
    const Subject subject(formulated.problem, formulated.formulation, formulated.data);
    MotionErrors errors(
        subject, formulated.data, [&] { return solution(formulated.problem, formulated.data); }, state.stop);
    for (std::size_t i = 0; i < motion.t.size(); ++i)
      errors.add(motion.t[i], sample_of(motion, i, system.sizes(), formulated.problem.outputs.size(), system),
                 i + 1 == motion.t.size());
    if (errors.was_stopped()) stopping_point();
    const auto metrics = errors.metrics(true);
    const auto doubts = errors.uncertainty(metrics);
    for (const auto& [name, value] : metrics) {
      const auto doubt = doubts.find(name);
      out.errors.push_back({name, metric_unit(subject, name), value,
                            doubt == doubts.end() ? std::nullopt : std::optional(doubt->second)});
    }
    out.note = errors.missing_because().empty() ? errors.note() : errors.missing_because();
  });
  return out;
}

}  // namespace plumb
