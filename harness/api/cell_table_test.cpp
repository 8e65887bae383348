// The default table of runs shows all errors that the results contain.

#include "harness/api/cell_table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/cell/resolve.hpp"
#include "problems/catalogue.hpp"

namespace plumb {
namespace {

ResolvedCell cell_on(const Problem& problem) {
  CellRequest request;
  request.problem.name = problem.name;
  request.formulation.name = std::string(problem.formulations.front().name);
  request.method.name = problem.formulations.front().family() == "index3" ? "bdf2" : "radau-iia";
  request.step = "1/1000";
  request.settings = {{"t_end", "(" + problem.t_begin + ")+1/100"}};
  return resolve(request);
}

std::vector<std::string> headers(const Table& table) {
  std::vector<std::string> out;
  for (const auto& column : table.columns) out.push_back(column.header);
  return out;
}

// If a reference has outputs only, as stored references do, the table must have the errors of the outputs.
TEST(CellTable, ShowsErrorsOfOutputsWhereThereAreNoOthers) {
  int shown = 0;
  for (const auto& problem : problems()) {
    if (problem.outputs.empty()) continue;
    const auto cell = cell_on(problem);
    RunResult of_outputs;
    for (const auto& output : problem.outputs) of_outputs.metrics["re." + output.name] = 0.25;
    CellTable table;
    table.add(cell, RunResult{});
    table.add(cell, of_outputs);
    const auto found = table.table();
    EXPECT_THAT(headers(found), testing::Contains("re." + problem.outputs.front().name)) << problem.name;
    for (const auto& row : found.rows) EXPECT_EQ(row.size(), found.columns.size()) << problem.name;
    const bool is_noted = std::ranges::any_of(
        found.notes, [](const auto& note) { return note.find("--columns 're.*'") != std::string::npos; });
    EXPECT_EQ(is_noted, problem.outputs.size() > 4) << problem.name;
    ++shown;
  }
  EXPECT_GT(shown, 15);
}

TEST(CellTable, ShowsErrorsOfCoordinatesWhereThereAreAny) {
  const auto cell = cell_on(problems().front());
  RunResult result;
  result.metrics = {{"end.q", 0.5}, {"re." + cell.problem().outputs.front().name, 0.25}};
  CellTable table;
  table.add(cell, result);
  const auto names = headers(table.table());
  EXPECT_THAT(names, testing::Contains("end.q"));
  EXPECT_THAT(names, testing::Not(testing::Contains(testing::StartsWith("re."))));
}

}  // namespace
}  // namespace plumb
