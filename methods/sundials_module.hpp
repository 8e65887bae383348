#pragma once
// Interface to SUNDIALS. Its Debian package depends on 150 others, so Plumb is built and runs without it: only a module
// is linked with SUNDIALS (methods/sundials/). It is loaded when a method of SUNDIALS or the route CVODE of a reference
// is first used.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "contract/erasure.hpp"

namespace plumb {

/// One integration of x' = f(t, x) from t = 0 by CVODE, with its own choice of steps.
class CvodeIntegration {
 public:
  /// Computes f. Returns 0; 1 if CVODE must try a smaller step; -1 if it must stop.
  using Rates = std::function<int(double t, const double* x, double* rate)>;
  struct Settings {
    bool stiff = false;  // whether BDF replaces Adams-Moulton
    double relative_tolerance = 0, absolute_tolerance = 0;
  };
  struct Counts {
    long steps = 0, rhs_evaluations = 0;
  };

  CvodeIntegration() = default;
  CvodeIntegration(const CvodeIntegration&) = delete;
  CvodeIntegration& operator=(const CvodeIntegration&) = delete;
  virtual ~CvodeIntegration() = default;

  /// The result of the last call. After a failure, `step` and `stop_at` have no effect.
  virtual Status status() const = 0;
  virtual double time() const = 0;
  /// Takes one step, at most to the stop time.
  virtual void step() = 0;
  virtual void stop_at(double t) = 0;
  /// Forgets the history and the counts.
  virtual void restart() = 0;
  /// The k-th derivative of the interpolation polynomial of the last step at t. Valid until the next call.
  virtual const Vec<double>& derivative(double t, int k) = 0;
  /// The counts since the start or the last restart.
  virtual Counts counts() const = 0;
};

/// The functions of the module.
struct SundialsModule {
  using Make = std::unique_ptr<AnyStepper<double>> (*)(AnySystem<double>&, const MethodOptions&);
  Make arkode_erk, arkode_erk_adaptive, arkode_dirk, cvode, ida;
  std::unique_ptr<CvodeIntegration> (*integration)(CvodeIntegration::Rates rates, const Vec<double>& start,
                                                   const CvodeIntegration::Settings& settings);
};

/// report_inner_steps() of the program: counts are thread-local, and the module would have its own.
using ReportInnerSteps = void (*)(std::int64_t taken, std::int64_t cut);

/// The function that the module exports.
using SundialsModuleEntry = const SundialsModule* (*)(ReportInnerSteps);
inline constexpr const char* sundials_module_entry = "plumb_sundials_module";

/// Returns whether the file of the module exists.
bool has_sundials();

/// Loads the module at the first call. Throws std::runtime_error if that is impossible.
const SundialsModule& sundials_module();

/// Loads the module from the first of these files that can be loaded. Throws std::runtime_error with all reasons if
/// none can be loaded, and if the loaded file is not the module.
const SundialsModule& sundials_module_from(const std::vector<std::filesystem::path>& files);

/// A message: how to add the module to a build.
inline constexpr std::string_view how_to_add_sundials =
    "install SUNDIALS (Debian: libsundials-dev), run cmake --preset release and build again, or wait for "
    "scripts/reproduce";

}  // namespace plumb
