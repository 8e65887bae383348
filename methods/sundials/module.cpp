// The module that is linked with SUNDIALS. The program loads it (methods/sundials_module.hpp).

#include "methods/sundials/arkode_dirk.hpp"
#include "methods/sundials/arkode_erk.hpp"
#include "methods/sundials/arkode_erk_adaptive.hpp"
#include "methods/sundials/cvode.hpp"
#include "methods/sundials/cvode_integration.hpp"
#include "methods/sundials/ida.hpp"

namespace plumb {
namespace {

template <template <class> class M>
std::unique_ptr<AnyStepper<double>> stepper(AnySystem<double>& system, const MethodOptions& options) {
  return AnyStepper<double>::make<M<AnySystem<double>>>(system, options);
}

std::unique_ptr<CvodeIntegration> integration(CvodeIntegration::Rates rates, const Vec<double>& start,
                                              const CvodeIntegration::Settings& settings) {
  return std::make_unique<DenseCvodeIntegration>(std::move(rates), start, settings);
}

}  // namespace
}  // namespace plumb

extern "C" [[gnu::visibility("default")]] const plumb::SundialsModule* plumb_sundials_module(
    plumb::ReportInnerSteps report) {
  static constexpr plumb::SundialsModule functions = {.arkode_erk = plumb::stepper<plumb::ArkodeErk>,
                                                      .arkode_erk_adaptive = plumb::stepper<plumb::ArkodeErkAdaptive>,
                                                      .arkode_dirk = plumb::stepper<plumb::ArkodeDirk>,
                                                      .cvode = plumb::stepper<plumb::Cvode>,
                                                      .ida = plumb::stepper<plumb::Ida>,
                                                      .integration = plumb::integration};
  plumb::sundials::report_inner_steps = report;
  return &functions;
}
