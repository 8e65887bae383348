// Runs one cell with the installed library only.

#include <cmath>
#include <iostream>
#include <vector>

#include <plumb/api.hpp>

#include "harness/run/run_cell.hpp"

int main() {
  plumb::CellRequest request;
  request.problem.name = "pendulum";
  request.method.name = "erk4";
  request.step = "1e-2";
  request.settings["t_end"] = "1";
  const plumb::StopRequest go = plumb::Status::ok;
  const auto result = plumb::run_cell(plumb::resolve(request), go);
  const auto error = result.metrics.find("end.q");
  plumb::Equations equations("pendulum", "ode");
  std::vector<double> y(2), dy(2);
  equations.first_order(0, equations.start(), y, dy);
  const auto runs = plumb::run({.problem = {"pendulum"}, .method = {"erk4"}, .step = {"1e-2"}}, {});
  if (runs.results.size() != 1 || !runs.results.front()) return 2;
  const bool measured = error != result.metrics.end() && error->second && *error->second > 0 && *error->second < 1e-6;
  std::cout << "consumer: " << name(result.status) << (measured ? ", error measured" : ", no error") << "\n";
  return result.status == plumb::Status::ok && measured ? 0 : 1;
}
