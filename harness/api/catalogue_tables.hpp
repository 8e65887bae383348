#pragma once
// What there is, as tables.

#include "text/table.hpp"

namespace plumb {

Table problem_table();
Table method_table();
Table formulation_table();
/// As names of the problem vary, a row that stands for several is one line.
Table metric_table();
Table counter_table();
Table status_table();

}  // namespace plumb
