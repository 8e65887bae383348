#include "harness/paper/claims.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "contract/excerpt.hpp"
#include "harness/paper/evidence.hpp"
#include "harness/paper/specification.hpp"
#include "harness/paper/used_keys.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

constexpr std::array<std::string_view, 6> relations = {"=", "!=", "<", "<=", ">", ">="};

const std::vector<std::string> keys_of_checks = {"over",  "is",         "value",          "within",
                                                 "words", "quantifier", "about_rounding", "about_newton"};

/// Returns the keys of the checks of a quantity. Quantities that are not rounded have no keys `about_...`, and criteria
/// without a threshold have no `words`.
std::vector<std::string> keys_of_checks_of(const Quantity& q, const Criterion& criterion) {
  auto out = keys_of_checks;
  if (!is_rounded(q)) std::erase_if(out, [](const std::string& key) { return key.starts_with("about_"); });
  if (!criterion.has_threshold()) std::erase(out, "words");
  return out;
}

constexpr std::array<std::string_view, 4> newton_keys = {"newton_tol", "newton_test", "newton_norm", "newton_max"};

// Returns the keys of the divisor of a ratio: the keys of the first quantity, overridden by `over`. If `over` names
// another method, the Newton settings of the first quantity are dropped, except for those in `shared`, which are
// given for several checks, by a set or as common keys of the claim.
Keys keys_of_second(const Keys& first, const Keys& over) {
  over.allow(quantity_keys());
  auto lower = first;
  if (over.has("method"))
    for (const auto key : newton_keys)
      if (const auto found = lower.values.find(key); found != lower.values.end() && !lower.shared.contains(key))
        lower.values.erase(found);
  return lower.under(over);
}

/// Reads the quantity of a check. Adds the keys of a check and of the quantity's kind to the used keys.
Quantity quantity_of(const Keys& keys, const Criterion& criterion, const Paper& paper, UsedKeys& used) {
  auto out = quantity(keys, paper);
  auto allowed = keys_of(out.kind);
  const auto further = keys_of_checks_of(out, criterion);
  allowed.insert(allowed.end(), further.begin(), further.end());
  used.add(keys, allowed, fmt::format("a check of kind \"{}\"", name(out.kind)));
  return out;
}

void refuse_for_words(const Keys& keys, const Criterion& criterion) {
  if (criterion.relation != "=" && criterion.relation != "!=")
    throw keys.refusal("is", "a word can be compared by = and != only");
  if (keys.has("within")) throw keys.refusal("within", "a word has no distance; remove this key");
  if (const auto& over = keys.block("over"); !over.empty())
    throw over.front().refusal("over: a word has no ratio; remove this key");
}

/// Returns `within`, the allowed relative distance. Throws UsageError if the comparison does not use it.
std::optional<double> distance(const Keys& keys, const Criterion& criterion) {
  if (!keys.has("within")) return {};
  const double out = keys.number("within");
  const auto& relation = criterion.relation;
  if (!(out >= 0 && std::isfinite(out)))
    throw keys.refusal("within", out_of_range("0 or a positive number is allowed"));
  if (relation == "<" || relation == ">")
    throw keys.refusal("within", fmt::format("this key is allowed with =, !=, <= and >=, not with {}", relation));
  if (criterion.value == "inf")
    throw keys.refusal("within", "a relative distance from inf does not exist; remove this key");
  return out;
}

Criterion criterion_from(const Keys& keys) {
  Criterion out{keys.required("is"), keys.required("value")};
  if (std::find(relations.begin(), relations.end(), out.relation) == relations.end())
    throw keys.refusal("is", "=, !=, <, <=, > or >= is allowed");
  out.within = distance(keys, out);
  out.words = keys.text("words");
  if (keys.has("words") && out.words.empty())
    throw keys.refusal("words", missing_part("the text is empty: quote the words of the paper"));
  return out;
}

Check check_from(const Keys& keys, const Paper& paper, UsedKeys& used) {
  const auto criterion = criterion_from(keys);
  Check check{quantity_of(keys, criterion, paper, used), {}, criterion};
  check.about_rounding = keys.flag("about_rounding");
  check.about_newton = keys.flag("about_newton");
  if (check.quantity.is_word()) {
    refuse_for_words(keys, criterion);
    return check;
  }
  if (criterion.value != "inf") keys.number("value");  // rejects an invalid number before the runs
  for (const auto& over : keys.block("over")) {
    check.over = quantity_of(keys_of_second(keys, over), criterion, paper, used);
    check.quantity.full = check.quantity.full || check.over->full;
  }
  return check;
}

