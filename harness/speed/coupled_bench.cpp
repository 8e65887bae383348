// Methods with coupled stages are timed on the two-link manipulator, and compared with their lower bounds.

#include <algorithm>

#include "harness/speed/step_floor.hpp"
#include "methods/catalogue.hpp"
#include "methods/irk/coupled_rk.hpp"
#include "problems/adapters/constrained.hpp"
#include "problems/catalogue.hpp"
#include "problems/two-link/two_link.hpp"

namespace plumb {
namespace {

using System = Constrained<TwoLinkCartesian<double>>;
constexpr double h = 0.01;   // step size [s]
constexpr long slice = 200;  // number of steps in a sample

const Problem& two_link() {
  return *std::find_if(problems().begin(), problems().end(), [](const Problem& p) { return p.name == "two-link"; });
}

System system_of(Form form) {
  return {TwoLinkCartesian<double>(two_link_data<double>(Parameters(two_link().parameters, {}))), form};
}

System::State start_of(System& system) {
  const Parameters data(two_link().parameters, {});
  const auto x0 = two_link().in_double.initial(data, two_link().formulations[1]);
  System::State x{x0.q, x0.v, x0.v, System::L::Zero()};
  system.acceleration(0, x.q, x.v, x.a, x.lambda);
  return x;
}

template <int s>
void step(benchmark::State& state, const char* method, const std::map<std::string, std::string>& overrides, Form form) {
  const auto& entry =
      *std::find_if(methods().begin(), methods().end(), [&](const Method& m) { return m.info.name == method; });
  MethodOptions options{Parameters(entry.parameters, overrides), {}};
  options.newton.tolerance = 1e-3;
  auto system = system_of(form), other = system_of(form);
  const StageTable<double, s> table(entry.tableau(options.parameters));
  const auto start = start_of(system);
  StepFloor<System, s> floor(other, table.a, h, start);
  const bool coupled = !options.parameters.is("newton", "transformed");  // whether one matrix has all stages
  compare_step_with_floor<s>(
      state, [&] { return CoupledRk<System, s>(system, options, table); }, start, floor, h, slice, coupled);
}

void block4(benchmark::State& s) { step<4>(s, "block", {}, static_cast<Form>(s.range(0))); }
void radau_iia3(benchmark::State& s) { step<3>(s, "radau-iia", {}, static_cast<Form>(s.range(0))); }
void lobatto_iiic3(benchmark::State& s) { step<3>(s, "lobatto-iiic", {}, static_cast<Form>(s.range(0))); }
void block4_transformed(benchmark::State& s) {
  step<4>(s, "block", {{"newton", "transformed"}}, static_cast<Form>(s.range(0)));
}
void radau_iia3_transformed(benchmark::State& s) {
  step<3>(s, "radau-iia", {{"newton", "transformed"}}, static_cast<Form>(s.range(0)));
}

BENCHMARK(block4)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(radau_iia3)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(lobatto_iiic3)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(block4_transformed)->DenseRange(1, 3)->ArgName("index")->UseManualTime();
BENCHMARK(radau_iia3_transformed)->DenseRange(1, 3)->ArgName("index")->UseManualTime();

}  // namespace
}  // namespace plumb
