// Static bindings of methods with coupled stages to the two-link manipulator. All sizes are compile-time constants.

#include <fmt/format.h>

#include <stdexcept>

#include "contract/counted.hpp"
#include "harness/run/static_runner.hpp"
#include "methods/catalogue.hpp"
#include "methods/irk/coupled_rk.hpp"
#include "methods/known-failures/known_failures.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

constexpr std::string_view coupled_methods[] = {"block", "gauss", "radau-ia", "radau-iia", "lobatto-iiic"};

int stages_of(const ResolvedCell& cell) { return StageTable<double>(cell.method().tableau(cell.options())).stages(); }

template <int stages>
TypedRunner<double> runner_with_stages(const ResolvedCell& cell, const RunSetup<double>& setup) {
  const auto form = cell.formulation().form;
  const Counted system(Constrained(TwoLinkCartesian<double>(two_link_data<double>(cell.data())), form));
  using Stepper = CoupledRk<std::remove_const_t<decltype(system)>, stages>;
  const auto tableau = cell.method().tableau(cell.options());
  return static_runner<Stepper>(system, cell, setup, StageTable<double, stages>(tableau));
}

TypedRunner<double> coupled_stages(const ResolvedCell& cell, const RunSetup<double>& setup) {
  switch (stages_of(cell)) {
    case 2: return runner_with_stages<2>(cell, setup);
    case 3: return runner_with_stages<3>(cell, setup);
    case 4: return runner_with_stages<4>(cell, setup);
    case 5: return runner_with_stages<5>(cell, setup);
    default: throw std::logic_error(fmt::format("no steps of {} stages are compiled", stages_of(cell)));
  }
}

// Pairs that diverge with the default parameters use the erased binding, because they are never timed.
bool diverges(std::string_view method, Form form) {
  const Parameters defaults(catalogued_method(method).parameters, {});
  return is_known(Failure::diverges, method, defaults, "two-link", form);
}

}  // namespace

std::vector<StaticPair> coupled_pairs() {
  std::vector<StaticPair> out;
  for (const auto form : {Form::index1, Form::index2, Form::index3})
    for (const auto method : coupled_methods)
      if (!diverges(method, form)) out.push_back(static_pair("two-link", name(form), method, coupled_stages));
  return out;
}

}  // namespace plumb
