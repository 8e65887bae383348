#pragma once
// The interface of every time integrator to the harness.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "contract/counters.hpp"
#include "contract/parameters.hpp"
#include "contract/status.hpp"
#include "contract/system.hpp"

namespace plumb {

/// Metadata of a method; lists, help, documentation and tests are generated from it. `Text` is std::string, or
/// std::string_view in tableaus that are constant expressions.
template <class Text>
struct BasicMethodInfo {
  Text name;                  // name on the command line and in tables
  Text title;                 // full name of the method, for users
  Text source;                // citation key with equation or page
  int order = 0;              // classical order with the default parameters
  Text forms = "ode index1";  // forms of the equations (form.hpp) that the method supports, separated by blanks
  bool fixed_step = true;     // false: the step is an output interval, accuracy comes from a tolerance
  bool linear_memory = true;  // memory() contains the whole state between steps: needed to linearise and restart
  bool vector_space_only = false;
  bool needs_velocity_independence = false;
  bool needs_dense_blocks = false;  // needs OffersBlocks: for rotations; with vector_space_only, for all problems
  bool double_only = false;

  template <class Other>
  BasicMethodInfo<Other> as() const {
    return {.name = Other(name),
            .title = Other(title),
            .source = Other(source),
            .order = order,
            .forms = Other(forms),
            .fixed_step = fixed_step,
            .linear_memory = linear_memory,
            .vector_space_only = vector_space_only,
            .needs_velocity_independence = needs_velocity_independence,
            .needs_dense_blocks = needs_dense_blocks,
            .double_only = double_only};
  }
};

using MethodInfo = BasicMethodInfo<std::string>;
using ConstantMethodInfo = BasicMethodInfo<std::string_view>;

enum class NewtonTest { increment, residual };
enum class NewtonNorm { max, euclidean, rms };

/// Settings of Newton's iteration. Without a tolerance the method's own default applies, scaled to the precision.
struct NewtonSettings {
  std::optional<double> tolerance;
  NewtonTest test = NewtonTest::increment;
  NewtonNorm norm = NewtonNorm::max;
  int max_iterations = 100;
};

struct MethodOptions {
  Parameters parameters;
  NewtonSettings newton;
};

/// Construction and `start` may allocate, `step` must not. `start` prepares the memory at t for steps of size h and
/// completes x (accelerations, multipliers) if possible; `step` takes x from t to t + h. `memory()` has all data
/// except q and v that are passed from step to step, so that the harness can linearise, restart and store a method.
template <class M, class S>
concept Stepper = Mechanical<S> && requires(M m, typename S::Scalar t, typename S::State& x) {
  { m.start(t, t, x) } -> std::same_as<StepResult>;
  { m.step(t, t, x) } -> std::same_as<StepResult>;
  { m.memory() } -> std::same_as<std::span<typename S::Scalar>>;
  { m.counters } -> std::convertible_to<Counters&>;
};

}  // namespace plumb
