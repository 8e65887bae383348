// Tests of baseline files: reading and writing, detection of edits, and the log of acceptances.

#include "harness/gate/baseline.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "harness/cell/resolve.hpp"
#include "harness/gate/accept.hpp"
#include "harness/run/run_cell.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class BaselineFiles : public testing::Test {
 protected:
  std::string file(const char* area) const { return (folder / area).string() + ".jsonl"; }
  std::string contents(const char* area) const {
    std::ifstream stream(file(area));
    std::ostringstream out;
    out << stream.rdbuf();
    return out.str();
  }
  void replace(const char* area, const std::string& label, const std::string& by) const {
    auto text = contents(area);
    const auto found = text.find(label);
    ASSERT_NE(found, std::string::npos);
    std::ofstream(file(area)) << text.replace(found, label.size(), by);
  }
  Acceptance accepted(const std::vector<Item>& items, const std::string& reason = "a reason") const {
    auto baseline = read_baseline(folder);
    return accept(baseline, items, {.surroundings = here}, reason);
  }

  const Json here = {{"compiler", "this"}};
  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

Item method_item(const char* method, double limit) {
  return {.area = "analysis", .id = method, .method = method, .result = {{"properties", {{"stability_limit", limit}}}}};
}

TEST_F(BaselineFiles, AreReadAsTheyWereWritten) {
  accepted({method_item("erk4", 2.83), method_item("cd", 2)});
  const auto baseline = read_baseline(folder);
  const auto& area = baseline.areas.at("analysis");
  EXPECT_FALSE(area.edited);
  ASSERT_THAT(area.items, SizeIs(2));
  EXPECT_EQ(area.items.at("erk4").item.result, method_item("erk4", 2.83).result);
  EXPECT_EQ(area.items.at("erk4").surroundings, here);
  EXPECT_EQ(baseline_text("analysis", area), contents("analysis"));
}

// Fails if an edited, added or removed line is not detected.
TEST_F(BaselineFiles, ShowThatTheyWereEdited) {
  accepted({method_item("erk4", 2.83), method_item("cd", 2)});
  const auto whole = contents("analysis");
  replace("analysis", "2.83", "2.84");
  EXPECT_TRUE(read_baseline(folder).areas.at("analysis").edited);
  std::ofstream(file("analysis")) << whole.substr(0, whole.rfind(R"({"id")"));
  EXPECT_TRUE(read_baseline(folder).areas.at("analysis").edited);
  EXPECT_THROW(accepted({method_item("erk4", 2.85)}), UsageError);
  std::ofstream(file("analysis")) << whole;
  EXPECT_FALSE(read_baseline(folder).areas.at("analysis").edited);
}

TEST_F(BaselineFiles, RefuseWhatIsNone) {
  std::ofstream(file("cells")) << "{\"schema\":2,\"area\":\"cells\",\"checksum\":\"\"}\n";
  EXPECT_THROW(read_baseline(folder), UsageError);
  for (const char* text : {"no baseline\n", "", "[]\n", "{}"}) {
    std::ofstream(file("cells")) << text;
    EXPECT_THROW(read_baseline(folder), UsageError) << text;
  }
  // a file without the items for which the checksum was computed
  std::ofstream(file("cells")) << R"({"schema":1,"area":"cells","checksum":"x","surroundings":[]})";
  EXPECT_TRUE(read_baseline(folder).areas.at("cells").edited);
}

// Fails if the log lacks the author, the reason or the old values.
TEST_F(BaselineFiles, ChangeWithAReasonAndALine) {
  EXPECT_THROW(accepted({method_item("erk4", 2.83)}, " "), UsageError);
  EXPECT_EQ(accepted({method_item("erk4", 2.83)}, "the first").added, 1);
  EXPECT_EQ(accepted({method_item("erk4", 2.83)}, "nothing").same, 1);
  EXPECT_EQ(accepted({method_item("erk4", 2.5)}, "another limit").changed, 1);
  const auto log = acceptance_log(folder);
  ASSERT_THAT(log, SizeIs(2));
  EXPECT_EQ(log[0].at("added").at("analysis"), 1);
  EXPECT_EQ(log[1].at("reason"), "another limit");
  EXPECT_EQ(log[1].at("who"), this_actor().who);
  const auto& change = log[1].at("changed").at(0);
  EXPECT_EQ(change.at("value"), "properties.stability_limit");
  EXPECT_EQ(change.at("old"), 2.83);
  EXPECT_EQ(change.at("new"), 2.5);
}

