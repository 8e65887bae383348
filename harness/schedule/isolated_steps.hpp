#pragma once
// An external method may crash, hang or take all memory. So the analysis of its order and stability lets a worker
// take its steps.

#include <memory>
#include <string>
#include <string_view>

#include "harness/worker/messages.hpp"
#include "methods/analysis/steps_elsewhere.hpp"

namespace plumb {

class WorkerClient;

class IsolatedSteps {
 public:
  /// Prepares steps of `method`, which must outlive this object; `name` is its name in requests. A method of the
  /// catalogue, or one given by coefficients, needs no worker. Throws as WorkerProcess does.
  IsolatedSteps(std::string_view name, const Method& method, Parameters parameters);
  ~IsolatedSteps();
  IsolatedSteps(const IsolatedSteps&) = delete;
  IsolatedSteps& operator=(const IsolatedSteps&) = delete;

  /// Returns an object during whose lifetime analyses of the method on the calling thread take their steps in the
  /// worker; null if no worker is needed. Only one thread at a time may have such an object.
  std::unique_ptr<StepsElsewhere> here();

  const Method& method() const { return method_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  Amplification matrix(const quad& omega_h, const quad& damping_ratio);

  const Method& method_;
  const Parameters parameters_;
  std::unique_ptr<WorkerClient> worker_;  // worker that takes the steps; null: this process
  std::string failure_;                   // reason why the worker has no method; empty: it has one
  MatrixSource source_;
};

/// The counterpart of IsolatedSteps in the worker: takes the steps.
class StepsInWorker {
 public:
  /// Loads the method that an order names. Throws UsageError.
  void begin(const WorkerOrder& order);
  /// Takes the steps of a request, packed Ω = ωh and damping ratio ξ. Returns the packed amplification matrix, or the
  /// reason why a step fails.
  std::string reply(std::string_view question) const;

 private:
  const Method* method_ = nullptr;
  Parameters parameters_;
};

}  // namespace plumb
