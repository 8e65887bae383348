// plumb show prints the data of one problem, method or paper.

#include <fmt/format.h>

#include <memory>
#include <string>

#include "harness/api/catalogue_pages.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/common_options.hpp"
#include "harness/cli/console.hpp"

namespace plumb {
namespace {

void print_page(const SubjectPageText& page, bool json) {
  if (!page.note.empty()) note(page.note);
  if (json)
    print_json(page.json);
  else
    print(page.text);
}

void add_subject(CLI::App& show, const char* name, const char* meaning, SubjectPageText (*page)(const std::string&)) {
  auto& verb = *show.add_subcommand(name, meaning);
  auto requested = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  verb.add_option("NAME", *requested, fmt::format("a name of `plumb list {}s`", name))->required();
  add_json(verb, *json, "one object");
  verb.callback([page, requested, json] { print_page(page(*requested), *json); });
}

constexpr const char* method_examples = R"(Examples:
  plumb show method 'mssth4(rho=0.3)'
  plumb show method radau-iia --coefficients
  plumb show method 'mssth4(rho=0.3)' --toml > mine.toml
  plumb analyze @mine.toml)";

void add_show_method(CLI::App& show) {
  auto& verb = *show.add_subcommand("method", "order, formulations, properties, parameters, coefficients");
  auto question = std::make_shared<MethodQuestion>();
  verb.add_option("NAME", question->selector,
                  "a name of `plumb list methods`, with parameters, or a file: @mine.toml, @libmine.so")
      ->required();
  verb.add_flag("--coefficients", question->coefficients, "print the Butcher tableau or the multistep formula instead");
  auto* toml = verb.add_flag("--toml", question->toml, "print the coefficients as a method file, for -m @FILE.toml");
  auto json = std::make_shared<bool>(false);
  add_json(verb, *json, "one object")->excludes(toml);
  verb.footer(method_examples);
  verb.callback([question, json] { print_page(method_page(*question), *json); });
}

}  // namespace

void add_show(CLI::App& app, Exit&) {
  auto& verb = *app.add_subcommand("show", "show everything about one problem, method or paper");
  verb.footer("Examples:\n  plumb show problem pendulum\n  plumb show method 'degree5(alpha=4/5)' --json");
  add_subject(verb, "problem", "parameters, outputs, invariants, formulations", problem_page);
  add_show_method(verb);
  add_subject(verb, "paper", "source, tables, figures, claims", paper_page);
}

}  // namespace plumb
