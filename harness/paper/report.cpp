#include "harness/paper/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include "harness/paper/evidence_text.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::size_t page_width = 120;

template <class List, class V>
auto count(const List& list, V verdict) {
  return std::count_if(list.begin(), list.end(), [&](const auto& x) { return x.verdict == verdict; });
}

// Returns the counts of the verdicts as text. Verdicts in `always` are included even if their count is 0.
template <class List, class V>
std::string counts(const List& list, std::initializer_list<V> always, std::initializer_list<V> if_any) {
  std::string out;
  const auto add = [&](V verdict, bool even_zero) {
    const auto n = count(list, verdict);
    if (n != 0 || even_zero) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", n, name(verdict));
  };
  for (const auto v : always) add(v, true);
  for (const auto v : if_any) add(v, false);
  return out;
}

std::string table_counts(const std::vector<JudgedEntry>& entries) {
  using enum Verdict;
  return counts(entries, {match, close, same_floor, differs}, {not_compared, not_run});
}

std::string claim_counts(const std::vector<JudgedClaim>& claims) {
  using enum ClaimVerdict;
  return counts(claims, {holds, partly, fails}, {depends, undecided, not_compared, not_run});
}

// Wraps the text to lines of at most `page_width`. All lines after the first are indented by `hanging` more columns.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t hanging = 0) {
  std::string out, line;
  std::istringstream words(text);
  bool empty = true;
  for (std::string word; words >> word; empty = false) {
    if (!empty && indent + display_width(line) + 1 + display_width(word) > page_width) {
      out += std::string(indent, ' ') + line + "\n";
      line.assign(hanging, ' ');
      empty = true;
    }
    line += (empty ? "" : " ") + word;
  }
  return out + std::string(indent, ' ') + line + "\n";
}

/// Returns the factor by which a threshold of ours must change for another verdict; "" if no factor changes it.
std::string turn_text(const JudgedClaim& c) {
  const double factor = factor_of_turn(c.evidence);
  return std::isinf(factor)
             ? ""
             : fmt::format("changes if a threshold chosen by Plumb is multiplied by {}", significant(factor, 3));
}

using Claims = std::vector<JudgedClaim>;

/// Returns "KEY/claims that fail: a, b", or "" if none fails.
std::string failing_claims(const Claims& claims) {
  std::vector<std::string> ids;
  for (const auto& c : claims)
    if (c.verdict == ClaimVerdict::fails) ids.push_back(c.claim.id);
  if (ids.empty()) return {};
  return fmt::format("{}/claims that fail: {}\n", claims.front().claim.paper, fmt::join(ids, ", "));
}

std::vector<Claims> by_paper(const Claims& claims) {
  std::vector<Claims> out;
  for (const auto& c : claims) {
    if (out.empty() || out.back().front().claim.paper != c.claim.paper) out.emplace_back();
    out.back().push_back(c);
  }
  return out;
}

std::string claims_caption(const Claims& claims) {
  return claims.front().claim.paper + "/claims  statements of the paper in the words of Plumb, decided by runs";
}

std::string claims_text(const Claims& claims) {
  std::string out = claims_caption(claims) + "\n";
  for (const auto& c : claims) {
    out += fmt::format("\n{:<12}  {}  [{}]\n", name(c.verdict), c.claim.id, c.claim.where);
    out += wrapped(c.claim.says, 4);
    for (const auto& line : evidence_lines(c)) out += wrapped(line, 6, 4);
    if (const auto turn = turn_text(c); !turn.empty()) out += wrapped("The verdict " + turn + ".", 6);
    if (!c.claim.note.empty()) out += wrapped("Note: " + c.claim.note, 6);
  }
  return out;
}

std::string joined_evidence(const JudgedClaim& claim) {
  return fmt::format("{}", fmt::join(evidence_lines(claim), "; "));
}

