#include "methods/analysis/amplification.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "contract/stop.hpp"
#include "methods/analysis/steps_elsewhere.hpp"
#include "methods/analysis/test_equation.hpp"
#include "numerics/real_eigen.hpp"

namespace plumb {
namespace {

// Takes steps on the test equation in the precision T, each from a given vector (q, v, memory).
template <class T>
class OscillatorStep {
 public:
  OscillatorStep(const Method& method, const Parameters& parameters, const quad& omega, const quad& damping_ratio)
      : system(TestEquation<T>(static_cast<T>(omega), static_cast<T>(damping_ratio))), state(zero_state(system)) {
    stepper = method.in<T>()(system, {parameters, {}});
    note(stepper->start(0, 1, state), "start");
  }

  Eigen::Index size() { return 2 + static_cast<Eigen::Index>(stepper->memory().size()); }
  const std::string& failure() const { return reason; }

  /// The number of stages counted by the method for each step, or 1 if it does not count. 0 if its steps have
  /// neither iterated nor used a derivative of the forces: explicit methods solve only with the mass matrix.
  int implicit_stages() const {
    const auto& counted = stepper->counters();
    const bool solves = system.counters.jacobian_evaluations.value_or(0) + counted.newton_iterations.value_or(0) > 0;
    return solves ? static_cast<int>(std::max<std::int64_t>(1, counted.stages.value_or(0) / steps)) : 0;
  }

  /// The image of x = (q, v, memory). All variables on which a step must not depend are set to `rest`.
  Vec<quad> operator()(const Vec<quad>& x, const quad& rest) {
    const auto memory = stepper->memory();
    Eigen::Map<Vec<T>> remembered(memory.data(), static_cast<Eigen::Index>(memory.size()));
    state.q[0] = static_cast<T>(x[0]);
    state.v[0] = static_cast<T>(x[1]);
    remembered = x.tail(remembered.size()).template cast<T>();
    state.a.fill(static_cast<T>(rest));
    state.lambda.fill(static_cast<T>(rest));
    note(stepper->step(0, 1, state), "step");
    ++steps;
    Vec<quad> image(x.size());
    image << quad(state.q[0]), quad(state.v[0]), remembered.template cast<quad>();
    for (const auto& e : image)
      if (!isfinite(e)) reason = "step: the result is not finite";
    return image;
  }

 private:
  void note(const StepResult& result, std::string_view stage) {
    if (result.status == Status::ok || !reason.empty()) return;
    stopping_point();  // ends a stopped computation, which is not a failed step
    reason = std::string(stage) + ": " + std::string(name(result.status));
    if (!result.detail.empty()) reason += " (" + std::string(result.detail) + ")";
  }

