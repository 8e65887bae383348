#pragma once
// The list of all verbs of the command line. Each verb has one file.
//
// Each function adds the subcommand of its verb to the app. When the verb has run, it stores the exit code in `exit`. A
// UsageError ends the program with exit code 2, any other exception with 3; `program.cpp` prints the message.

#include <CLI/App.hpp>

#include "text/exit_codes.hpp"

namespace plumb {

using Command = void (*)(CLI::App& app, Exit& exit);

void add_list(CLI::App& app, Exit& exit);
void add_show(CLI::App& app, Exit& exit);
void add_run(CLI::App& app, Exit& exit);
void add_order(CLI::App& app, Exit& exit);
void add_time(CLI::App& app, Exit& exit);
void add_spread(CLI::App& app, Exit& exit);
void add_analyze(CLI::App& app, Exit& exit);
void add_reference(CLI::App& app, Exit& exit);
void add_reproduce(CLI::App& app, Exit& exit);
void add_compare(CLI::App& app, Exit& exit);
void add_diff(CLI::App& app, Exit& exit);
void add_check(CLI::App& app, Exit& exit);
void add_baseline(CLI::App& app, Exit& exit);
void add_history(CLI::App& app, Exit& exit);
void add_selftest(CLI::App& app, Exit& exit);
void add_export(CLI::App& app, Exit& exit);
void add_report(CLI::App& app, Exit& exit);
void add_merge(CLI::App& app, Exit& exit);
void add_bundle(CLI::App& app, Exit& exit);
void add_verify(CLI::App& app, Exit& exit);
void add_slurm(CLI::App& app, Exit& exit);
void add_doctor(CLI::App& app, Exit& exit);
void add_help(CLI::App& app, Exit& exit);
void add_completion(CLI::App& app, Exit& exit);
void add_man(CLI::App& app, Exit& exit);

/// The verbs, in the order of the help.
inline constexpr Command commands[] = {add_list,   add_show,    add_run,       add_order,      add_time,
                                       add_spread, add_analyze, add_reference, add_reproduce,  add_compare,
                                       add_diff,   add_check,   add_baseline,  add_history,    add_selftest,
                                       add_export, add_report,  add_merge,     add_bundle,     add_verify,
                                       add_slurm,  add_doctor,  add_help,      add_completion, add_man};

}  // namespace plumb