std::string joined_counts(const JudgedClaim& claim) {
  std::vector<std::string> out;
  for (const auto& count : counts_of(claim.evidence)) out.push_back(count_text(count));
  return fmt::format("{}", fmt::join(out, "; "));
}

Table claims_table(const Claims& claims, bool with_evidence) {
  Table table;
  table.columns = {{"claim"}, {"where"}, {"says"}, {"verdict"}};
  if (with_evidence) table.columns.push_back({"evidence"});
  table.caption = claims_caption(claims);
  for (const auto& c : claims) {
    auto evidence = joined_evidence(c);
    if (!c.claim.note.empty()) evidence += (evidence.empty() ? "" : "; ") + c.claim.note;
    const auto turn = turn_text(c);
    table.rows.push_back({c.claim.id, c.claim.where, c.claim.says,
                          turn.empty() ? std::string(name(c.verdict)) : fmt::format("{} ({})", name(c.verdict), turn)});
    if (with_evidence) table.rows.back().push_back(evidence);
  }
  return table;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  if (const auto found = text.find(from); found != std::string::npos) text.replace(found, from.size(), to);
}

// Claims are sentences, so a table of them needs line breaks in columns and page breaks. A booktabs `table` has
// neither, so this format contains only the escaped rows. The other formats contain the evidence.
std::string claims_longtable(const Claims& claims) {
  auto table = claims_table(claims, false);
  const auto caption = std::exchange(table.caption, "");
  auto out = as_latex(table);
  replace(out, "\\begin{table}\n  \\centering\n", "% needs the packages longtable and booktabs\n");
  replace(out, "\\begin{tabular}{llll}\n",
          "\\begin{longtable}{p{0.2\\linewidth}p{0.16\\linewidth}p{0.42\\linewidth}p{0.1\\linewidth}}\n    \\caption{" +
              caption + "} \\\\\n");
  replace(out, "\\midrule\n", "\\midrule\n    \\endhead\n");
  replace(out, "\\end{tabular}", "\\end{longtable}");
  replace(out, "\\end{table}\n", "");
  return out;
}

Json objects(const Findings& f) {
  Json out = Json::array();
  for (const auto& list : f.tables)
    for (const auto& e : list) out.push_back(to_json(e));
  for (const auto& c : f.claims) out.push_back(to_json(c));
  return out;
}

/// Adds the value of a field. A word instead of a number goes to a column "KEY_word", so that the column of
/// numbers contains only numbers.
void add_fields(std::map<std::string, Entry>& row, const std::string& key, const Json& value) {
  const bool is_number_column = key == "published" || key == "measured" || key == "ratio";
  if (value.is_number())
    row[key] = Entry::number(value.get<double>(), 17);
  else if (value.is_string() && !value.get_ref<const std::string&>().empty())
    row[is_number_column ? key + "_word" : key] = Entry(value.get<std::string>());
  else if (key == "cells" && !value.empty())
    row[key] = Entry(fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), " ")));
}

void add_text(std::map<std::string, Entry>& row, const std::string& key, const std::string& text) {
  if (!text.empty()) row[key] = Entry(text);
}

/// Returns the keys of all objects, in the order in which they first occur. A key "KEY_word" is added if a row has it.
std::vector<std::string> keys_of(const Json& list, const std::vector<std::map<std::string, Entry>>& rows) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& key) {
    if (std::find(out.begin(), out.end(), key) == out.end()) out.push_back(key);
  };
  for (const auto& object : list)
    for (const auto& [key, value] : object.items()) {
      add(key);
      const auto word = key + "_word";
      if (std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return row.contains(word); })) add(word);
    }
  return out;
}

