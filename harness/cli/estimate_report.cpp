#include "harness/cli/estimate_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "harness/api/catalogue_pages.hpp"
#include "harness/cli/console.hpp"
#include "text/duration.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::string time_text(double seconds) { return 0 < seconds && seconds < 1 ? "less than 1 s" : duration(seconds); }

double sum_of_seconds(const std::vector<PaperEstimate>& papers) {
  double out = 0;
  for (const auto& paper : papers) out += paper.seconds();
  return out;
}

constexpr const char* order_of_magnitude =
    "Times estimated from sizes of systems and numbers of steps are orders of magnitude.";

Entry count_of(std::size_t count) { return Entry::count(static_cast<std::int64_t>(count)); }

Table table_of(const std::vector<PaperEstimate>& papers) {
  Table out;
  out.columns = {{"paper"},
                 {"runs", Align::right},
                 {"stored", Align::right},
                 {"to run", Align::right},
                 {"analyses", Align::right},
                 {"core time", Align::right},
                 {"longest run", Align::right},
                 {"source of the core time"}};
  for (const auto& e : papers)
    out.rows.push_back({e.paper, count_of(e.runs.cells), count_of(e.runs.stored), count_of(e.runs.to_run()),
                        count_of(e.analyses), time_text(e.seconds()), time_text(e.runs.longest), e.time_source()});
  return out;
}

}  // namespace

void print_estimates(const std::vector<PaperEstimate>& papers, const std::string& store, bool draws, int jobs,
                     bool json) {
  if (json) {
    Json all = Json::array();
    for (const auto& paper : papers) all.push_back(to_json(paper, jobs));
    return print_json(all);
  }
  auto table = table_of(papers);
  if (papers.size() > 1)
    table.notes.push_back(fmt::format("{} of core time in total.", time_text(sum_of_seconds(papers))));
  if (store.empty()) table.notes.emplace_back("No --store is given, so no runs are stored.");
  if (!draws) table.notes.emplace_back("No --out is given, so runs for figures are not included.");
  table.notes.emplace_back(order_of_magnitude);
  table.notes.emplace_back(
      "Repeat runs, for example in long double, are not included: the results determine which of them are needed.");
  print(printed(table, TableFormat::text));
}

std::string announced(const PaperEstimate& e) {
  return fmt::format("{}: {}{}, {} of core time ({})", e.paper, counted(e.runs.to_run(), "run"),
                     e.runs.stored == 0 ? "" : fmt::format(" and {} stored", e.runs.stored),
                     "about " + time_text(e.seconds()), e.time_source());
}

std::string announced(const std::vector<PaperEstimate>& papers) {
  if (papers.size() < 2) return {};
  std::vector<std::string> each;
  for (const auto& paper : papers) each.push_back(paper.paper + " " + time_text(paper.seconds()));
  return fmt::format("{} papers, the shortest first: {}; about {} of core time in total. {}", papers.size(),
                     fmt::join(each, ", "), time_text(sum_of_seconds(papers)), order_of_magnitude);
}

void print_estimate(const StudyEstimate& e, const std::string& store, int jobs, bool json) {
  if (json) return print_json(to_json(e, jobs));
  print(facts({{"cells", fmt::format("{}", e.cells)},
               {"stored", store.empty() ? "" : fmt::format("{} in {}", e.stored, store)},
               {"to run", fmt::format("{}", e.to_run())},
               {"core time", fmt::format("{}, the longest cell {}", time_text(e.seconds), time_text(e.longest))},
               {"references", e.reference_seconds == 0 ? "" : time_text(e.reference_seconds) + " in addition"},
               {"memory", fmt::format("{} with {} at a time", memory_text(e.bytes(jobs)), counted(jobs, "run"))}}) +
        "All estimates are orders of magnitude.\n");
}

std::string memory_text(double bytes) {
  constexpr double mega = 1e6, giga = 1e9;
  const double unit = bytes < giga ? mega : giga;
  const double value = bytes / unit, scale = value < 10 ? 10 : 1;
  return fmt::format("{} {}", std::ceil(value * scale) / scale, unit == mega ? "MB" : "GB");
}

}  // namespace plumb
