// Tests of the lists and formats of plumb list.

#include "contract/status.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "harness/run/metric_column.hpp"

namespace plumb {
namespace {

using testing::StartsWith;

// Fails if a list is not printed in the requested format.
TEST_F(Cli, ListsInEveryFormat) {
  for (const std::string list :
       {"problems", "methods", "formulations", "codes", "metrics", "counters", "statuses", "papers"}) {
    const auto first = list == "formulations" ? "problem"
                       : list == "statuses"   ? "status"
                                              : list.substr(0, list.size() - 1);
    const auto printed = [&](const std::string& format) { return plumb("list " + list + format).out; };
    EXPECT_THAT(printed(""), StartsWith(first + "  "));
    EXPECT_THAT(printed(" --format md"), StartsWith("| " + first + " | "));
    EXPECT_THAT(printed(" --format csv"), StartsWith(first + ","));
    EXPECT_THAT(printed(" --format latex"), StartsWith("% \\usepackage{booktabs,siunitx}\n\\begin{table}"));
    EXPECT_TRUE(Json::parse(printed(" --json"))[0].contains(first));
    EXPECT_EQ(printed(" --format json"), printed(" --json"));
  }
  EXPECT_THAT(plumb("list methods --format xml"),
              Refuses(2, "unknown format 'xml'; known: text, md, latex, csv, json"));
}

// Fails if the method files of the program are not listed, or cannot be run by the printed name.
TEST_F(Cli, ListsTheMethodFilesOfTheProgram) {
  const auto list = Json::parse(plumb("list methods --files --json").out);
  ASSERT_GE(list.size(), 60U);
  const auto row = std::ranges::find_if(list, [](const Json& one) { return one["file"] == "@verner98.toml"; });
  ASSERT_NE(row, list.end());
  EXPECT_EQ((*row)["order"], 9);
  EXPECT_EQ((*row)["embedded"], 8);
  EXPECT_EQ((*row)["stages"], 16);
  EXPECT_EQ((*row)["kind"], "explicit");
  EXPECT_EQ(plumb("run -p pendulum -f index1 -m @verner98.toml -s 1/10 --t-end 1").code, 0);
}

// Fails if the list lacks a metric, or a formula has no source.
TEST_F(Cli, ListsEveryMetricWithUnitMeaningAndSource) {
  const auto list = Json::parse(plumb("list metrics --json").out);
  EXPECT_EQ(list.size(), metric_pairs().size());
  std::map<std::string, Json> by_name;
  for (const auto& row : list) {
    EXPECT_TRUE(by_name.emplace(row["metric"].get<std::string>(), row).second) << row;
    for (const char* key : {"unit", "of", "meaning"}) EXPECT_TRUE(row[key].is_string()) << row;
  }
  EXPECT_EQ(by_name.at("re.q")["source"], "zhang2022, eq. (26)");
  EXPECT_EQ(by_name.at("re.q")["unit"], "-");
  EXPECT_EQ(by_name.at("rms.OUTPUT")["source"], "fang2023");
  EXPECT_EQ(by_name.at("mescd")["source"], "mazzia2008");
  EXPECT_EQ(by_name.at("energy.max")["unit"], "J");
  EXPECT_TRUE(by_name.at("end.v")["source"].is_null());
}

// Fails if a counter has no meaning.
TEST_F(Cli, ListsEveryCounter) {
  const auto list = Json::parse(plumb("list counters --json").out);
  ASSERT_EQ(list.size(), std::size(counter_rows));
  for (const auto& row : list) EXPECT_GT(row["meaning"].get<std::string>().size(), 10U) << row;
  EXPECT_EQ(list.back()["counter"], "rejected_steps");
}

// Fails if the list lacks a status, or contradicts how runs with the status are treated.
TEST_F(Cli, ListsEveryStatusAndWhatItMakesOfErrors) {
  const auto list = Json::parse(plumb("list statuses --json").out);
  ASSERT_EQ(list.size(), statuses.size());
  for (std::size_t i = 0; i < statuses.size(); ++i) EXPECT_EQ(list[i]["status"], statuses[i].name);
  EXPECT_EQ(list[0]["errors"], "measured");
  std::map<std::string, Json> by_name;
  for (const auto& row : list) by_name[row["status"].get<std::string>()] = row;
  EXPECT_EQ(by_name.at("newton-diverged")["errors"], "infinite");
  EXPECT_EQ(by_name.at("unsupported")["errors"], "unknown");
  EXPECT_EQ(by_name.at("unsupported")["repeated"], "no");
  EXPECT_EQ(by_name.at("timeout")["repeated"], "yes");
}

}  // namespace
}  // namespace plumb
