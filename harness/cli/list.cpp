// plumb list prints the problems, methods and other names of this build.

#include <fmt/ranges.h>

#include <memory>

#include "harness/api/catalogue_tables.hpp"
#include "harness/api/codes.hpp"
#include "harness/api/known_failures.hpp"
#include "harness/api/paper_notes.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "harness/paper/paper.hpp"
#include "problems/catalogue.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

Table paper_table() {
  Table table{.columns = {{"paper"}, {"title"}, {"source"}}, .rows = {}};
  std::vector<Paper> papers;
  for (const auto& key : paper_keys()) papers.push_back(paper_named(key));
  if (const auto text = note_on(papers); !text.empty()) note(text);
  for (const auto& paper : papers) table.rows.push_back({paper.key, paper.title, paper.source});
  return table;
}

Table problems_of_build() {
  if (const auto& names = omitted_problems(); !names.empty())
    note(fmt::format("this build does not contain {}; to add them, {}", fmt::join(names, ", "), how_to_add_problems));
  return problem_table();
}

struct List {
  const char *name, *meaning;
  Table (*table)();
};
constexpr List lists[] = {
    {"problems", "physical systems with their data and outputs", problems_of_build},
    {"methods", "time integrators", method_table},
    {"formulations", "the forms of the equations of each problem", formulation_table},
    {"metrics", "the quantities that a run reports, with units", metric_table},
    {"counters", "the events that a run counts", counter_table},
    {"statuses", "how a run can end, and the consequence for its errors", status_table},
    {"codes", "integrators of other codes, and the same or nearest methods of this catalogue", code_table},
    {"papers", "papers whose numbers can be reproduced", paper_table},
    {"failures", "known failures of methods, with reasons", known_failure_table}};

}  // namespace

void add_list(CLI::App& app, Exit&) {
  auto& verb =
      *app.add_subcommand("list", "list problems, methods, formulations, codes, metrics, counters, statuses or papers");
  verb.footer(
      "Examples:\n  plumb list methods\n  plumb list methods --files\n  plumb list problems --json\n  plumb list "
      "methods --format md");
  for (const auto& list : lists) {
    auto& what = *verb.add_subcommand(list.name, list.meaning);
    auto format = std::make_shared<std::string>("text");
    auto json = std::make_shared<bool>(false);
    add_format(what, *format);
    add_json(what, *json, "an array of objects");
    auto files = std::make_shared<bool>(false);
    if (list.table == method_table)
      what.add_flag("--files", *files, "list the method files of the program instead: -m @FILE.toml");
    what.callback([table = list.table, format, json, files] {
      print(printed(*files ? method_file_table() : table(), table_format(*json ? "json" : *format)));
    });
  }
}

}  // namespace plumb
