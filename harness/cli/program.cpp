#include "harness/cli/program.hpp"

#include <fmt/format.h>

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <csignal>
#include <iostream>
#include <span>
#include <sstream>

#include "harness/api/catalogue_pages.hpp"
#include "harness/cell/method_library.hpp"
#include "harness/cli/command_tree.hpp"
#include "harness/cli/commands.hpp"
#include "harness/cli/console.hpp"
#include "harness/run/build_info.hpp"
#include "harness/run/kept_references.hpp"
#include "harness/schedule/worker.hpp"
#include "harness/worker/worker_process.hpp"
#include "text/printable.hpp"
#include "text/suggest.hpp"

namespace plumb {
namespace {

constexpr const char* description =
    "Plumb benchmarks time integrators for multibody systems: it runs them, measures their errors against\n"
    "certified references, and compares published numbers with its own.\n";

constexpr const char* footer = R"(Examples:
  plumb run -p pendulum -f ode -m degree5,erk4 -s 1e-2,1e-3          run four cells, one row each
  plumb order -p pendulum -f ode -m erk4 --steps 5e-3,2.5e-3,1.25e-3,6.25e-4
  plumb analyze 'degree5(alpha=1)'                                   order and linear stability of a method
  plumb reference show pendulum --at 2                               certified digits at t = 2 s
  plumb reproduce fernandez2024/table-1                              published and measured numbers

Selectors expand: -m 'degree3(alpha=4/3,1)' are two methods, -s 1e-2,1e-3 two steps; ranges: -m 'lms2..4(rho=0:0.1:1)',
-s 1e-2..1e-5. `plumb help VERB` prints the options of a verb.

Your own papers are read from results/papers/KEY in the working directory, or in a folder of the environment variable
PLUMB_PATH (several folders are separated by colons). They override papers of Plumb with the same key.

References that take long to compute are cached in ~/.cache/plumb, in plumb of XDG_CACHE_HOME, or in the folder of
PLUMB_CACHE. PLUMB_CACHE=off disables this cache.

Exit codes: 0 all fine, 1 a verdict failed, 2 usage, 3 internal or I/O, 4 nothing measured or incomplete,
  5 machine unfit for timing, 6 reference-limited, 124 global timeout, 130 interrupted)";

class HelpText : public CLI::Formatter {
 public:
  static constexpr std::size_t description_column = 30;

  HelpText() {
    column_width(description_column);
    label("Positionals", "Arguments");
    label("SUBCOMMAND", "VERB ...");
    label("OPTIONS", "options");
  }

  std::string make_description(const CLI::App* app) const override { return app->get_description() + "\n\n"; }

  /// Returns the help text with single blank lines between its sections.
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    std::string text = CLI::Formatter::make_help(app, std::move(name), mode), out;
    for (const char c : text)
      if (!(c == '\n' && out.ends_with("\n\n"))) out += c;
    while (out.ends_with("\n\n")) out.pop_back();
    return out;
  }

  std::string make_footer(const CLI::App* app) const override {
    const auto text = fitted_footer(app->get_footer());
    return text.empty() ? "" : text + "\n";
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped_help(option->get_description(), help_width - description_column);
  }

  std::string make_subcommand(const CLI::App* verb) const override {
    std::ostringstream out;
    CLI::detail::format_help(out, verb->get_display_name(true),
                             wrapped_help(verb->get_description(), help_width - description_column),
                             description_column);
    return out.str();
  }

  /// Returns only the placeholder of an option's value, without the additions of CLI11 such as REQUIRED.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (option->get_type_size() == 0 || option->get_positional()) return "";
    return " " + option->get_type_name();
  }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    if (is_positional) return option->get_name(true, false);
    auto text = CLI::Formatter::make_option_name(option, false);
    const auto comma = text.find(',');
    if (comma != std::string::npos) text.insert(comma + 1, " ");
    return comma == std::string::npos && text.starts_with("--") ? "    " + text : text;
  }
};

const CLI::App& innermost(const CLI::App& app) {
  const auto parsed = app.get_subcommands();
  return parsed.empty() ? app : innermost(*parsed.front());
}

