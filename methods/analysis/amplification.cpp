#include "methods/analysis/amplification.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>
#include <stdexcept>

#include "contract/stop.hpp"
#include "methods/analysis/test_equation.hpp"

namespace plumb {
namespace {

class OscillatorStep {
 public:
  OscillatorStep(const Method& method, const Parameters& parameters, const quad& omega, const quad& damping_ratio)
      : system(TestEquation<quad>(omega, damping_ratio)), state(zero_state(system)) {
    stepper = method.in_quad(system, {parameters, {}});
    note(stepper->start(0, 1, state), "start");
  }

  Eigen::Index size() { return 2 + static_cast<Eigen::Index>(stepper->memory().size()); }
  const std::string& failure() const { return reason; }

  /// The image of x = (q, v, memory). `rest` is put into everything that a step must not depend on.
  Vec<quad> operator()(const Vec<quad>& x, const quad& rest) {
    const auto memory = stepper->memory();
    Eigen::Map<Vec<quad>> remembered(memory.data(), static_cast<Eigen::Index>(memory.size()));
    state.q[0] = x[0];
    state.v[0] = x[1];
    remembered = x.tail(remembered.size());
    state.a.fill(rest);
    state.lambda.fill(rest);
    note(stepper->step(0, 1, state), "step");
    Vec<quad> image(x.size());
    image << state.q[0], state.v[0], remembered;
    for (const auto& e : image)
      if (!isfinite(e)) reason = "step: the result is not finite";
    return image;
  }

 private:
  void note(const StepResult& result, std::string_view stage) {
    if (result.status == Status::ok || !reason.empty()) return;
    reason = std::string(stage) + ": " + std::string(name(result.status));
    if (!result.detail.empty()) reason += " (" + std::string(result.detail) + ")";
  }

  AnySystem<quad> system;
  AnySystem<quad>::State state;
  std::unique_ptr<AnyStepper<quad>> stepper;
  std::string reason;
};

// The method as its later steps are: without start-up steps, and with damping solved for by Newton's iteration.
Parameters for_analysis(const Method& method, const Parameters& parameters, bool damped) {
  std::map<std::string, std::string> given(parameters.values().begin(), parameters.values().end());
  if (damped && parameters.is("solve", "fixed-point")) given["solve"] = "newton";
  for (const auto& spec : method.parameters)
    if (spec.name == "start" && spec.offers("backwards")) given["start"] = "backwards";
  return {method.parameters, given};
}

// Superposition of all columns with weights of both signs; also asks for column 0 again.
bool is_linear(OscillatorStep& step, const Mat<quad>& a) {
  Vec<quad> x(a.cols()), first = Vec<quad>::Unit(a.cols(), 0);
  for (Eigen::Index j = 0; j < x.size(); ++j) x[j] = quad(j % 2 == 0 ? 1 : -1) * (1 + quad(7 * j % 5) / 11);
  const auto agree = [&](const Vec<quad>& from, const Vec<quad>& image) {
    const Vec<quad> size = a.cwiseAbs() * from.cwiseAbs();
    const Vec<quad> expected = a * from;
    for (Eigen::Index i = 0; i < size.size(); ++i)
      if (abs(image[i] - expected[i]) > quad(1e-25) * (1 + size[i])) return false;
    return true;
  };
  return agree(x, step(x, -3)) && agree(first, step(first, 2));
}

// Splits off the eigenvalues that a zero row or column isolates.
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

// The transpose has the same eigenvalues, and its iteration another path: roots that are defective several times over,
// as those of lms4 at rho = 1, may stop one of the two.
Vec<Root> iterated(const Mat<quad>& a) {
  Eigen::EigenSolver<Mat<quad>> solver(a.rows());
  solver.setMaxIterations(400 * a.rows());
  for (const bool transposed : {false, true}) {
    stopping_point();
    solver.compute(transposed ? Mat<quad>(a.transpose()) : a, false);
    if (solver.info() == Eigen::Success) return solver.eigenvalues();
  }
  throw std::runtime_error("the eigenvalue iteration did not converge");
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

Amplification amplification_matrix(const Method& method, const Parameters& parameters, const quad& omega_h,
                                   const quad& damping_ratio) {
  if (!method.in_quad) return {{}, "it is not available in quad precision"};
  if (!method.info.linear_memory) return {{}, "its memory does not hold all that it carries from step to step"};
  OscillatorStep step(method, for_analysis(method, parameters, damping_ratio != 0), omega_h, damping_ratio);
  if (!step.failure().empty()) return {{}, step.failure()};
  const auto n = step.size();
  Mat<quad> a(n, n);
  for (Eigen::Index j = 0; j < n && step.failure().empty(); ++j) {
    stopping_point();
    a.col(j) = step(Vec<quad>::Unit(n, j), 0);
  }
  if (!step.failure().empty()) return {{}, step.failure()};
  const bool linear = is_linear(step, a);
  if (!step.failure().empty()) return {{}, step.failure()};
  if (!linear) return {{}, "its step is not a linear map of position, velocity and memory"};
  return {std::move(a), {}};
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
