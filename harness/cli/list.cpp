// plumb list prints the problems, methods and other names of this build.

#include <memory>
#include <string>
#include <string_view>

#include "harness/api/catalogue_tables.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"
#include "text/table.hpp"

namespace plumb {
namespace {

struct List {
  const char *name, *meaning;
};
constexpr List lists[] = {{"problems", "physical systems with their data and outputs"},
                          {"methods", "time integrators"},
                          {"formulations", "the forms of the equations of each problem"},
                          {"metrics", "the quantities that a run reports, with units"},
                          {"counters", "the events that a run counts"},
                          {"statuses", "how a run can end, and the consequence for its errors"},
                          {"codes", "integrators of other codes, and the same or nearest methods of this catalogue"},
                          {"papers", "papers whose numbers can be reproduced"},
                          {"failures", "known failures of methods, with reasons"}};

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
    if (std::string_view(list.name) == "methods")
      what.add_flag("--files", *files, "list the method files of the program instead: -m @FILE.toml");
    what.callback([name = list.name, format, json, files] {
      const auto [table, text] = *files ? CatalogueList{.table = method_file_table()} : catalogue_list(name);
      if (!text.empty()) note(text);
      print(printed(table, table_format(*json ? "json" : *format)));
    });
  }
}

}  // namespace plumb
