#pragma once
// The verbs of `plumb reference`.

#include <CLI/App.hpp>

#include "text/exit_codes.hpp"

namespace plumb {

void add_reference_show(CLI::App& reference, Exit& exit);
void add_reference_build(CLI::App& reference, Exit& exit);
void add_reference_audit(CLI::App& reference, Exit& exit);

}  // namespace plumb
