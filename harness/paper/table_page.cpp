// A judged table as a printable table, and its entries as JSON.

#include <fmt/format.h>

#include <algorithm>

#include "harness/paper/table.hpp"
#include "harness/run/lost_reference.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

Entry text_or_missing(const std::string& text) { return text.empty() ? Entry() : Entry(text); }

Entry measured_entry(const JudgedEntry& e, int digits) {
  if (!e.word.empty()) return e.word;
  if (e.reference_until) return lost_text(*e.reference_until);
  return Entry::number(e.measured, digits);
}

Json printed_value(const std::string& text) {
  if (text.empty()) return nullptr;
  return decimal_from_text(text) ? Json(number_from_text<double>(text)) : Json(text);
}

}  // namespace

Table printable(const TableSpec& spec, const std::vector<JudgedEntry>& entries) {
  Table table;
  table.caption = fmt::format("{}/{}  {}", spec.paper, spec.item, spec.title);
  table.columns = {
      {"row"},     {"column"}, {"published", Align::right}, {"measured", Align::right}, {"ratio", Align::right},
      {"verdict"}, {"note"}};
  std::vector<std::string> notes;
  for (const auto& e : entries) {
    std::string mark;
    if (!e.note.empty() && e.verdict != Verdict::not_run) {
      auto found = std::find(notes.begin(), notes.end(), e.note);
      if (found == notes.end()) found = notes.insert(notes.end(), e.note);
      mark = fmt::format("[{}]", found - notes.begin() + 1);
    } else if (e.verdict == Verdict::not_run) {
      mark = e.note;
    }
    const int digits = e.is_timing ? 2 : std::clamp(printed_digits(e.printed.text), 3, 17);
    table.rows.push_back({e.printed.row, e.printed.column, text_or_missing(e.printed.text), measured_entry(e, digits),
                          Entry::number(e.ratio, e.is_timing ? 2 : 4), name(e.verdict), text_or_missing(mark)});
  }
  table.notes = spec.notes;
  for (std::size_t i = 0; i < notes.size(); ++i) table.notes.push_back(fmt::format("[{}] {}", i + 1, notes[i]));
  return table;
}

Json to_json(const JudgedEntry& e) {
  Json out = {{"paper", e.printed.paper},
              {"item", e.printed.table},
              {"row", e.printed.row},
              {"column", e.printed.column},
              {"published", printed_value(e.printed.text)},
              {"measured", e.word.empty() ? number_or_null(e.measured) : Json(e.word)},
              {"ratio", number_or_null(e.ratio)},
              {"verdict", name(e.verdict)},
              {"cells", e.cells},
              {"note", e.note}};
  if (e.reference_until) out["reference_until"] = *e.reference_until;
  return out;
}

}  // namespace plumb