/// Returns the objects of the JSON output as rows of a table. The keys are the columns, and the evidence of a claim is
/// a single text.
Table data_table(const Findings& f) {
  const auto list = objects(f);
  std::vector<std::map<std::string, Entry>> rows;
  const auto claims_begin = list.size() - f.claims.size();
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto& row = rows.emplace_back();
    for (const auto& [key, value] : list[i].items()) add_fields(row, key, value);
    if (i < claims_begin) continue;
    const auto& claim = f.claims[i - claims_begin];
    add_text(row, "evidence", joined_evidence(claim));
    add_text(row, "counts", joined_counts(claim));
  }
  Table table;
  for (const auto& key : keys_of(list, rows))
    table.columns.push_back({key, Align::left, key == "ratio" ? "-" : key == "reference_until" ? "s" : ""});
  for (auto& row : rows) {
    auto& entries = table.rows.emplace_back();
    for (const auto& column : table.columns) entries.push_back(std::move(row[column.header]));
  }
  return table;
}

std::string json(const Findings& f) { return objects(f).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::vector<JudgedEntry> entries_of(const Findings& f) {
  std::vector<JudgedEntry> out;
  for (const auto& list : f.tables) out.insert(out.end(), list.begin(), list.end());
  return out;
}

/// Returns the lines of a summary in the format: unchanged, as a Markdown list, or as LaTeX comments.
std::string printed_lines(const std::string& text, TableFormat format) {
  if (format == TableFormat::text) return text;
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) out += (format == TableFormat::latex ? "% " : "- ") + line + "\n";
  return out;
}

bool does_not_hold(const JudgedClaim& claim) {
  using enum ClaimVerdict;
  return claim.verdict == fails || claim.verdict == partly || claim.verdict == depends || claim.verdict == undecided;
}

}  // namespace

void Findings::add(Findings others) {
  std::ranges::move(others.specs, std::back_inserter(specs));
  std::ranges::move(others.tables, std::back_inserter(tables));
  std::ranges::move(others.claims, std::back_inserter(claims));
}

bool Findings::differs() const {
  const auto any = [](const auto& list) { return count(list, Verdict::differs) != 0; };
  return std::any_of(tables.begin(), tables.end(), any) || std::any_of(claims.begin(), claims.end(), does_not_hold);
}

bool Findings::incomplete() const {
  const auto any = [](const auto& list) {
    return std::any_of(list.begin(), list.end(), [](const auto& x) { return x.incomplete; });
  };
  return std::any_of(tables.begin(), tables.end(), any) || any(claims);
}

std::string summary(const Findings& f) {
  std::string out;
  for (std::size_t i = 0; i < f.specs.size(); ++i)
    out += fmt::format("{}/{}: {}\n", f.specs[i].paper, f.specs[i].item, table_counts(f.tables[i]));
  if (f.tables.size() > 1) out += fmt::format("all tables: {}\n", table_counts(entries_of(f)));
  for (const auto& claims : by_paper(f.claims))
    out += fmt::format("{}/claims: {}\n{}", claims.front().claim.paper, claim_counts(claims), failing_claims(claims));
  return out;
}

std::string printed(const TableSpec& spec, const std::vector<JudgedEntry>& entries, TableFormat format) {
  return printed(printable(spec, entries), format) + "\n";
}

std::string printed(const std::vector<JudgedClaim>& claims, TableFormat format) {
  if (format == TableFormat::text) return claims_text(claims) + "\n";
  return (format == TableFormat::latex ? claims_longtable(claims) : printed(claims_table(claims, true), format)) + "\n";
}

std::string printed_summary(const Findings& f, TableFormat format) { return printed_lines(summary(f), format); }

std::string printed_sum(const Findings& f, TableFormat format) {
  std::string out;
  if (!f.tables.empty()) out += fmt::format("all papers, tables: {}\n", table_counts(entries_of(f)));
  if (!f.claims.empty()) out += fmt::format("all papers, claims: {}\n", claim_counts(f.claims));
  return printed_lines(out, format);
}

std::string as_data(const Findings& f, TableFormat format) {
  return format == TableFormat::json ? json(f) : printed(data_table(f), format);
}

}  // namespace plumb