/// Returns the error message for a command line that the parser rejected. For an unknown verb or option, it suggests
/// the nearest name.
std::string refusal(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& verb = innermost(app);
  const auto extras = app.remaining(true);
  const std::string where = full_name(verb);
  if (extras.empty() || error.get_name() == "ConversionError" || error.get_name() == "ArgumentMismatch")
    return fmt::format("{}: {} (see {} --help)", where, error.what(), where);
  const auto verbs = verb_names(verb);
  if (where == "plumb show")
    if (const auto subject = subject_named(extras.front()); !subject.empty())
      return fmt::format("{}: '{}' is a {}; did you mean {} {} {}?", where, printable(extras.front()), subject, where,
                         subject, printable(extras.front()));
  if (!verbs.empty() && !extras.front().starts_with("-"))
    return unknown_name(&verb == &app ? "verb" : "verb of " + where, extras.front(), verbs).what();
  const auto option = std::find_if(extras.begin(), extras.end(), [](const auto& e) { return e.starts_with("-"); });
  if (option != extras.end())
    return fmt::format("{}: {}", where,
                       unknown_name("option", option->substr(0, option->find('=')), option_names(verb)).what());
  return fmt::format("{}: '{}' is one argument too many (see {} --help)", where, extras.front(), where);
}

/// Throws UsageError if a number follows -h. With "-h 1e-2" the user means a step size h, and the help text would hide
/// the mistake.
void require_no_number_after_help(const CLI::App& app, std::span<char*> arguments) {
  const auto is_number = [](std::string_view text) { return !text.empty() && text[0] >= '0' && text[0] <= '9'; };
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    const std::string_view option = arguments[i], next = arguments[i + 1];
    if (option != "-h" || !is_number(next)) continue;
    const auto& verb = innermost(app);
    const bool has_steps_option = std::ranges::count(option_names(verb), "--steps") != 0;
    throw UsageError(fmt::format("{}: -h prints the help and takes no value, '{}'{}", full_name(verb),
                                 printable_excerpt(next), has_steps_option ? "; a step is given by -s" : ""));
  }
}

Exit parsed_and_run(CLI::App& app, const Exit& exit, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    require_no_number_after_help(app, {argv, static_cast<std::size_t>(argc)});
    print(app.help());
    return Exit::ok;
  } catch (const CLI::CallForVersion& e) {
    print(std::string(e.what()) + "\n");
    return Exit::ok;
  } catch (const CLI::ParseError& e) {
    throw UsageError(refusal(app, e));
  }
  if (const CLI::App& verb = innermost(app); !verb_names(verb).empty()) {
    std::cerr << app.help();
    return Exit::usage;
  }
  std::cout.flush();
  return exit;
}

std::string version_text() {
  const auto& info = build_info();
  return fmt::format("plumb {} ({}, {})", info.version, info.commit, info.compiler);
}

Exit run(int argc, char** argv) {
  Exit exit = Exit::ok;
  CLI::App app(description, "plumb");
  app.formatter(std::make_shared<HelpText>());
  app.set_help_flag("-h,--help", "print this help");
  app.set_version_flag("--version", version_text(), "print version, commit and compiler");
  app.require_subcommand(0, 1);  // words after a verb are its arguments: `help run` does not call two verbs
  app.footer(footer);
  for (const auto add : commands) add(app, exit);
  group_help(app);
  return parsed_and_run(app, exit, argc, argv);
}

}  // namespace

int run_program(int argc, char** argv) {
  if (is_worker(argc, argv)) {
    const int code = run_as_worker();
    complain(
        fmt::format("{}: this argument is reserved for worker processes that plumb starts itself", worker_argument));
    return code;
  }
  use_worker_program("/proc/self/exe");  // workers run this build, even if its file has been replaced
  std::signal(SIGPIPE, SIG_IGN);         // a closed pipe becomes a failed write, which `print` handles
  std::signal(SIGXFSZ, SIG_IGN);         // a write beyond the limit of the file size fails, which `print` handles
  Exit exit = Exit::internal;
  try {
    keep_references();
    exit = run(argc, argv);
  } catch (const OutputClosed&) {
    exit = Exit::ok;
  } catch (const UsageError& e) {
    complain(e.what());
    exit = Exit::usage;
  } catch (const std::exception& e) {
    complain(e.what());
  }
  const auto code = static_cast<int>(exit);
  end_with_libraries(code, [](const std::string& failure) {
    note(fmt::format("{}; the library failed while its separate process unloaded it", failure));
  });
  return code;
}

}  // namespace plumb
