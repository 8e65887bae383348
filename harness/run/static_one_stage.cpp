// Methods that solve one stage at a time on the squeezer's index-3 equations, with every size known to the compiler; in
// double, where time counts.

#include <algorithm>

#include "contract/counted.hpp"
#include "harness/run/static_pairs.hpp"
#include "methods/dirk/dirk.hpp"
#include "methods/multistep/linear_multistep.hpp"
#include "methods/multistep/lms.hpp"
#include "methods/multistep/single_step_form.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/squeezer/angles.hpp"

namespace plumb {
namespace {

constexpr std::string_view problem = "squeezer", angles = "index3", absolute = "absolute-index3";
constexpr std::string_view multistep[] = {"lms2", "lms3", "lms4"}, single_step[] = {"ss2", "ss3", "ss4"};
constexpr std::string_view esdirk[] = {"bathe",  "msstc3", "msstc4",        "msstc5",        "mssth3",
                                       "mssth4", "mssth5", "esdirk324l2sa", "esdirk325l2sa", "esdirk436l2sa2"};

bool among(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

int last_digit(std::string_view name) { return name.back() - '0'; }  // the r of lms3 and ss3

template <class Model>
auto system_of(const Job<double>& job) {
  return Counted(Constrained(Model(squeezer::data<double>(*job.problem_parameters)), Form::index3));
}

template <class Model>
std::optional<Run<double>> run(Job<double>& job, const StopRequest& stop) {
  using System = decltype(system_of<Model>(job));
  const auto& given = job.options.parameters;
  if (among(multistep, job.method)) {
    if (given.is("start", "backwards")) return {};  // with the erased Radau IIA
    const auto members = lms_members(last_digit(job.method), given.text("rho"));
    using Stepper = LinearMultistep<System>;
    return drive_on<Stepper>(system_of<Model>(job), job, stop,
                             first_formulas(members, given.is("start", "trapezoidal")), typename Stepper::StartUp());
  }
  if (among(single_step, job.method)) {
    const auto gammas = single_step_gammas<double>(last_digit(job.method), given.text("rho"));
    return drive_on<SingleStep<System>>(system_of<Model>(job), job, stop, SingleStepForm<double>(gammas));
  }
  if (among(esdirk, job.method))
    return drive_on<Dirk<System>>(system_of<Model>(job), job, stop, StageTable<double>(job.tableau(given)));
  return {};
}

}  // namespace

std::optional<Run<double>> drive_one_stage(Job<double>& job, const StopRequest& stop) {
  if (job.problem != problem) return {};
  if (job.formulation == angles) return run<squeezer::Angles<double>>(job, stop);
  if (job.formulation == absolute) return run<squeezer::Absolute<double>>(job, stop);
  return {};
}

std::vector<std::string> one_stage_pairs() {
  std::vector<std::string> names;
  for (const auto formulation : {angles, absolute})
    for (const auto list : {std::span<const std::string_view>(multistep), {single_step}, {esdirk}})
      for (const auto method : list)
        names.push_back(std::string(problem) + "/" + std::string(formulation) + "/" + std::string(method));
  return names;
}

}  // namespace plumb
