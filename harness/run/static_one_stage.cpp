// Static bindings of methods that solve one stage at a time to the squeezer's index-3 equations. All sizes are
// compile-time constants.

#include "contract/counted.hpp"
#include "harness/run/static_runner.hpp"
#include "methods/dirk/dirk.hpp"
#include "methods/multistep/linear_multistep.hpp"
#include "methods/multistep/lms.hpp"
#include "methods/multistep/single_step_form.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/squeezer/angles.hpp"

namespace plumb {
namespace {

constexpr std::string_view esdirk[] = {"bathe",  "msstc3", "msstc4",        "msstc5",        "mssth3",
                                       "mssth4", "mssth5", "esdirk324l2sa", "esdirk325l2sa", "esdirk436l2sa2"};

template <class Model>
auto squeezer_system(const ResolvedCell& cell) {
  return Counted(Constrained(Model(squeezer::data<double>(cell.data())), cell.formulation().form));
}

// With start=backwards, a method starts with Radau IIA, which is type-erased. Such cells use the erased binding.
bool starts_by_itself(const ResolvedCell& cell) { return !cell.options().is("start", "backwards"); }

template <class Model>
TypedRunner<double> multistep(const ResolvedCell& cell, const RunSetup<double>& setup) {
  using Stepper = LinearMultistep<decltype(squeezer_system<Model>(cell))>;
  const auto& method_options = cell.options();
  const auto members = lms_members(cell.method().multistep(method_options).steps(), method_options.text("rho"));
  return static_runner<Stepper>(squeezer_system<Model>(cell), cell, setup,
                                first_formulas(members, method_options.is("start", "trapezoidal")),
                                typename Stepper::StartUp());
}

template <class Model, int r>
TypedRunner<double> single_step(const ResolvedCell& cell, const RunSetup<double>& setup) {
  using Stepper = SingleStep<decltype(squeezer_system<Model>(cell))>;
  const auto gammas = single_step_gammas<double>(r, cell.options().text("rho"));
  return static_runner<Stepper>(squeezer_system<Model>(cell), cell, setup, SingleStepForm<double>(gammas));
}

template <class Model>
TypedRunner<double> stage_by_stage(const ResolvedCell& cell, const RunSetup<double>& setup) {
  using Stepper = Dirk<decltype(squeezer_system<Model>(cell))>;
  const StageTable<double> table(cell.method().tableau(cell.options()));
  return static_runner<Stepper>(squeezer_system<Model>(cell), cell, setup, table);
}

template <class Model>
void add_pairs(std::vector<StaticPair>& pairs, std::string_view formulation) {
  const auto add = [&](std::string_view method, auto... how) {
    pairs.push_back(static_pair("squeezer", formulation, method, how...));
  };
  for (const auto method : {"lms2", "lms3", "lms4"}) add(method, multistep<Model>, starts_by_itself);
  add("ss2", single_step<Model, 2>);
  add("ss3", single_step<Model, 3>);
  add("ss4", single_step<Model, 4>);
  for (const auto method : esdirk) add(method, stage_by_stage<Model>);
}

}  // namespace

std::vector<StaticPair> one_stage_pairs() {
  std::vector<StaticPair> out;
  add_pairs<squeezer::Angles<double>>(out, "index3");
  add_pairs<squeezer::Absolute<double>>(out, "absolute-index3");
  return out;
}

}  // namespace plumb
