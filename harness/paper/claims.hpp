#pragma once
// Sentences of a paper as executable checks: the run decides, not the paper.
//
//   [[claims]]
//   id = "limit-central-differences"
//   where = "section 4.2"              # in the paper; "plumb" for what we ask beyond it
//   says = "..."                       # in our words
//   checks = [
//     {kind = "stability-limit", method = "...", is = "=", value = "2", within = 1e-9},
//     {metric = "energy.max", ..., over = {method = "..."}, is = "<", value = 0.5},
//   ]
//   judged = false and note = "..."    # instead of checks: why it is not decided
//
// A check is a quantity (quantity.hpp), or its ratio to a second one with some keys changed (`over`), compared with a
// value. `is = "="` is within a relative distance, or, without `within`, to the digits of the value; infinity is
// written "inf". A claim holds if all its checks pass, partly if some do, and fails if none does.

#include <optional>
#include <string>
#include <vector>

#include "harness/json.hpp"
#include "harness/paper/laboratory.hpp"

namespace plumb {

struct Check {
  Quantity quantity;
  std::optional<Quantity> over;
  std::string relation = "=";  // "=", "<", "<=", ">", ">="
  std::string value;
  std::optional<double> within;
};

struct Claim {
  std::string id, where, says, note;
  bool judged = true;
  std::vector<Check> checks;
};

/// Throws UsageError at the place in the file.
std::vector<Claim> claims_from_file(const std::filesystem::path& file, const Paper& paper);

enum class ClaimVerdict { holds, partly, fails, not_compared, not_run };
std::string_view name(ClaimVerdict verdict);

struct Evidence {
  std::string check;               // in words
  std::optional<double> measured;  // infinite where a run left the range of numbers
  std::optional<bool> passed;      // none: not measured
  std::string note;
};

struct JudgedClaim {
  Claim claim;
  ClaimVerdict verdict = ClaimVerdict::not_run;
  std::vector<Evidence> evidence = {};
  bool incomplete = false;
};

/// Checks marked `full` are left out unless `full`; a claim with nothing else is not run.
std::vector<JudgedClaim> judged(const std::vector<Claim>& claims, Laboratory& laboratory, bool full);

Json to_json(const JudgedClaim& claim);

}  // namespace plumb
