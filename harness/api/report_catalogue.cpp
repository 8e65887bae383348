#include "harness/api/report_catalogue.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <tuple>

#include "contract/stop.hpp"
#include "methods/catalogue.hpp"
#include "methods/family.hpp"
#include "problems/catalogue.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

/// Numbers of all runs and of failed runs, by name of the method or problem.
struct RunCounts {
  int runs = 0, failed = 0;
};
using Counts = std::map<std::string, RunCounts, std::less<>>;

template <class Name>
Counts counted_by(const GatheredRuns& runs, Name name) {
  Counts out;
  for (const auto& run : runs.runs()) {
    auto& count = out[name(run)];
    ++count.runs;
    if (run.status != Status::ok) ++count.failed;
  }
  return out;
}

RunCounts counts_of(const Counts& counts, std::string_view name) {
  const auto known = counts.find(name);
  return known == counts.end() ? RunCounts() : known->second;
}

Json listed(const Method& method, const RunCounts& counts) {
  return {{"name", method.info.name},
          {"title", method.info.title},
          {"family", family_of(method.info.name)},
          {"order", method.info.order == 0 ? Json(nullptr) : Json(method.info.order)},
          {"forms", method.info.forms},
          {"source", method.info.source},
          {"runs", counts.runs},
          {"failed", counts.failed}};
}

Json listed(const Problem& problem, const RunCounts& counts) {
  std::vector<std::string> formulations;
  for (const auto& f : problem.formulations) formulations.push_back(f.name);
  return {{"name", problem.name},
          {"title", problem.title},
          {"formulations", fmt::format("{}", fmt::join(formulations, " "))},
          {"t_end", number_from_text<double>(problem.t_end)},
          {"source", problem.source},
          {"runs", counts.runs},
          {"failed", counts.failed}};
}

/// Returns for each problem the run whose animation its page shows. Runs with status ok are preferred, then runs with
/// default data, then long runs, then the first.
std::map<std::string, const GatheredRun*> moving_problems(const ReportContents& contents) {
  const auto worth = [](const GatheredRun& run) {
    return std::tuple(run.status == Status::ok, run.problem == run.cell.problem, run.t_reached);
  };
  std::map<std::string, const GatheredRun*> out;
  for (const auto& run : contents.runs.runs()) {
    const auto kept = contents.kept.find(run.id);
    if (kept == contents.kept.end() || kept->second.animation.empty()) continue;
    auto& best = out[run.cell.problem];
    if (!best || worth(run) > worth(*best)) best = &run;
  }
  return out;
}

}  // namespace

void add_catalogue(ReportContents& contents) {
  const auto by_method = counted_by(contents.runs, [](const GatheredRun& run) { return run.cell.method; });
  const auto by_problem = counted_by(contents.runs, [](const GatheredRun& run) { return run.cell.problem; });
  for (const auto& method : methods()) {
    stopping_point();
    contents.methods.push_back(listed(method, counts_of(by_method, method.info.name)));
    contents.method_pages.push_back(method_page(method));
  }
  const auto moving = moving_problems(contents);
  for (const auto& problem : problems()) {
    stopping_point();
    const auto moves = moving.find(problem.name);
    contents.problems.push_back(listed(problem, counts_of(by_problem, problem.name)));
    contents.problem_pages.push_back(
        problem_page(problem, contents.audited[problem.name], moves == moving.end() ? nullptr : moves->second));
  }
}

}  // namespace plumb
