#include "harness/paper/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "contract/excerpt.hpp"
#include "harness/paper/specification.hpp"
#include "harness/paper/used_keys.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

const std::vector<std::string> keys_of_entries = {"note", "judged", "unprinted"};

using List = std::vector<Keys>;

/// The expanded layers of a table.
struct Layers {
  Keys common;
  List rows, columns, entries;
};

// With `kind` order or slope, a list of steps belongs to one quantity; otherwise it expands.
List expanded(const Specification& from, std::string_view block, const std::string& kind = {}) {
  List out;
  for (const auto* table : from.file.tables(block))
    for (auto& result : from.expanded(*table, keys_of_entries, nullptr, Steps::one_by_one, kind))
      out.push_back(std::move(result));
  return out;
}

/// Checks that the names of rows or columns are unique.
void require_names(const List& list, const char* key) {
  std::set<std::string> names;
  for (const auto& keys : list)
    if (const auto name = keys.required(key); !names.insert(name).second)
      throw keys.refusal(key, contradiction("'{}' occurs twice; names must be different", excerpt(name)));
}

Layers layers(const Specification& from) {
  const auto common = expanded(from, "common");
  if (common.size() > 1) throw common.front().refusal(wrong_kind("common: only one value is allowed for each key"));
  Layers out;
  if (!common.empty()) out.common = common.front();
  const auto kind = out.common.text("kind");
  out.rows = expanded(from, "rows", kind);
  out.columns = expanded(from, "columns", kind);
  out.entries = expanded(from, "entries", kind);
  require_names(out.rows, "row");
  require_names(out.columns, "column");
  return out;
}

/// Returns the row or column of that name. Throws UsageError, without a location, if there is none.
const Keys& named(const List& list, const char* key, const std::string& name) {
  std::vector<std::string> known;
  for (const auto& keys : list) {
    known.push_back(keys.text(key));
    if (known.back() == name) return keys;
  }
  throw unknown_name(key, excerpt(name), known);
}

// Returns the keys of one entry of the table.
Keys layered(const Layers& table, const Printed& p) {
  auto out = table.common.under(named(table.rows, "row", p.row).under(named(table.columns, "column", p.column)));
  for (const auto& entry : table.entries)
    if (entry.text("row") == p.row && entry.text("column") == p.column) out = out.under(entry);
  return out;
}

/// Returns the keys of a printed number. Throws UsageError with its location if it has no row or no column.
Keys keys_of_printed(const Layers& table, const Printed& p, const Keys& file) {
  try {
    return layered(table, p);
  } catch (const UsageError& e) {
    const auto place = p.place.empty() ? "" : fmt::format(" ({})", p.place);
    throw file.refusal(e.after(fmt::format("the printed value of row '{}', column '{}'{} has no entry", excerpt(p.row),
                                           excerpt(p.column), place)));
  }
}

/// Throws UsageError, with the location in the entry, if its row or column does not exist.
void require_named(const List& list, const char* key, const Keys& entry) {
  const auto name = entry.required(key);
  try {
    named(list, key, name);
  } catch (const UsageError& e) {
    throw entry.refusal(key, e);
  }
}

// Throws UsageError for an entry without a printed number that is not marked as `unprinted`, because it has no effect.
void refuse_without_place(const Layers& table, const std::string& item, const Paper& paper) {
  for (const auto& entry : table.entries) {
    require_named(table.rows, "row", entry);
    require_named(table.columns, "column", entry);
    const Printed place{item, entry.text("row"), entry.text("column"), {}, paper.key};
    if (!paper.printed(item, place.row, place.column) && !layered(table, place).flag("unprinted"))
      throw entry.refusal_at(
          "column",
          no_such("the paper prints no value in row '{}', column '{}'; name a printed one, or set unprinted = true",
                  excerpt(place.row), excerpt(place.column)));
  }
}

// Reads an entry of the table. `row` and `column` are allowed keys, although they are not keys of the quantity.
TableEntry table_entry(const Printed& p, const Keys& keys, const Paper& paper, UsedKeys& used) {
  TableEntry entry{p, quantity(keys, paper), {}, keys.flag("judged", true), keys.text("note")};
  auto allowed = keys_of(entry.quantity.kind);
  allowed.insert(allowed.end(), {"row", "column"});
  allowed.insert(allowed.end(), keys_of_entries.begin(), keys_of_entries.end());
  used.add(keys, allowed, fmt::format("a number of kind \"{}\"", name(entry.quantity.kind)));
  const bool word = !p.text.empty() && !decimal_from_text(p.text);
  if (!p.text.empty() && word != entry.quantity.is_word())
    throw keys.refusal("kind", wrong_kind("the printed value '{}' is {}", p.text, word ? "not a number" : "a number"));
  entry.judged = entry.judged && !p.text.empty();
  if (entry.judged) entry.repeats = repeat_quantities(entry.quantity);
  return entry;
}

