#include "harness/selftest/fault.hpp"

#include "harness/cell/resolve.hpp"
#include "text/selector.hpp"

namespace plumb {

ResolvedCell cell_of(const std::string& problem, const std::string& formulation, const std::string& method,
                     const std::string& step, const std::string& t_end) {
  const auto spec = [](const std::string& text) { return expand(text).front(); };
  CellRequest request{.problem = spec(problem), .formulation = spec(formulation), .method = spec(method), .step = step};
  request.settings = {{"t_end", t_end}, {"samples", "0"}};
  return resolve(request);
}

std::vector<Fault> faults(int jobs) {
  std::vector<Fault> out;
  for (auto& group : {equation_faults(), mechanism_faults(), method_faults(), reference_faults(), measurement_faults(),
                      store_faults(), matrix_faults(jobs)})
    out.insert(out.end(), group.begin(), group.end());
  return out;
}

}  // namespace plumb
