// Tests of small campaigns with methods that are correct, slightly wrong, or useless.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/compare/page.hpp"
#include "harness/store/store.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// Returns a method file of TR-BDF2 with perturbed weights: `off` is added to one and subtracted from another, so that
/// the sum is unchanged.
std::string trbdf2(const std::string& off) {
  return "schema = 1\nname = \"tr-bdf2\"\norder = 2\n"
         "a = [[0, 0, 0], [\"1 - sqrt(2)/2\", \"1 - sqrt(2)/2\", 0],\n"
         "     [\"sqrt(2)/4 + " +
         off + "\", \"sqrt(2)/4 - " + off +
         "\", \"1 - sqrt(2)/2\"]]\n"
         "b = [\"sqrt(2)/4 + " +
         off + "\", \"sqrt(2)/4 - " + off + "\", \"1 - sqrt(2)/2\"]\n";
}

class Comparing : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return "@" + (folder / name).string();
  }

  /// Runs a campaign of these methods and their variants, without the catalogue.
  Campaign campaign(const std::vector<std::string>& judged, const std::vector<std::string>& beside,
                    std::vector<Arena> arenas, Store* store = nullptr) const {
    CampaignPlan plan{.arenas = std::move(arenas), .entrants = entrants(judged, beside), .longest_run = 0.02};
    std::erase_if(plan.entrants, [](const Entrant& e) { return e.role == Role::field; });
    return run_campaign(plan, {.jobs = 2, .store = store});
  }

  static std::string page(const Campaign& campaign, std::size_t judged = 0) {
    const Standings standings(campaign);
    const std::vector<SecondsAtGoal> no_seconds;
    return page_text(sections_of({standings, judged, no_seconds}), TableFormat::text);
  }

  /// Returns the page with its line breaks replaced by blanks.
  static std::string words(const Campaign& campaign) {
    std::istringstream text(page(campaign));
    std::string out;
    for (std::string word; text >> word;) out += (out.empty() ? "" : " ") + word;
    return out;
  }

  static std::optional<double> order_of_q(const Campaign& campaign) {
    for (const auto& one : campaign.orders.at(0).classes)
      if (one.component_class == "q") return one.result.order;
    return {};
  }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

std::vector<Arena> pendulum() { return {default_arenas().front()}; }

// A progress line must contain the unfinished arenas. It must not count failed runs, because ladders begin with steps
// that are too large.
TEST_F(Comparing, TellsWhichProblemItIsAt) {
  CampaignPlan plan{.arenas = quick_arenas(), .entrants = entrants({"erk4", "heun3", "bdf2"}, {}), .longest_run = 0.02};
  std::erase_if(plan.entrants, [](const Entrant& e) { return e.role == Role::field; });
  std::vector<std::string> lines;
  MatrixOptions options;
  options.progress = [&](const std::string& line) { lines.push_back(line); };
  options.progress_interval = 0.005;
  const auto found = run_campaign(plan, options);
  EXPECT_TRUE(std::ranges::any_of(found.tracks, [](const Track& track) {
    return std::ranges::any_of(runs_of(track), [](const Rung* rung) { return rung->result->status != Status::ok; });
  })) << "no run of these fails: the test says nothing";
  EXPECT_THAT(lines, testing::Contains(testing::MatchesRegex(".*pendulum ode [0-9]+/[0-9]+ methods.*")));
  EXPECT_THAT(lines, testing::Not(testing::Contains(HasSubstr("ended early"))));
}

TEST_F(Comparing, FindsTheOrderOfAMethodFromAFile) {
  const auto found = campaign({file("trbdf2.toml", trbdf2("0"))}, {"bdf2"}, pendulum());
  ASSERT_TRUE(order_of_q(found));
  EXPECT_NEAR(*order_of_q(found), 2, 0.1);
  EXPECT_THAT(words(found), AllOf(HasSubstr("2 (order conditions)"), HasSubstr("A-stable yes, L-stable yes"),
                                  testing::ContainsRegex("Order: 2 in q[^;.]* for ode, without order reduction\\."),
                                  HasSubstr("with a proven value 2 have that value"), Not(HasSubstr("Claim:"))));
}

TEST_F(Comparing, SeesACoefficientThatIsOffInItsFourthDigit) {
  const auto found = campaign({file("off.toml", trbdf2("1/10000"))}, {}, pendulum());
  EXPECT_THAT(words(found), AllOf(HasSubstr("1 (order conditions)"), HasSubstr("Claim:")));
  const Standings standings(found);
  const std::vector<SecondsAtGoal> no_seconds;
  EXPECT_THAT(order_finding({standings, 0, no_seconds}),
              AllOf(HasSubstr("0 have that value, 2 have more"),
                    HasSubstr("At the smallest steps orders are lower: q of pendulum ode 1.0"),
                    HasSubstr("v of pendulum ode 1.0")));
  ASSERT_TRUE(found.theory.at(0));
  EXPECT_EQ(found.theory[0]->order, 1);
}

TEST_F(Comparing, HasAPageOfAMethodThatFailsEverywhere) {
  const auto unsupported = campaign({"stormer-verlet"}, {}, {default_arenas().at(1)});
  EXPECT_THAT(words(unsupported), AllOf(HasSubstr("unsupported"), HasSubstr("known at 0 of 3 goals"),
                                        HasSubstr("no run has a known cost"), HasSubstr("does not support")));
  const auto useless =
      campaign({file("useless.toml", "schema = 1\nname = \"useless\"\na = [[-1e9]]\nb = [1]\n")}, {}, pendulum());
  EXPECT_THAT(words(useless), HasSubstr("known at 0 of 3 goals"));
}

