// plumb help prints the same as --help. plumb man writes the manual page, for man(1), from the verbs and options of the
// parser.

#include <fmt/format.h>

#include <memory>

#include "harness/api/bundle.hpp"
#include "harness/cli/command_tree.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"

namespace plumb {

void add_help(CLI::App& app, Exit&) {
  auto& verb = *app.add_subcommand("help", "the help of a verb, as VERB --help prints it");
  auto path = std::make_shared<std::vector<std::string>>();
  verb.add_option("VERB", *path, "a verb, and a verb of it; default: plumb itself");
  verb.footer("Examples:\n  plumb help\n  plumb help run\n  plumb help reference show");
  verb.callback([path, &app] { print(help_text(verb_at(app, *path))); });
}

namespace {

constexpr const char* purpose = "measures time integrators of multibody systems against certified references";

/// Escapes text so that troff prints it letter by letter: quotes and dashes stay ASCII, and no line becomes a request.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool begins = out.empty() || out.back() == '\n';
    if (begins && c == '.') out += "\\&";
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      default: out += c;
    }
  }
  return out;
}

/// Returns roff text that prints the lines unchanged.
std::string verbatim(std::string_view text) {
  return text.empty() ? "" : fmt::format(".PP\n.nf\n{}\n.fi\n", roff(text));
}

std::string paragraph(const std::string& head, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", head, roff(text));
}

std::string option_list(const CLI::App& verb) {
  std::string out;
  for (const auto* argument : positionals(verb))
    out += paragraph(fmt::format("\\fI{}\\fR", roff(argument->get_name(true))), argument->get_description());
  for (const auto* option : options(verb)) {
    const auto value = expects_value(*option) ? fmt::format(" \\fI{}\\fR", roff(option->get_type_name())) : "";
    out += paragraph(fmt::format("\\fB{}\\fR{}", roff(both_names(*option)), value), option->get_description());
  }
  return out;
}

/// Returns the sections about a verb and about all verbs below it.
std::string sections(const CLI::App& verb) {
  std::string out = fmt::format(".SS \"{}\"\n{}\n", roff(full_name(verb)), roff(verb.get_description()));
  out += option_list(verb) + verbatim(verb.get_footer());
  for (const auto* sub : verbs(verb)) out += sections(*sub);
  return out;
}

std::string man_page(const CLI::App& program) {
  std::string out = fmt::format(
      ".TH PLUMB 1 \"\" \"plumb {}\" \"User Commands\"\n"
      ".SH NAME\nplumb \\- {}\n"
      ".SH SYNOPSIS\n\\fBplumb\\fR \\fIVERB\\fR ... [\\fIoptions\\fR] [\\fIarguments\\fR]\n"
      ".SH DESCRIPTION\n{}\n",
      ProgramVersion::current().version, roff(purpose), roff(program.get_description()));
  out += verbatim(program.get_footer());
  out += ".SH OPTIONS\n" + option_list(program);
  out += ".SH VERBS\n";
  for (const auto* verb : verbs(program)) out += sections(*verb);
  return out;
}

}  // namespace

void add_man(CLI::App& app, Exit&) {
  auto& verb = *app.add_subcommand("man", "the manual page of all verbs, in roff");
  verb.footer("Examples:\n  plumb man | man -l -\n  plumb man >~/.local/share/man/man1/plumb.1");
  verb.callback([&app] { print(man_page(app)); });
}

}  // namespace plumb