JudgedEntry measured_entry(const TableEntry& entry, Laboratory& laboratory) {
  JudgedEntry out{.printed = entry.printed, .note = entry.note, .is_timing = entry.quantity.is_timing()};
  const auto measured = laboratory.value(entry.quantity);
  if (!measured.word.empty()) {
    out.word = measured.word;
    out.note = measured.note + (measured.note.empty() || out.note.empty() ? "" : "; ") + out.note;
    out.verdict = entry.judged ? judged_word(out.word, entry.printed.text) : Verdict::not_compared;
    return out;
  }
  if (!measured.number) {
    out.note = measured.note;
    out.reference_until = measured.lost_at;
    out.incomplete = true;
    return out;
  }
  if (!std::isfinite(*measured.number)) {  // divergence is a result if the paper prints a number
    out.verdict = entry.judged ? Verdict::differs : Verdict::not_compared;
    out.note = measured.note + (out.note.empty() ? "" : "; " + out.note);
    return out;
  }
  out.measured = measured.number;
  if (entry.quantity.kind == QuantityKind::metric && !out.is_timing && !measured.note.empty())
    out.note = measured.note + (out.note.empty() ? "" : "; " + out.note);
  if (!entry.printed.text.empty())
    if (const auto published = number_from_text<double>(entry.printed.text); published != 0)
      out.ratio = *out.measured / published;
  if (!entry.judged || entry.quantity.is_timing()) {
    out.verdict = Verdict::not_compared;
    return out;
  }
  out.verdict = judged(*out.measured, entry.printed.text);
  if (out.verdict == Verdict::close && matches_cut_off(*out.measured, entry.printed.text) && out.note.empty())
    out.note = "the printed digits are those of the measured value, truncated instead of rounded";
  return out;
}

bool may_be_floor(const JudgedEntry& entry) { return entry.verdict == Verdict::differs && entry.measured; }

// Returns a note with the value in long double and its ratios to the measured and the printed number, and with the
// limit by reference or Newton tolerance, if that is larger than rounding.
std::string floor_note(const JudgedEntry& entry, const RepeatRuns& repeats, const Uncertainty& u) {
  const auto published = number_from_text<double>(entry.printed.text);
  std::string out;
  if (repeats.longer) {
    const auto times = [&](double x) { return significant(x / *repeats.longer, 3); };
    out = fmt::format("long double gives {}", significant(*repeats.longer, 3));
    if (*repeats.longer != 0)
      out += fmt::format(": the measured value is {} times, the published value {} times as large",
                         times(*entry.measured), times(published));
  }
  if (entry.verdict != Verdict::same_floor || u.origin() == Origin::rounding) return out;
  const auto more =
      u.origin() == Origin::reference
          ? fmt::format("the uncertainty of the reference is {}", significant(static_cast<double>(u.reference), 2))
      : repeats.converged
          ? fmt::format("with a converged Newton iteration {}", significant(*repeats.converged, 3))
          : fmt::format("the Newton tolerance allows errors up to {}", significant(static_cast<double>(u.newton), 2));
  return out + (out.empty() ? "" : "; ") + more;
}

}  // namespace

TableSpec table_spec(const std::string& item, const std::filesystem::path& path, const Paper& paper) {
  const auto from = specification(path, paper);
  const auto& file = from.keys;
  file.allow({"title", "notes", "sets", "common", "rows", "columns", "entries"});
  const auto table = layers(from);
  refuse_without_place(table, item, paper);
  TableSpec spec{paper.key, item, file.required("title"), {}, file.list("notes")};
  UsedKeys used;
  for (const auto& p : paper.published) {
    if (p.table != item) continue;
    spec.entries.push_back(table_entry(p, keys_of_printed(table, p, file), paper, used));
  }
  for (const auto& row : table.rows)
    for (const auto& column : table.columns) {
      const Printed place{item, row.text("row"), column.text("column"), {}, paper.key};
      if (const auto keys = layered(table, place);
          keys.flag("unprinted") && !paper.printed(place.table, place.row, place.column))
        spec.entries.push_back(table_entry(place, keys, paper, used));
    }
  used.refuse_others();
  return spec;
}

void judge_by_floor(JudgedEntry& out, const std::optional<RepeatRuns>& repeats, const Uncertainty& estimated) {
  if (!repeats) {  // without repeat runs, there is no verdict
    out.verdict = Verdict::not_run;
    out.incomplete = true;
    out.note = "some of its repeat runs are missing" + (out.note.empty() ? "" : "; " + out.note);
    return;
  }
  if (!out.measured) return;
  auto u = shown_by(*repeats, *out.measured, estimated);
  for (auto* part : {&u.rounding, &u.newton})
    if (isinf(*part)) *part = 0;  // an unknown part limits nothing
  out.verdict = judged(*out.measured, out.printed.text, floor_of(*out.measured, *repeats, u));
  const auto note = floor_note(out, *repeats, u);
  out.note = note + (note.empty() || out.note.empty() ? "" : "; ") + out.note;
}

std::vector<const Quantity*> needs(const TableSpec& table, bool full) {
  std::vector<const Quantity*> out;
  for (const auto& entry : table.entries)
    if (full || !entry.quantity.full) out.push_back(&entry.quantity);
  return out;
}

std::vector<JudgedEntry> judged(const TableSpec& table, Laboratory& laboratory, bool full) {
  std::vector<JudgedEntry> out;
  out.reserve(table.entries.size());
  for (const auto& entry : table.entries) {
    if (full || !entry.quantity.full)
      out.push_back(measured_entry(entry, laboratory));
    else
      out.push_back({.printed = entry.printed, .note = "takes minutes: --full"});
    out.back().cells = cell_ids(entry.quantity);
  }
  return out;
}

Needs floors_needed(const TableSpec& table, const std::vector<JudgedEntry>& entries) {
  Needs out;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!may_be_floor(entries[i])) continue;
    for (const auto* repeat : table.entries[i].repeats.all()) out.values.push_back(repeat);
    out.uncertainties.push_back(&table.entries[i].quantity);
  }
  return out;
}

void judge_by_floors(const TableSpec& table, std::vector<JudgedEntry>& entries, Laboratory& laboratory) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!may_be_floor(entries[i])) continue;
    const auto& entry = table.entries[i];
    judge_by_floor(entries[i], laboratory.values(entry.repeats), laboratory.uncertainty(entry.quantity));
  }
}

}  // namespace plumb
