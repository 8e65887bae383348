// Methods with coupled stages on the two-link manipulator, with every size known to the compiler; in double, where time
// counts.

#include <algorithm>

#include "contract/counted.hpp"
#include "harness/run/static_pairs.hpp"
#include "methods/catalogue.hpp"
#include "methods/irk/coupled_rk.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

constexpr std::string_view problem = "two-link";
constexpr Form forms[] = {Form::index1, Form::index2, Form::index3};  // the formulations of these names
constexpr std::string_view coupled_methods[] = {"block", "gauss", "radau-ia", "radau-iia", "lobatto-iiic"};

template <int stages>
Run<double> run(Job<double>& job, Form form, const TableauData& tableau, const StopRequest& stop) {
  Counted system(Constrained(TwoLinkCartesian<double>(two_link_data<double>(*job.problem_parameters)), form));
  using Stepper = CoupledRk<decltype(system), stages>;
  return drive_on<Stepper>(std::move(system), job, stop, StageTable<double, stages>(tableau));
}

// Pairs that diverge with the default parameters are left to the erased binding: nobody times them.
bool diverges(std::string_view method, Form form) {
  const Parameters defaults(catalogued_method(method).parameters, {});
  return is_known(Failure::diverges, method, defaults, problem, form);
}

}  // namespace

std::optional<Run<double>> drive_coupled_stages(Job<double>& job, const StopRequest& stop) {
  const auto method = std::find(std::begin(coupled_methods), std::end(coupled_methods), job.method);
  const auto form =
      std::find_if(std::begin(forms), std::end(forms), [&](Form of) { return name(of) == job.formulation; });
  if (job.problem != problem || method == std::end(coupled_methods) || form == std::end(forms)) return {};
  if (diverges(*method, *form)) return {};
  const auto tableau = job.tableau(job.options.parameters);
  switch (StageTable<double>(tableau).stages()) {
    case 2: return run<2>(job, *form, tableau, stop);
    case 3: return run<3>(job, *form, tableau, stop);
    case 4: return run<4>(job, *form, tableau, stop);
    case 5: return run<5>(job, *form, tableau, stop);
    default: return {};
  }
}

std::vector<std::string> coupled_pairs() {
  std::vector<std::string> names;
  for (const auto form : forms)
    for (const auto method : coupled_methods)
      if (!diverges(method, form))
        names.push_back(std::string(problem) + "/" + std::string(name(form)) + "/" + std::string(method));
  return names;
}

}  // namespace plumb
