#include "harness/cli/estimate_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "harness/cli/console.hpp"
#include "harness/cli/show.hpp"
#include "text/duration.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

Json as_json(const StudyEstimate& e, int jobs) {
  return {{"cells", e.cells},
          {"stored", e.stored},
          {"to_run", e.to_run()},
          {"core_seconds", e.seconds},
          {"longest_seconds", e.longest},
          {"reference_seconds", e.reference_seconds},
          {"jobs", jobs},
          {"bytes", e.bytes(jobs)}};
}

std::string time_text(double seconds) { return 0 < seconds && seconds < 1 ? "less than 1 s" : duration(seconds); }

}  // namespace

StudyEstimate estimate_with(const Cells& cells, const std::string& store) {
  std::error_code error;
  if (store.empty() || !std::filesystem::exists(store, error)) return estimate(cells, nullptr);
  const Store known(store, Access::read_only);
  return estimate(cells, &known);
}

void print_estimate(const StudyEstimate& e, const std::string& store, int jobs, bool json) {
  if (json) return print_json(as_json(e, jobs));
  print(facts({{"cells", fmt::format("{}", e.cells)},
               {"stored", store.empty() ? "" : fmt::format("{} in {}", e.stored, store)},
               {"to run", fmt::format("{}", e.to_run())},
               {"core time", fmt::format("{}, the longest cell {}", time_text(e.seconds), time_text(e.longest))},
               {"references", e.reference_seconds == 0 ? "" : time_text(e.reference_seconds) + " beside"},
               {"memory", fmt::format("{} with {} at a time", memory_text(e.bytes(jobs)), counted(jobs, "run"))}}) +
        "All right in order of magnitude only.\n");
}

std::string memory_text(double bytes) {
  constexpr double mega = 1e6, giga = 1e9;
  const double unit = bytes < giga ? mega : giga;
  const double value = bytes / unit, scale = value < 10 ? 10 : 1;
  return fmt::format("{} {}", std::ceil(value * scale) / scale, unit == mega ? "MB" : "GB");
}

}  // namespace plumb