const std::vector<std::string> keys_of_claims = {"id", "where", "says", "note", "judged", "common", "checks"};

// A claim has either checks or a reason for having none. Common keys without checks are rejected, because they would
// be unused.
void refuse_undecided(const Claim& claim, const Keys& keys, const TomlValue& table) {
  const auto allowed = missing_part("a claim needs either checks, or judged = false and a note");
  if (claim.checks.empty() && claim.judged) throw keys.refusal(allowed);
  if (!claim.judged && (!claim.checks.empty() || claim.note.empty())) throw keys.refusal("judged", allowed);
  const auto* common = table.find("common");
  if (common && claim.checks.empty())
    throw common->refusal("common: the claim has no checks that could use these keys; remove them");
}

std::optional<Quantifier> quantifier_from(const Keys& keys) {
  if (!keys.has("quantifier")) return {};
  const auto out = quantifier_named(keys.text("quantifier"));
  if (!out) throw keys.refusal("quantifier", fmt::format("{} is allowed", fmt::join(quantifier_names(), ", ")));
  return out;
}

/// Returns whether the words are a comparative in our own sentence, such as "fewer". It means a ratio below or above 1,
/// and this 1 is not a threshold of our choice.
bool is_comparative(const Check& check, const Claim& claim) {
  const auto& c = check.criterion;
  return check.over && c.value == "1" && !c.within && claim.says.find(c.words) != std::string::npos;
}

/// Adds the results of one check of the file as checks with its number and quantifier.
void add_checks(Claim& claim, const std::vector<Keys>& results, int number, const Paper& paper, UsedKeys& used) {
  for (const auto& keys : results) {
    auto check = check_from(keys, paper, used);
    if (keys.has("words") && claim.is_ours() && !is_comparative(check, claim))
      throw keys.refusal(
          "words",
          "a claim by Plumb cannot quote words of the paper; only a ratio that is compared with 1 may have a word");
    check.quantifier = quantifier_from(keys);
    check.number = number;
    if (check.quantifier && results.size() == 1)
      throw keys.refusal("quantifier", "quantifiers (all, any, ...) need several results, but the check has one");
    if (check.quantifier != quantifier_from(results.front()))
      throw keys.refusal("quantifier", contradiction("all results of a check must have the same quantifier"));
    claim.checks.push_back(std::move(check));
  }
}

Claim claim_from(const TomlValue& table, const std::string& id, const Specification& file, const Paper& paper) {
  table.allow(keys_of_claims);
  const auto keys = keys_of(table);
  Claim claim{id,       keys.required("where"), keys.required("says"), keys.text("note"), keys.flag("judged", true), {},
              paper.key};
  UsedKeys used;
  int number = 0;
  for (const auto* check : table.tables("checks"))
    add_checks(claim, file.expanded(*check, keys_of_checks, common_of(table)), number++, paper, used);
  used.refuse_others();
  refuse_undecided(claim, keys, table);
  return claim;
}

void add_claim(std::vector<Claim>& claims, Claim claim, const FilePlace& place) {
  for (const auto& other : claims)
    if (other.id == claim.id) throw place.refusal(contradiction("the claim '{}' is defined twice", excerpt(claim.id)));
  claims.push_back(std::move(claim));
}

}  // namespace

std::vector<Claim> claims_from_file(const std::filesystem::path& path, const Paper& paper) {
  const auto file = specification(path, paper);
  file.file.allow(std::vector<std::string>{"schema", "sets", "claims"});
  std::vector<Claim> out;
  const auto* claims = file.file.find("claims");
  if (!claims) return out;
  for (const auto& [id, place, table] : claims->entries) {
    if (!table.is_table()) throw table.refusal(wrong_kind("a claim must be a table: [claims.ID]"));
    if (const auto* own = table.find("id"))
      throw own->refusal(contradiction("remove this key: the heading already contains the id"));
    add_claim(out, claim_from(table, id, file, paper), place);
  }
  if (!claims->is_table())
    for (const auto* table : file.file.tables("claims")) {
      table->allow(keys_of_claims);
      const auto id = keys_of(*table).required("id");
      add_claim(out, claim_from(*table, id, file, paper), table->find("id")->place);
    }
  return out;
}

}  // namespace plumb
