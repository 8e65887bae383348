#pragma once
// The verb `reference audit`: the correct digits of published values.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/api/work.hpp"
#include "text/exit_codes.hpp"
#include "text/json.hpp"

namespace plumb {

struct AuditRequest {
  std::vector<std::string> what = {};   // PROBLEM and FILE, or files, or none: results/audit/*.csv
  std::string formulation = {};         // formulation with the coordinates of the values; empty: the default
  std::string at = {};                  // time [s] of values without a time; empty: the end time of the problem
  std::string out = {};                 // file to which the references are added; empty: none
  std::optional<double> patience = {};  // limit of the time for the references of a problem [s]; none: the default
  bool checks = false;                  // whether stored references are computed again and compared
};

struct AuditReport {
  std::string text = {};  // the rest of the text, after the texts of single files
  Json json = {};         // all results: one object, or an array without `what`
  Exit exit = Exit::ok;   // code of the verdicts
  PiecesEnding ending = {};
};

/// Audits the files. `print_text` receives the text about a file as soon as it is audited. Throws UsageError.
AuditReport audit_report(const AuditRequest& request, const Conduct& conduct,
                         const std::function<void(const std::string&)>& print_text);

}  // namespace plumb
