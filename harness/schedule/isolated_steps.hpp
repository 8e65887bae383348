#pragma once
// An external method may crash, hang or take all memory. So its steps for the analysis are taken in a worker.

#include <memory>
#include <string>
#include <string_view>

#include "harness/worker/messages.hpp"
#include "methods/analysis/steps_elsewhere.hpp"

namespace plumb {

class AskedWorker;

class IsolatedSteps {
 public:
  /// Takes the steps of the method of that name, which must outlive this object. A method of the catalogue or of
  /// coefficients needs no worker. Throws as WorkerProcess does.
  IsolatedSteps(std::string_view name, const Method& method, Parameters parameters);
  ~IsolatedSteps();
  IsolatedSteps(const IsolatedSteps&) = delete;
  IsolatedSteps& operator=(const IsolatedSteps&) = delete;

  /// As long as the returned object lives, analyses of the method on this thread take their steps in that worker. One
  /// thread at a time may use this.
  std::unique_ptr<StepsElsewhere> here();

  const Method& method() const { return method_; }
  const Parameters& parameters() const { return parameters_; }

 private:
  Amplification matrix(const quad& omega_h, const quad& damping_ratio);

  const Method& method_;
  const Parameters parameters_;
  std::unique_ptr<AskedWorker> worker_;  // worker that takes the steps; null: this process
  std::string failure_;                  // reason why the worker has no method; empty: it has one
  MatrixSource source_;
};

/// The same steps, as the worker takes them.
class StepsInWorker {
 public:
  /// Takes the method of an order. Throws UsageError.
  void begin(const WorkerOrder& order);
  /// Answers a question about its steps.
  std::string answer(std::string_view question) const;

 private:
  const Method* method_ = nullptr;
  Parameters parameters_;
};

}  // namespace plumb
