// Audits of shipped files must use stored references. Other references are computed, with a time limit unless the user
// names the file.

#include <set>

#include "harness/api/audit_report.hpp"
#include "harness/cli/testing/cli_fixture.hpp"
#include "text/published_values.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::HasSubstr;

namespace fs = std::filesystem;

std::vector<std::string> shipped_files() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator("results/audit"))
    if (entry.path().extension() == ".csv") out.push_back(entry.path().string());
  return out;
}

class StoredAudit : public Cli {
 protected:
  const std::string line = "problem,t,component,published\npendulum,1,x,0.5\n";

  /// Runs the program with stored references from the test's folder "data".
  Ended of_own_data(const std::string& command) const {
    fs::create_directories(in("data/results/audit"));
    return shell("PLUMB_PATH='" + in("data") + "' plumb " + command);
  }
};

// Fails if a value in a shipped file has no stored reference.
TEST_F(StoredAudit, IsThereForEveryShippedValue) {
  AuditReferences references({});
  for (const auto& file : shipped_files()) {
    const auto audit = audit_file(file, "", references);
    std::size_t values = audit.values.size();
    for (const auto& missing : audit.not_audited) values += missing.values;
    EXPECT_EQ(values, published_values(file).size()) << file;
    for (const auto& reference : audit.references)
      EXPECT_EQ(references.computed().find(reference.record.problem, reference.record.data, reference.formulation,
                                           reference.record.t),
                nullptr)
          << file << " is computed: plumb reference audit " << file << " --out results/audit/certified.json";
  }
}

TEST_F(StoredAudit, SaysWhenItWasCertifiedAndWhatIsNotAudited) {
  const auto beam = plumb("reference audit results/audit/beam-test-set.csv");
  EXPECT_THAT(beam.out, AllOf(HasSubstr("stored references, certified on 20"), HasSubstr("by plumb "),
                              HasSubstr("0 of 80 hold")));
  const auto all = plumb("reference audit --json");
  EXPECT_EQ(all.code, 1) << all.err;
  std::set<std::string> not_audited;
  for (const auto& file : Json::parse(all.out))
    for (const auto& missing : file["not_audited"]) not_audited.insert(missing["problem"].get<std::string>());
  EXPECT_THAT(not_audited, testing::ElementsAre("fekete", "wheelset"));
  EXPECT_THAT(plumb("reference audit").out,
              HasSubstr("not audited: 17 values of wheelset at t = 10 s: no certified reference within 1 min 0 s; "
                        "without a limit: plumb reference audit "));
}

// Fails if --recompute does not compare stored references with computed ones.
TEST_F(StoredAudit, IsCheckedOnRequest) {
  write("values.csv", line);
  const auto stored = "'" + in("data/results/audit/certified.json") + "'", values = "'" + in("values.csv") + "'";
  ASSERT_EQ(of_own_data("reference audit " + values + " --out " + stored).code, 1);
  EXPECT_THAT(of_own_data("reference audit " + values).out, HasSubstr("stored references"));
  const auto checked = of_own_data("reference audit " + values + " --recompute --json");
  EXPECT_EQ(checked.code, 0) << checked.out;
  EXPECT_EQ(Json::parse(checked.out)[0]["verdict"], "confirmed");
  auto json = Json::parse(contents(in("data/results/audit/certified.json")));
  json["references"][0]["values"]["x"]["value"] = "0.5";
  write("data/results/audit/certified.json", json.dump(2));
  EXPECT_EQ(of_own_data("reference audit " + values).code, 0) << "as the false reference says";
  const auto refuted = of_own_data("reference audit " + values + " --recompute --json");
  EXPECT_EQ(refuted.code, 1);
  EXPECT_EQ(Json::parse(refuted.out)[0]["verdict"], "differs in x");
}

// Fails if the computation of a reference takes longer than --patience.
TEST_F(StoredAudit, WaitsNoLongerThanItIsAllowed) {
  write("hours.csv", "problem,t,component,published\nwheelset,9.5,q1,0\npendulum,1,x,0.5\n");
  const auto ended = plumb("reference audit '" + in("hours.csv") + "' --patience 1");
  EXPECT_EQ(ended.code, 1) << ended.err;
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("not audited: 1 value of wheelset at t = 9.5 s: no certified reference within 1 s"),
                    HasSubstr("pendulum")));
}

TEST_F(StoredAudit, RefusesOtherFiles) {
  write("values.csv", line);
  const auto values = "'" + in("values.csv") + "'";
  EXPECT_THAT(plumb("reference audit " + values + " --out " + values),
              Refuses(2, "is not a file of `plumb reference audit"));
  fs::create_directories(in("data/results/audit"));
  write("data/results/audit/certified.json", "{}");
  EXPECT_THAT(of_own_data("reference audit " + values),
              Refuses(2, "certified.json: no file of `plumb reference audit"));
}

}  // namespace
}  // namespace plumb
