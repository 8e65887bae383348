#include "harness/gate/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace plumb {
namespace {

constexpr std::size_t longest_command = 2000;

constexpr Grade grades[] = {Grade::worse,  Grade::reference_lost, Grade::missing, Grade::warning,
                            Grade::better, Grade::fresh,          Grade::noise};

std::string more_of(const Finding& finding) {
  return finding.more == 0 ? "" : fmt::format(" (and {})", counted(finding.more, "more value"));
}

std::string message(const Finding& finding) { return finding.message + more_of(finding); }

std::string methods_of(const CheckOutcome& outcome, Grade grade) {
  std::vector<std::pair<std::string, std::size_t>> list;
  for (const auto& entry : outcome.by_method(grade)) list.push_back(entry);
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> texts;
  for (const auto& [method, count] : list) texts.push_back(fmt::format("{} {}", method, count));
  return fmt::format("{} by method: {}\n", name(grade), fmt::join(texts, ", "));
}

Table table_of(const CheckOutcome& outcome, Grade grade, std::size_t limit) {
  Table out{.columns = {{"request"}, {"area"}, {"what"}, {"repeat"}}, .rows = {}};
  out.caption = fmt::format("{}: {}", name(grade), outcome.count(grade));
  for (const auto& finding : outcome.findings)
    if (finding.grade == grade && out.rows.size() < limit)
      out.rows.push_back({finding.item.title(), finding.item.area, message(finding), finding.item.repeated_by()});
  return out;
}

Json finding_json(const Finding& f) {
  return {{"grade", name(f.grade)},
          {"area", f.item.area},
          {"id", f.item.id},
          {"request", f.item.title()},
          {"problem", f.item.problem},
          {"formulation", f.item.formulation},
          {"method", f.item.method},
          {"part", f.what.part},
          {"name", f.what.name},
          {"before", f.what.before},
          {"after", f.what.after},
          {"severity", f.severity},
          {"says", f.message},
          {"more", f.more},
          {"command", f.item.repeated_by()}};
}

}  // namespace

std::string counts_of(const CheckOutcome& outcome) {
  std::vector<std::string> texts;
  for (const auto grade : grades)
    if (const auto n = outcome.count(grade); n != 0) texts.push_back(fmt::format("{} {}", n, name(grade)));
  return fmt::format("{} measured, {} as before{}{}", outcome.measured, outcome.as_before, texts.empty() ? "" : ": ",
                     fmt::join(texts, ", "));
}

std::string as_text(const CheckOutcome& outcome, std::size_t limit) {
  std::string out;
  std::size_t shown = 0;
  for (const auto& finding : outcome.findings) {
    if (shown++ == limit) break;
    out += fmt::format("{}: {}: {}\n    {}\n", name(finding.grade), printable(finding.item.title()),
                       printable(message(finding)), printable(finding.item.repeated_by(), longest_command));
  }
  if (outcome.findings.size() > limit) out += fmt::format("... and {} more (--all)\n", outcome.findings.size() - limit);
  for (const auto grade : {Grade::worse, Grade::missing})
    if (outcome.count(grade) > 1) out += methods_of(outcome, grade);
  return out + counts_of(outcome) + "\n";
}

std::string as_markdown(const CheckOutcome& outcome, std::size_t limit) {
  auto out = fmt::format("# plumb check\n\n{}\n", counts_of(outcome));
  for (const auto grade : grades)
    if (outcome.count(grade) != 0) out += "\n" + as_markdown(table_of(outcome, grade, limit));
  return out;
}

Json as_json(const CheckOutcome& outcome) {
  Json counts = Json::object(), findings = Json::array();
  for (const auto grade : grades) counts[std::string(name(grade))] = outcome.count(grade);
  for (const auto& finding : outcome.findings) findings.push_back(finding_json(finding));
  return {{"exit", static_cast<int>(outcome.exit())},
          {"measured", outcome.measured},
          {"as_before", outcome.as_before},
          {"counts", std::move(counts)},
          {"findings", std::move(findings)}};
}

}  // namespace plumb
