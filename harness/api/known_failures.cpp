#include "harness/api/known_failures.hpp"

#include "methods/known-failures/known_failures.hpp"

namespace plumb {
namespace {

Entry or_missing(const std::string& text) { return text.empty() ? Entry() : Entry(text); }

}  // namespace

Table known_failure_table() {
  Table table{.columns = {{"method"}, {"with"}, {"problem"}, {"formulation"}, {"what happens"}, {"why"}, {"source"}},
              .rows = {}};
  for (const auto& k : known_failures())
    table.rows.push_back(
        {k.methods, or_missing(k.parameters()), k.problem, k.forms, name(k.happens), k.reason, k.source});
  return table;
}

std::string known_failures_of(std::string_view method) {
  Table table{.columns = {{"known failure"}, {"with"}, {"problem"}, {"formulation"}, {"why"}}, .rows = {}};
  for (const auto& k : known_failures())
    if (k.concerns(method))
      table.rows.push_back({name(k.happens), or_missing(k.parameters()), k.problem, k.forms, k.reason});
  return table.rows.empty() ? "" : "\n" + as_text(table);
}

}  // namespace plumb
