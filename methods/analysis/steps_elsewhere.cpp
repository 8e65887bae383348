#include "methods/analysis/steps_elsewhere.hpp"

namespace plumb {
namespace {

thread_local const StepsElsewhere* innermost = nullptr;

}  // namespace

StepsElsewhere::StepsElsewhere(const Method& method, const MatrixSource& source)
    : method_(method), source_(source), before_(innermost) {
  innermost = this;
}

StepsElsewhere::~StepsElsewhere() { innermost = before_; }

const MatrixSource* StepsElsewhere::of(const Method& method) {
  for (const auto* one = innermost; one; one = one->before_)
    if (&one->method_ == &method) return &one->source_;
  return nullptr;
}

}  // namespace plumb
