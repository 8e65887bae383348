#pragma once
// Tables of the problems, methods, formulations, metrics, counters and statuses of this build.

#include "text/table.hpp"

namespace plumb {

Table problem_table();
Table method_table();
/// Method files of the program (harness/cell/shipped_methods.hpp).
Table method_file_table();
Table formulation_table();
/// Metrics of outputs and invariants have one row for all of them: "re.OUTPUT", "invariant.NAME".
Table metric_table();
Table counter_table();
Table status_table();

}  // namespace plumb