TEST_F(Comparing, RunsNothingTwice) {
  Store store(folder / "runs.db");
  const auto once = campaign({"erk4"}, {"heun3"}, pendulum(), &store);
  const auto twice = campaign({"erk4"}, {"heun3"}, pendulum(), &store);
  EXPECT_GT(once.ran, 10U);
  EXPECT_EQ(twice.ran, 0U);
  EXPECT_EQ(twice.from_store, once.ran);
  EXPECT_EQ(page(once), page(twice));
}

TEST_F(Comparing, BisectsTheLargestWorkingStep) {
  const auto found = campaign({"erk4"}, {}, pendulum());
  const auto step = largest_step(found.tracks.at(0));
  ASSERT_TRUE(step.works && step.fails);
  EXPECT_GT(*step.fails, *step.works);
  EXPECT_LT(*step.fails / *step.works, 1.5) << "2^(1/8) where the number of steps is not so small";
}

TEST_F(Comparing, TunesOnTheGridThatItStates) {
  const auto found = campaign({"bathe"}, {}, pendulum());
  EXPECT_THAT(words(found), HasSubstr("of the values rho=0, rho=0.5, rho=1"));
  EXPECT_THAT(words(campaign({"erk4"}, {}, pendulum())), HasSubstr("this method has no parameter to tune"));
}

// Fails if the error of a rotation is missing or wrong. It is an absolute angle, because relative errors of rotations
// do not exist.
TEST_F(Comparing, KnowsTheErrorsOfRotations) {
  const auto all = default_arenas();
  const auto found = campaign({"bdf2"}, {}, {all.at(2), all.at(4)});
  for (const auto& track : found.tracks)
    EXPECT_LT(track.points.back().error, 1e-3) << found.plan.arenas[track.arena].name();
}

TEST_F(Comparing, FitsAHundredColumnsWithLongNamesToo) {
  const auto fits = [](const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 100U) << line;
  };
  fits(page(campaign({"erk4"}, {"esdirk436l2sa2"}, {default_arenas().at(0), default_arenas().at(3)})));
  const auto named = arenas_of({"oscillator(omega=3,damping=0.125,amplitude=2,frequency=0.5,start=given,position=1)"});
  fits(page(
      campaign({"erk4"}, {"block(nodes=equidistant,r=4,pade=l-stable,rates=reevaluated,newton=simplified)"}, named)));
}

TEST_F(Comparing, BeginsWithWhatWasFound) {
  const auto text = page(campaign({"erk4"}, {"heun3"}, pendulum()));
  EXPECT_LT(text.find("Cost: "), text.find("cost at equal accuracy"));
  EXPECT_LT(text.find("Failures: "), text.find("cost at equal accuracy"));
  EXPECT_LT(text.find("cost at equal accuracy"), text.find("measured orders"));
}

// If already the largest step of the ladder works, the page must mark it with a star, because no larger step was tried.
TEST_F(Comparing, SaysWhereNoLargerStepWasTried) {
  EXPECT_THAT(words(campaign({"implicit-euler"}, {}, {default_arenas().at(1)})), HasSubstr("0 of 0 *"));
}

TEST_F(Comparing, WritesEveryFormat) {
  const auto found = campaign({"erk4"}, {"heun3"}, pendulum());
  const Standings standings(found);
  const std::vector<SecondsAtGoal> no_seconds;
  const Subjects of{standings, 0, no_seconds};
  const auto sections = sections_of(of);
  const auto latex = page_text(sections, TableFormat::latex);
  const auto count = [&](const std::string& text) {
    std::size_t n = 0;
    for (auto at = latex.find(text); at != latex.npos; at = latex.find(text, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("\\begin{table*}"), sections.size() - 3) << "all but summary, theory and provenance";
  for (const char* environment : {"table*", "figure*", "tikzpicture", "axis", "tabular"})
    EXPECT_EQ(count(fmt::format("\\begin{{{}}}", environment)), count(fmt::format("\\end{{{}}}", environment)));
  EXPECT_EQ(count("\\begin{figure*}"), 2U) << "error over cost, and runtime distributions";
  EXPECT_EQ(count("\\caption{"), count("\\label{") - 1) << "the section has a label, too";
  EXPECT_EQ(count("\\section{"), 1U);
  for (const auto format : {TableFormat::text, TableFormat::markdown, TableFormat::latex})
    EXPECT_THAT(page_text(sections, format), testing::ContainsRegex("Made by: version: plumb")) << "the foot";
  EXPECT_EQ(count("\\toprule"), count("\\bottomrule"));
  EXPECT_THAT(page_text(sections, TableFormat::markdown), HasSubstr("| cost at equal accuracy |"));
  const auto json = comparison_json(of);
  EXPECT_EQ(json.at("goals").size(), 6U) << "three of each method";
  EXPECT_GE(json.at("orders").size(), 2U);
  EXPECT_THAT(json.at("provenance").at("settings").get<std::string>(), HasSubstr("pendulum ode to 2 s"));
  for (const auto& section : json.at("sections"))
    if (section.at("id") == "distributions") {
      EXPECT_EQ(section.at("data").at("curves").size(), 2U);
    }
  EXPECT_EQ(run_table(found).rows.size(), found.ran - found.long_runs.size() * 2);
}

}  // namespace
}  // namespace plumb
