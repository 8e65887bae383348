// One cell, run by a program that only knows the installed library.

#include <cmath>
#include <iostream>

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
  const bool measured = error != result.metrics.end() && error->second && *error->second > 0 && *error->second < 1e-6;
  std::cout << "consumer: " << name(result.status) << (measured ? ", error measured" : ", no error") << "\n";
  return result.status == plumb::Status::ok && measured ? 0 : 1;
}
