#pragma once
// Tables of the problems, methods, formulations, metrics, counters and statuses of this build.

#include "text/table.hpp"

namespace plumb {

Table problem_table();
Table method_table();
Table formulation_table();
/// A row for several names of problems is one line.
Table metric_table();
Table counter_table();
Table status_table();

}  // namespace plumb
