#pragma once
// These tables show what there is.

#include "text/table.hpp"

namespace plumb {

Table problem_table();
Table method_table();
Table formulation_table();
/// Names of problems vary, so a row that stands for several names is one line.
Table metric_table();
Table counter_table();
Table status_table();

}  // namespace plumb