  AnySystem<T> system;
  typename AnySystem<T>::State state;
  std::unique_ptr<AnyStepper<T>> stepper;
  std::string reason;
  std::int64_t steps = 0;
};

// The parameters for which the method acts as in later steps: no start-up steps, and damping solved by Newton's
// iteration.
Parameters for_analysis(const Method& method, const Parameters& parameters, bool damped) {
  std::map<std::string, std::string> overrides(parameters.values().begin(), parameters.values().end());
  if (damped && parameters.is("solve", "fixed-point")) overrides["solve"] = "newton";
  for (const auto& spec : method.parameters)
    if (spec.name == "start" && spec.offers("backwards")) overrides["start"] = "backwards";
  return {method.parameters, overrides};
}

// Tests superposition of all columns with weights of both signs, and computes column 0 once more.
template <class T>
bool is_linear(OscillatorStep<T>& step, const Mat<quad>& a, const quad& within) {
  Vec<quad> x(a.cols()), first = Vec<quad>::Unit(a.cols(), 0);
  for (Eigen::Index j = 0; j < x.size(); ++j) x[j] = quad(j % 2 == 0 ? 1 : -1) * (1 + quad(7 * j % 5) / 11);
  const auto agree = [&](const Vec<quad>& from, const Vec<quad>& image) {
    const Vec<quad> size = a.cwiseAbs() * from.cwiseAbs();
    const Vec<quad> expected = a * from;
    for (Eigen::Index i = 0; i < size.size(); ++i)
      if (abs(image[i] - expected[i]) > within * (1 + size[i])) return false;
    return true;
  };
  return agree(x, step(x, -3)) && agree(first, step(first, 2));
}

// Splits off the eigenvalue a_ii if row i or column i is 0 off the diagonal, and appends it to `found`.
Mat<quad> deflated(Mat<quad> a, std::vector<Root>& found) {
  for (Eigen::Index i = 0; i < a.rows();) {
    const auto n = a.rows();
    bool row = true, column = true;
    for (Eigen::Index j = 0; j < n; ++j)
      if (j != i) {
        row = row && a(i, j) == 0;
        column = column && a(j, i) == 0;
      }
    if (!row && !column) {
      ++i;
      continue;
    }
    found.emplace_back(a(i, i));
    Eigen::PermutationMatrix<Eigen::Dynamic> last(n);
    last.setIdentity();
    last.applyTranspositionOnTheRight(i, n - 1);
    a = (last.transpose() * a * last).topLeftCorner(n - 1, n - 1).eval();
    i = 0;
  }
  return a;
}

// Computes eigenvalues from the matrix, or if the QR iteration fails, from its transpose, which has the same
// eigenvalues. The iteration may fail for highly defective roots, as in lms4 at rho = 1.
Vec<Root> iterated(const Mat<quad>& a) {
  for (const bool transposed : {false, true}) {
    stopping_point();
    const auto found = real_eigen(transposed ? Mat<quad>(a.transpose()) : a, false, 400);
    if (found.found) return found.values;
  }
  throw std::runtime_error("the eigenvalue iteration did not converge");
}

template <class T>
Amplification amplification_in(const Method& method, const Parameters& parameters, const quad& omega_h,
                               const quad& damping_ratio) {
  OscillatorStep<T> step(method, for_analysis(method, parameters, damping_ratio != 0), omega_h, damping_ratio);
  if (!step.failure().empty()) return {{}, step.failure()};
  const auto n = step.size();
  Mat<quad> a(n, n);
  for (Eigen::Index j = 0; j < n && step.failure().empty(); ++j) {
    stopping_point();
    a.col(j) = step(Vec<quad>::Unit(n, j), 0);
  }
  if (!step.failure().empty()) return {{}, step.failure()};
  const bool linear = is_linear(step, a, resolution(method).linear);
  if (!step.failure().empty()) return {{}, step.failure()};
  if (!linear) return {{}, "its step is not a linear function of position, velocity and memory"};
  return {std::move(a), {}, step.implicit_stages()};
}

}  // namespace

void balance(Mat<quad>& a) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
      quad column = a.col(i).cwiseAbs().sum() - abs(a(i, i)), factor = 1;
      const quad row = a.row(i).cwiseAbs().sum() - abs(a(i, i)), before = column + row;
      if (column <= 0 || row <= 0) continue;
      while (column < row / factor / 2) {
        factor *= 2;
        column *= 2;
      }
      while (column > 2 * row / factor) {
        factor /= 2;
        column /= 2;
      }
      if (column + row / factor >= quad(0.95) * before) continue;
      a.col(i) *= factor;
      a.row(i) /= factor;
      changed = true;
    }
  }
}

const Resolution& resolution(const Method& method) {
  static const Resolution in_quad = {.linear = 1e-25,
                                     .growth = 1e-20,
                                     .circle = 1e-10,
                                     .infinity = 1e-8,
                                     .order_omega = quad(1) / 64,
                                     .order_noise = 1e-27,
                                     .zero_omega = {quad("1e-10"), quad("1e-14")},
                                     .first = 1e4,
                                     .last = 2e12};
  static const Resolution in_double = {.linear = 1e-9,
                                       .growth = 1e-9,
                                       .circle = 1e-6,
                                       .infinity = 1e-5,
                                       .order_omega = quad(1) / 8,
                                       .order_noise = 1e-14,
                                       .zero_omega = {quad("1e-7"), quad("1e-10")},
                                       .first = 1e2,
                                       .last = 2e6};
  return method.in_quad ? in_quad : in_double;
}

Amplification amplification_matrix(const Method& method, const Parameters& parameters, const quad& omega_h,
                                   const quad& damping_ratio) {
  if (!method.in_quad && !method.in_double) return {{}, "it has no stepper"};
  if (!method.info.linear_memory) return {{}, "its memory does not contain its complete state between steps"};
  if (const auto* elsewhere = StepsElsewhere::of(method)) return (*elsewhere)(omega_h, damping_ratio);
  if (method.in_quad) return amplification_in<quad>(method, parameters, omega_h, damping_ratio);
  return amplification_in<double>(method, parameters, omega_h, damping_ratio);
}

std::vector<Root> eigenvalues(const Mat<quad>& matrix) {
  std::vector<Root> roots;
  Mat<quad> a = deflated(matrix, roots);
  if (a.rows() != 0) {
    balance(a);
    for (const auto& root : iterated(a)) roots.push_back(root);
  }
  std::ranges::sort(roots, std::greater{}, modulus);
  return roots;
}

Root exact_root(const quad& omega_h, const quad& damping_ratio) {
  const quad decay = exp(-damping_ratio * omega_h);
  const quad phase = omega_h * sqrt(1 - damping_ratio * damping_ratio);
  return {decay * cos(phase), decay * sin(phase)};
}

}  // namespace plumb
