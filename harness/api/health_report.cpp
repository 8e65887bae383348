#include "harness/api/health_report.hpp"

#include <stdlib.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <thread>

#include "harness/cell/resolve.hpp"
#include "harness/paper/paper.hpp"
#include "harness/run/environment.hpp"
#include "harness/run/run_cell.hpp"
#include "harness/timing/timing.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr double tolerated_spread = 0.20;

struct Remark {
  std::string what, value;
  bool fine = true;
};

struct Noise {
  double difference = 0, spread = 0;  // relative difference of two times of the same cell; relative interquartile range
};

Noise measured_noise() {
  CellRequest request;
  request.problem.name = "pendulum";
  request.method.name = "erk4";
  request.step = "1e-4";
  request.settings = {{"t_end", "2"}, {"samples", "1"}};
  const auto cell = resolve(request);
  const auto session = timed({{cell, run_cell(cell, StopRequest{Status::ok})}});
  auto all = session.cells.front().samples;
  all.insert(all.end(), session.copy.begin(), session.copy.end());
  std::sort(all.begin(), all.end());
  const auto quarter = all.size() / 4;
  return {session.noise.value_or(std::numeric_limits<double>::infinity()),
          (all[all.size() - 1 - quarter] - all[quarter]) / all[all.size() / 2]};
}

std::string first_line(const char* file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

void add_machine(std::vector<Remark>& out) {
  const auto& facts = environment();
  const auto text = [&](const char* key) {
    return facts[key].is_string() ? facts[key].get<std::string>() : std::string("unknown");
  };
  out.push_back({"processor", text("cpu")});
  const auto cores = std::max(1u, std::thread::hardware_concurrency());
  double load[1] = {0};
  const bool known = getloadavg(load, 1) == 1;
  out.push_back({"cores", fmt::format("{}", cores)});
  if (known) out.push_back({"load", fmt::format("{:.2f}", load[0])});
  const auto governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (!governor.empty()) out.push_back({"governor", governor});
  out.push_back({"system", text("system")});
  out.push_back({"compiler", text("compiler")});
  out.push_back({"flags", text("flags")});
  out.push_back({"build type", text("build_type")});
  out.push_back({"commit", text("commit")});
  for (const auto& [name, version] : facts["libraries"].items())
    out.push_back({name, version.is_string() ? version.get<std::string>() : version.dump()});
}

Remark paper_files() {
  try {
    const auto count = paper_keys().size();
    std::vector<std::string> folders;
    for (const auto& folder : papers_folders()) folders.push_back(folder.string());
    return {"papers", fmt::format("{} in {}", count, fmt::join(folders, ", "))};
  } catch (const UsageError& e) {
    return {"papers", e.what(), false};
  }
}

/// Returns the findings about a store: the number of sound runs, and each damaged row and page.
std::vector<Remark> store_findings(const StoreHealth& store, const std::string& path) {
  std::vector<Remark> out = {{"store", fmt::format("{}: {}", path, counted(store.runs, "sound run"))}};
  for (const auto& run : store.damaged)
    out.push_back({"damaged row", fmt::format("{}: {}", printable(run.cell_id), run.why), false});
  for (const auto& page : store.pages) out.push_back({"damaged file", printable(page), false});
  return out;
}

std::vector<Remark> store_findings(const std::string& path) {
  try {
    return store_findings(health(path), path);
  } catch (const StoreError& e) {
    return {{"store", e.what(), false}};
  }
}

Table table_of(const std::vector<Remark>& findings) {
  Table table{.columns = {{"what"}, {"found"}, {"verdict"}}, .rows = {}};
  for (const auto& f : findings) table.rows.push_back({f.what, f.value, f.fine ? Entry("") : Entry("unfit")});
  return table;
}

}  // namespace

HealthReport health_report_of_store(const std::string& path) {
  const auto store = health(path);
  HealthReport out{.table = table_of(store_findings(store, path)), .data = {}};
  out.data = {{"findings", as_json(out.table)}, {"sound", store.is_sound()}};
  if (!store.is_sound()) out.exit = Exit::internal;
  return out;
}

HealthReport health_report(const std::string& store) {
  std::vector<Remark> findings;
  add_machine(findings);
  findings.push_back(paper_files());
  const auto noise = measured_noise();
  const bool optimised = environment()["build_type"] != "Debug";
  const bool quiet = noise.difference <= tolerated_noise && noise.spread <= tolerated_spread;
  findings.push_back({"timing noise",
                      fmt::format("repeat runs differ by {} %, samples spread by {} %",
                                  significant(100 * noise.difference, 2), significant(100 * noise.spread, 2)),
                      quiet});
  auto exit = quiet && optimised ? Exit::ok : Exit::machine_unfit;
  if (!store.empty())
    for (auto& finding : store_findings(store)) {
      if (!finding.fine) exit = Exit::internal;
      findings.push_back(std::move(finding));
    }
  HealthReport out{.table = table_of(findings), .data = {}, .exit = exit};
  if (!optimised) out.table.notes.emplace_back("a debug build: its times are not representative");
  out.table.notes.emplace_back(exit == Exit::machine_unfit ? "unfit for timing verdicts now; accuracy is not affected"
                               : exit == Exit::ok          ? "fit"
                                                           : "not fit");
  out.data = {{"findings", as_json(out.table)},
              {"aa_difference", noise.difference},
              {"spread", noise.spread},
              {"fit_for_timing", quiet && optimised},
              {"environment", environment()}};
  return out;
}

std::string repair_text(const Repair& done, const std::string& path) {
  if (!done.copy.empty())
    return fmt::format("{} contains {} recovered from the damaged file, which is kept as {}", path,
                       counted(done.kept, "run"), done.copy.string());
  if (done.before.is_sound()) return fmt::format("{}: there was nothing to repair", path);
  return fmt::format("{} deleted; {} kept", counted(done.before.damaged.size(), "damaged row"),
                     counted(done.kept, "run"));
}

}  // namespace plumb
