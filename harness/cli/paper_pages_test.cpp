// The page of a paper, results/papers/NAME/README.md, discusses the claims of the paper. It must agree with the results
// of `reproduce NAME/claims`. A row of its table names claims that do not hold, and their verdicts; the text
// `plumb-...` represents all failing claims that begin with `plumb-` and that no other row names. A number in the last
// column must be in the evidence of these claims, or of claims that the column names, unless it has the mark †
// (testing/page_numbers.hpp).

#include <map>
#include <regex>
#include <set>

#include "harness/cli/testing/page_fixture.hpp"
#include "harness/cli/testing/page_numbers.hpp"

namespace plumb {
namespace {

using Words = std::vector<std::string>;

/// A row "| `one`, `two` | fails, partly | finding |". If there are as many verdicts as claims, they correspond in
/// order. Otherwise each claim has one of the verdicts.
struct ClaimsRow {
  Words claims, verdicts;
  std::string found;

  bool is_meant(std::size_t i, const std::string& claim) const {
    const auto& one = claims[i];
    return one.ends_with("...") ? claim.starts_with(one.substr(0, one.size() - 3)) : one == claim;
  }
  bool says(const std::string& claim, const std::string& verdict) const {
    const bool pairwise = claims.size() == verdicts.size();
    for (std::size_t i = 0; i < claims.size(); ++i)
      if (is_meant(i, claim) && (pairwise ? verdicts[i] == verdict : std::ranges::count(verdicts, verdict) > 0))
        return true;
    return false;
  }
  bool names(const std::string& claim) const { return std::ranges::count(claims, claim) > 0; }
};

/// Returns the first group of all matches of a regular expression in a text.
Words all_in(const std::string& text, const char* pattern) {
  const std::regex wanted(pattern);
  Words out;
  for (std::sregex_iterator i(text.begin(), text.end(), wanted), end; i != end; ++i) out.push_back((*i)[1]);
  return out;
}

std::vector<ClaimsRow> rows_in(const std::string& page) {
  static const std::regex row(R"(^\| (`[^|]*) \| ((?:holds|partly|fails|depends|undecided|not-run|, )+) \| (.*) \|)");
  std::vector<ClaimsRow> out;
  std::istringstream lines(page);
  std::smatch found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, found, row))
      out.push_back({all_in(found[1], "`([^`]+)`"), all_in(found[2], "([a-z-]+)"), found[3]});
  return out;
}

/// Returns the numbers in the evidence of the claims in a row, including claims that its last column names.
std::vector<double> numbers_of(const ClaimsRow& row, const Json& claims) {
  std::vector<double> out;
  const auto named = all_in(row.found, "`([^`]+)`");
  for (const auto& claim : claims) {
    const std::string id = claim.at("id");
    bool is_meant = std::ranges::count(named, id) > 0;
    for (std::size_t i = 0; i < row.claims.size(); ++i) is_meant = is_meant || row.is_meant(i, id);
    if (is_meant) std::ranges::copy(page::evidence_numbers(claim), std::back_inserter(out));
  }
  return out;
}

/// Returns whether a check of the claim compares run times, which depend on the load of the machine.
bool is_timed(const Json& claim) {
  return std::ranges::any_of(claim.at("evidence"), [](const Json& result) {
    return result.at("check").get<std::string>().find("seconds of ") != std::string::npos;
  });
}

class PaperPages : public Pages, public testing::WithParamInterface<const char*> {};

// Fails if a verdict or a number of the page differs from the results, if the page omits a claim that does not hold, or
// if its counts are wrong. Verdicts on run times are not compared, because times vary.
TEST_P(PaperPages, TellTheVerdictsOfTheClaims) {
  const std::string paper = GetParam();
  const auto text = contents("results/papers/" + paper + "/README.md");
  const auto ended = plumb("reproduce " + paper + "/claims --json");
  ASSERT_THAT(ended.code, testing::AnyOf(0, 1)) << ended.err;  // 1: a claim does not hold
  std::map<std::string, std::string> verdicts;
  const auto claims = Json::parse(ended.out);
  const auto rows = rows_in(text);
  for (const auto& claim : claims) {
    const std::string id = claim.at("id");
    const bool is_in_table = std::ranges::any_of(rows, [&](const auto& row) { return row.names(id); });
    verdicts[id] = is_timed(claim) && !is_in_table ? "holds" : claim.at("verdict").get<std::string>();
  }
  std::size_t hold = 0;
  for (const auto& [claim, verdict] : verdicts) {
    hold += verdict == "holds";
    const auto has_verdict = [&](const ClaimsRow& row) { return row.says(claim, verdict); };
    const auto is_named = [&](const ClaimsRow& row) { return row.names(claim); };
    const bool needs_no_row = verdict == "holds" || verdict == "not-compared";
    if (std::ranges::any_of(rows, is_named)) {
      EXPECT_TRUE(std::ranges::any_of(rows, [&](const auto& row) { return is_named(row) && has_verdict(row); }))
          << claim << ": " << verdict;
    } else if (!needs_no_row) {
      EXPECT_TRUE(std::ranges::any_of(rows, has_verdict)) << claim << ": " << verdict;
    }
  }
  for (const auto& row : rows) {
    EXPECT_THAT(page::not_found(row.found, numbers_of(row, claims)), testing::IsEmpty())
        << row.claims.front() << ": not in the evidence; a number from another source needs the mark †";
    for (const auto& claim : row.claims)
      EXPECT_TRUE(claim.ends_with("...") || verdicts.contains(claim)) << claim << " is no claim";
    for (const auto& verdict : row.verdicts)
      EXPECT_TRUE(std::ranges::any_of(
          verdicts, [&](const auto& found) { return found.second == verdict && row.says(found.first, verdict); }))
          << row.claims.front() << ": none of the row " << verdict;
  }
  std::smatch counts;
  ASSERT_TRUE(std::regex_search(text, counts, std::regex(R"(Of (\d+) claims (\d+) hold)")));
  EXPECT_EQ(counts[1], std::to_string(verdicts.size()));
  EXPECT_EQ(counts[2], std::to_string(hold));
}
INSTANTIATE_TEST_SUITE_P(Papers, PaperPages, testing::Values("fang2023", "fernandez2024", "li2019", "zhang2022"),
                         [](const auto& paper) { return std::string(paper.param); });

}  // namespace
}  // namespace plumb
