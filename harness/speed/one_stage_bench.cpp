// Times the methods of zhang2022 on the squeezer at index 3, and compares them with their lower bounds. Each method has
// one row in the seven angles, and one in absolute coordinates.

#include <algorithm>

#include "harness/speed/step_floor.hpp"
#include "methods/catalogue.hpp"
#include "methods/dirk/dirk.hpp"
#include "methods/multistep/linear_multistep.hpp"
#include "methods/multistep/lms.hpp"
#include "methods/multistep/single_step_form.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/catalogue.hpp"
#include "problems/squeezer/absolute.hpp"
#include "problems/squeezer/angles.hpp"

namespace plumb {
namespace {

constexpr double h = 1e-5;   // step size [s]
constexpr long slice = 200;  // number of steps in a sample

const Problem& squeezer_entry() { return *std::ranges::find(problems(), "squeezer", &Problem::name); }

template <class Model>
struct Bench {
  using System = Constrained<Model>;

  Parameters data{squeezer_entry().parameters, {}};
  System system{Model(squeezer::data<double>(data)), Form::index3}, other = system;
  typename System::State start = begin();
  MethodOptions options;

  explicit Bench(const Method& method) : options{Parameters(method.parameters, {}), {}} {
    options.newton = {.tolerance = 1e-6, .test = NewtonTest::residual, .norm = NewtonNorm::euclidean};
  }

  typename System::State begin() {
    const auto& model = squeezer_entry().in_double;
    const bool absolute = System::Q::RowsAtCompileTime == squeezer::Absolute<double>::coordinates;
    const auto* formulation = squeezer_entry().formulation(absolute ? "absolute-index3" : "index3");
    const auto x0 = model.initial(data, *formulation);
    typename System::State x{x0.q, x0.v, x0.v, System::L::Zero()};
    system.acceleration(0, x.q, x.v, x.a, x.lambda);
    return x;
  }

  void run(benchmark::State& state, double weight, auto&& make) {
    StepFloor<System, 1> floor(other, Mat<double, 1>::Constant(weight), h, start);
    compare_step_with_floor<1>(state, make, start, floor, h, slice);
  }
};

template <class Model>
void step(benchmark::State& state, const Method& method) {
  using System = Constrained<Model>;
  Bench<Model> bench(method);
  const auto& stepper_parameters = bench.options.parameters;
  const int r = method.info.name.back() - '0';
  if (method.info.name.starts_with("lms")) {
    const auto members = lms_members(r, stepper_parameters.text("rho"));
    bench.run(state, 0.6, [&] { return LinearMultistep<System>(bench.system, bench.options, members, {}); });
  } else if (method.info.name.starts_with("ss")) {
    const SingleStepForm<double> form(single_step_gammas<double>(r, stepper_parameters.text("rho")));
    bench.run(state, 0.6, [&] { return SingleStep<System>(bench.system, bench.options, form); });
  } else {
    const StageTable<double> table(method.tableau(stepper_parameters));
    bench.run(state, table.a(0, 0), [&] { return Dirk<System>(bench.system, bench.options, table); });
  }
}

constexpr const char* catalogue[] = {"lms2",   "lms3",          "lms4",          "ss2",           "ss3",    "ss4",
                                     "bathe",  "msstc3",        "msstc4",        "msstc5",        "mssth3", "mssth4",
                                     "mssth5", "esdirk324l2sa", "esdirk325l2sa", "esdirk436l2sa2"};

const bool registered = [] {
  for (const std::string name : catalogue) {
    const auto& method = *std::ranges::find(methods(), name, [](const Method& m) { return m.info.name; });
    benchmark::RegisterBenchmark((name + "/index3").c_str(), step<squeezer::Angles<double>>, method)->UseManualTime();
    benchmark::RegisterBenchmark((name + "/absolute-index3").c_str(), step<squeezer::Absolute<double>>, method)
        ->UseManualTime();
  }
  return true;
}();

}  // namespace
}  // namespace plumb
