#include "harness/gate/paper_items.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "harness/paper/claims.hpp"
#include "harness/paper/table.hpp"
#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

namespace fs = std::filesystem;

constexpr int measured_digits = 6;  // number of significant digits of stored numbers

bool is_chosen(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

Json number(double x) {
  if (std::isfinite(x)) return std::stod(significant(x, measured_digits));
  return std::isnan(x) ? "no number" : "infinite";
}

/// The measurement of a sample. `needs` are measured first. Then each function of `then` returns further required
/// measurements: uncertainties, and repeat runs for numbers that differ or are undecided. A function is called again
/// after its measurements, until none is missing. At the end, `items` creates the items.
struct Sampled {
  std::vector<const Quantity*> needs;
  std::vector<std::function<Needs()>> then;
  std::function<std::vector<Item>()> items;
};

Item item_named(const PaperSample& sample, const std::string& settings) {
  return {.area = "papers",
          .id = id_of_text(fmt::format("{}/{} {}", sample.paper, sample.item, settings)),
          .problem = sample.paper + "/" + sample.item,
          .settings = settings,
          .command = fmt::format("plumb reproduce {}/{}", sample.paper, sample.item)};
}

Json word_or_null(const std::string& word) { return word.empty() ? Json(nullptr) : Json(word); }

Item item_of(const PaperSample& sample, const JudgedEntry& entry, const Quantity& quantity, Laboratory& lab) {
  auto out = item_named(sample, fmt::format("{} {}", entry.printed.row, entry.printed.column));
  if (entry.incomplete) return out;
  out.result = {{"measured", word_or_null(entry.word)}, {"verdict", name(entry.verdict)}};
  if (!entry.measured) return out;
  out.result["measured"] = number(*entry.measured);
  auto u = lab.uncertainty(quantity);
  u.rounding *= rounding_spread;
  if (const auto bound = static_cast<double>(u.bound()); bound > 0 && std::isfinite(bound))
    out.result["uncertainty"] = std::stod(significant(bound, 2));
  return out;
}

fs::path file_of_table(const Paper& paper, const std::string& item) {
  for (const auto& [name, file] : paper.items("tables"))
    if (name == item) return file;
  throw no_such("paper {} has no table '{}'", paper.key, item);
}

/// Throws UsageError on an unknown name in a sample, because otherwise the number would silently not be checked.
void require_known(const PaperSample& sample, const char* label, const std::vector<std::string>& requested,
                   const std::set<std::string>& known) {
  for (const auto& name : requested)
    if (!known.contains(name))
      throw no_such("{}/{} has no {} '{}' with a verdict", sample.paper, sample.item, label, name);
}

Sampled sampled_table(const PaperSample& sample, const Paper& paper, Laboratory& lab) {
  const auto table = std::make_shared<TableSpec>(table_spec(sample.item, file_of_table(paper, sample.item), paper));
  std::erase_if(table->entries, [&](const TableEntry& entry) {
    return !is_chosen(sample.rows, entry.printed.row) || !is_chosen(sample.columns, entry.printed.column) ||
           !entry.judged || entry.quantity.full || entry.quantity.is_timing();
  });
  std::set<std::string> rows, columns;
  for (const auto& entry : table->entries) {
    rows.insert(entry.printed.row);
    columns.insert(entry.printed.column);
  }
  require_known(sample, "row", sample.rows, rows);
  require_known(sample, "column", sample.columns, columns);
  if (table->entries.empty()) throw missing_part("{}/{} has no entries with a verdict", sample.paper, sample.item);
  const auto items = [sample, table, &lab] {
    auto entries = judged(*table, lab, false);
    judge_by_floors(*table, entries, lab);
    std::vector<Item> out;
    for (std::size_t i = 0; i < entries.size(); ++i)
      out.push_back(item_of(sample, entries[i], table->entries[i].quantity, lab));
    return out;
  };
  const auto floors = [table, &lab] {
    const auto entries = judged(*table, lab, false);
    auto out = floors_needed(*table, entries);
    out.uncertainties.clear();
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (entries[i].measured) out.uncertainties.push_back(&table->entries[i].quantity);
    return out;
  };
  return {needs(*table, false), {floors}, items};
}

Item item_of(const PaperSample& sample, const JudgedClaim& claim) {
  auto out = item_named(sample, claim.claim.id);
  if (claim.incomplete) return out;
  Json measured = Json::object();
  for (std::size_t i = 0; i < claim.evidence.size(); ++i) {
    const auto& e = claim.evidence[i];
    if (e.measured || !e.word.empty())
      measured[std::to_string(i + 1)] = e.measured ? number(*e.measured) : Json(e.word);
  }
  out.result = {{"measured", std::move(measured)}, {"verdict", name(claim.verdict)}};
  return out;
}

Sampled sampled_claims(const PaperSample& sample, const Paper& paper, Laboratory& lab) {
  const auto claims = std::make_shared<std::vector<Claim>>(claims_from_file(paper.folder / "claims.toml", paper));
  std::erase_if(*claims, [&](const Claim& claim) { return !claim.judged || !is_chosen(sample.claims, claim.id); });
  std::set<std::string> ids;
  for (const auto& claim : *claims) ids.insert(claim.id);
  require_known(sample, "claim", sample.claims, ids);
  if (claims->empty()) throw missing_part("{}/claims has no claims with a verdict", sample.paper);
  const auto uncertainties = [claims, &lab] { return Needs{{}, compared_numbers(*claims, lab, false)}; };
  const auto repeats = [claims, requested = std::make_shared<std::vector<Quantity>>(), &lab] {
    *requested = repeats_needed(*claims, lab, false);
    Needs out;
    for (const auto& quantity : *requested) out.values.push_back(&quantity);
    return out;
  };
  const auto items = [sample, claims, &lab] {
    std::vector<Item> out;
    for (const auto& claim : judged(*claims, lab, false)) out.push_back(item_of(sample, claim));
    return out;
  };
  return {needs(*claims, false), {uncertainties, repeats}, items};
}

Sampled sampled(const PaperSample& sample, Laboratory& lab) {
  const auto paper = paper_named(sample.paper);
  return sample.item == "claims" ? sampled_claims(sample, paper, lab) : sampled_table(sample, paper, lab);
}

}  // namespace

PaperMeasurement measured_papers(const std::vector<PaperSample>& samples, const MatrixOptions& options) {
  Laboratory laboratory(options);
  std::vector<Sampled> all;
  for (const auto& sample : samples) all.push_back(sampled(sample, laboratory));
  std::vector<Goal> goals;
  for (const auto& one : all)
    goals.push_back({.missing = [&] {
      auto work = laboratory.missing({one.needs});
      for (auto next = one.then.begin(); work.empty() && next != one.then.end(); ++next)
        work = laboratory.missing((*next)());
      return work;
    }});
  laboratory.reach(goals);
  PaperMeasurement out{.interrupted = laboratory.stop().stopped()};
  if (out.interrupted) return out;
  for (const auto& one : all)
    for (auto& item : one.items()) out.items.push_back(std::move(item));
  return out;
}

}  // namespace plumb
