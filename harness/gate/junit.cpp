// Writes a check as JUnit XML, which continuous integration services display.

#include <fmt/format.h>

#include <map>

#include "harness/gate/report.hpp"
#include "text/xml.hpp"

namespace plumb {
namespace {

struct Suite {
  std::string cases;
  std::size_t tests = 0, failures = 0, errors = 0;
};

/// The findings of each item, by area and id.
using ByItem = std::multimap<std::pair<std::string, std::string>, const Finding*>;

std::string element_of(const Finding& finding, Suite& suite) {
  const auto text = xml_text(finding.message), command = xml_text(finding.item.repeated_by());
  switch (finding.grade) {
    case Grade::worse:
      ++suite.failures;
      return fmt::format("      <failure message=\"{}\">{}</failure>\n", text, command);
    case Grade::reference_lost:
    case Grade::missing:
      ++suite.errors;
      return fmt::format("      <error message=\"{}: {}\">{}</error>\n", name(finding.grade), text, command);
    default: return fmt::format("      <system-out>{}: {}</system-out>\n", name(finding.grade), text);
  }
}

void add_case(Suite& suite, const Item& item, const ByItem& findings) {
  ++suite.tests;
  const auto where = item.formulation.empty() ? item.problem : item.problem + "." + item.formulation;
  std::string elements;
  const auto [first, last] = findings.equal_range({item.area, item.id});
  for (auto at = first; at != last; ++at) elements += element_of(*at->second, suite);
  const auto head = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                xml_text(where.empty() ? item.area : where), xml_text(item.title()));
  suite.cases += elements.empty() ? head + "/>\n" : head + ">\n" + elements + "    </testcase>\n";
}

}  // namespace

std::string as_junit(const CheckOutcome& outcome, const std::vector<Item>& measured, double seconds) {
  ByItem findings;
  for (const auto& finding : outcome.findings)
    findings.emplace(std::pair(finding.item.area, finding.item.id), &finding);
  std::map<std::string, Suite> suites;
  ByItem unseen = findings;
  for (const auto& item : measured) {
    add_case(suites[item.area], item, findings);
    unseen.erase({item.area, item.id});
  }
  for (const auto& [key, finding] : unseen) add_case(suites[finding->item.area], finding->item, findings);
  std::string body;
  std::size_t tests = 0, failures = 0, errors = 0;
  for (const auto& [area, suite] : suites) {
    body += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n{}  </testsuite>\n",
                        area, suite.tests, suite.failures, suite.errors, suite.cases);
    tests += suite.tests;
    failures += suite.failures;
    errors += suite.errors;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plumb check\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" time=\"{:.1f}\">\n{}</testsuites>\n",
      tests, failures, errors, seconds, body);
}

}  // namespace plumb
