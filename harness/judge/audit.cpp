#include "harness/judge/audit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/number_text.hpp"

namespace plumb {
namespace {

CorrectDigits over_classes(const std::vector<const AuditedValue*>& values, Metric (*digits)(Series, Series),
                           bool relative) {
  const auto of = [&](char first) -> Metric {
    std::vector<quad> published, reference;
    for (const auto* a : values) {
      const auto& name = a->published.component;
      const bool numbered =
          name.size() > 1 && std::all_of(name.begin() + 1, name.end(), [](char c) { return '0' <= c && c <= '9'; });
      if (first != '\0' && !(name.front() == first && numbered)) continue;
      if (relative && a->reference.value == 0) continue;
      published.push_back(a->published.value());
      reference.push_back(a->reference.value);
    }
    return digits({published}, {reference});
  };
  return {of('q'), of('v'), of('\0')};
}

Entry digits_entry(const Metric& digits) { return Entry::number(digits, 3); }

}  // namespace

AuditedValue audited(const PublishedValue& published, const CertifiedValue& certified) {
  AuditedValue out{published, certified, 0, "reference-limited"};
  if (certified.digits == 0) return out;
  auto& reference = out.reference;
  const quad scale = std::max(quad(abs(reference.value)), reference.scale);
  const quad doubt = scale * pow(quad(10), -reference.digits);
  if (abs(reference.value) <= doubt)
    reference.value = 0;  // indistinguishable from 0 at its certified accuracy
  else                    // digits are certified relative to the scale
    reference.digits -= static_cast<int>(floor(log10(scale / abs(reference.value))));
  const quad value = published.value(), gap = abs(value - reference.value), half = published.half_unit();
  out.holding =
      std::min(agreeing_digits(value, reference.value, reference.value == 0 ? scale : quad(0)), reference.digits);
  if (gap > half + doubt)
    out.verdict = "differs";
  else if (gap + doubt <= half)
    out.verdict = "holds";
  return out;
}

std::vector<AuditSummary> summaries(const std::vector<AuditedValue>& values) {
  std::vector<AuditSummary> out;
  std::vector<std::vector<const AuditedValue*>> groups;
  for (const auto& a : values) {
    const auto same = [&](const AuditSummary& s) { return s.problem == a.published.problem && s.t == a.published.t; };
    const auto found = std::find_if(out.begin(), out.end(), same) - out.begin();
    if (found == std::ssize(out)) {
      out.push_back({.problem = a.published.problem, .t = a.published.t, .holding = a.holding});
      groups.emplace_back();
    }
    groups[static_cast<std::size_t>(found)].push_back(&a);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto& s = out[i];
    for (const auto* a : groups[i]) {
      ++s.values;
      s.holds += a->verdict == "holds";
      s.holding = std::min(s.holding, a->holding);
    }
    s.scd = over_classes(groups[i], significant_correct_digits, true);
    s.mescd = over_classes(
        groups[i], [](Series y, Series r) { return mixed_error_correct_digits(y, r); }, false);
  }
  return out;
}

Table audit_table(const std::vector<AuditedValue>& values) {
  Table table{.columns = {{"problem"},
                          {"t", Align::right, "s"},
                          {"component"},
                          {"published"},
                          {"reference"},
                          {"printed", Align::right},
                          {"holding", Align::right},
                          {"verdict"}},
              .rows = {}};
  for (const auto& [p, reference, holding, verdict] : values) {
    const auto shown = decimal({reference.value / p.factor, std::min(reference.digits, printed_digits(p.text) + 2), 0});
    table.rows.push_back({p.problem, p.t, p.component, p.text, shown, Entry::count(printed_digits(p.text)),
                          Entry::count(holding), verdict});
    if (abs(p.factor) != 1)
      table.notes.push_back(fmt::format("line {}: the published value is multiplied by its factor {}", p.line,
                                        significant(static_cast<double>(p.factor), 6)));
  }
  return table;
}

Table summary_table(const std::vector<AuditSummary>& summaries) {
  Table table{.columns = {{"problem"},
                          {"t", Align::right, "s"},
                          {"values", Align::right},
                          {"hold", Align::right},
                          {"fewest digits", Align::right},
                          {"scd.q", Align::right},
                          {"scd.v", Align::right},
                          {"scd", Align::right},
                          {"mescd.q", Align::right},
                          {"mescd.v", Align::right},
                          {"mescd", Align::right}},
              .rows = {}};
  for (const auto& s : summaries)
    table.rows.push_back({s.problem, s.t, Entry::count(s.values), Entry::count(s.holds), Entry::count(s.holding),
                          digits_entry(s.scd.q), digits_entry(s.scd.v), digits_entry(s.scd.all),
                          digits_entry(s.mescd.q), digits_entry(s.mescd.v), digits_entry(s.mescd.all)});
  return table;
}

}  // namespace plumb