// Fails if different bits cannot be accepted in the same surroundings, or are accepted as a change in other
// surroundings.
TEST_F(BaselineFiles, TakeOtherBitsOfTheSameSurroundings) {
  Item item{.area = "cells", .id = "1", .method = "erk4", .result = {{"status", "ok"}, {"bits", "aa"}}};
  accepted({item});
  item.result["bits"] = "bb";
  auto baseline = read_baseline(folder);
  EXPECT_EQ(accept(baseline, {item}, {.surroundings = {{"compiler", "another"}}}, "elsewhere").same, 1);
  EXPECT_EQ(accepted({item}).changed, 1);
  EXPECT_EQ(read_baseline(folder).find(item)->item.result.at("bits"), "bb");
}

// Fails if a baseline can change without a line in the log.
TEST_F(BaselineFiles, StayWhereTheLogCannotBeWritten) {
  accepted({method_item("erk4", 2.83)});
  const auto before = contents("analysis");
  std::ofstream(folder / "log.jsonl") << "no log\n";
  EXPECT_ANY_THROW(accepted({method_item("erk4", 2.5)}));
  EXPECT_EQ(contents("analysis"), before);
  EXPECT_THROW(acceptance_log(folder), UsageError);
}

TEST_F(BaselineFiles, RefuseReferencesWithoutDigitsAndNumbersThatWereNotRun) {
  const Item reference{.area = "references",
                       .id = "1",
                       .problem = "pendulum",
                       .result = {{"digits", {{"q", 0}}}, {"values", Json::object()}}};
  const Item paper{.area = "papers", .id = "2", .problem = "li2019/table-1", .result = {{"verdict", "not-run"}}};
  EXPECT_THAT(accepted({reference, paper}).refused, SizeIs(2));
}

TEST_F(BaselineFiles, LoseWhatTheMatrixHasNoMore) {
  accepted({method_item("erk4", 2.83), method_item("cd", 2)});
  EXPECT_EQ(accepted({method_item("cd", 2)}).removed, 1);
  EXPECT_THAT(read_baseline(folder).areas.at("analysis").items, SizeIs(1));
}

// Fails if a failed run, or an error limited by its reference, is accepted as the baseline.
TEST_F(BaselineFiles, RefuseFailedRunsAndErrorsThatTheReferenceLimits) {
  const auto cell = resolve(CellRequest{.problem = {"pendulum", {}},
                                        .formulation = {"ode", {}},
                                        .method = {"erk4", {}},
                                        .step = "1e-2",
                                        .settings = {{"t_end", "0.1"}, {"samples", "1"}}});
  const StopRequest go = Status::ok;
  auto good = item_of_run(cell, run_cell(cell, go)), limited = good, failed = good;
  failed.result = {{"status", "newton-diverged"}};
  limited.result.at("metrics").at("end.q") = 1e-32;
  EXPECT_THAT(accepted({good}).refused, IsEmpty());
  const auto refused = accepted({limited}).refused;
  ASSERT_THAT(refused, SizeIs(1));
  EXPECT_EQ(refused[0].why, "end.q is reference-limited");
  ASSERT_THAT(accepted({failed}).refused, SizeIs(1));
  EXPECT_THAT(accepted({failed}).refused[0].why, HasSubstr("newton-diverged"));
  EXPECT_EQ(read_baseline(folder).find(good)->item.result, good.result);
}

// Fails if a part written by a newer build is lost when an older build accepts another item.
TEST_F(BaselineFiles, KeepPartsThatTheyDoNotKnow) {
  auto item = method_item("erk4", 2.83);
  item.result["of tomorrow"] = {{"x", 1}};
  accepted({item});
  auto baseline = read_baseline(folder);
  accept(baseline, {method_item("cd", 2)}, {.whole = false, .surroundings = here}, "more");
  EXPECT_EQ(read_baseline(folder).areas.at("analysis").items.at("erk4").item.result, item.result);
}

}  // namespace
}  // namespace plumb
