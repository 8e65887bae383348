#include "harness/api/equations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "text/exit_codes.hpp"
#include "text/mistakes.hpp"
#include "text/number_text.hpp"

namespace plumb {
namespace {

std::vector<Part> rotations_of(const FormulatedProblem& formulated) {
  auto out = formulated.formulation.parts ? formulated.formulation.parts(formulated.data) : std::vector<Part>{};
  std::erase_if(out, [](const Part& part) { return part.kind != PartKind::rotation; });
  return out;
}

template <class T>
FirstOrder<T> first_order_in(const FormulatedProblem& formulated) {
  return {formulated.problem.in<T>().system(formulated.data, formulated.formulation), rotations_of(formulated)};
}

void require(std::size_t has, int requested, const char* label) {
  if (has != static_cast<std::size_t>(requested))
    throw wrong_kind("{}: {} numbers are given; {} are needed", label, has, requested);
}

void take(std::span<const double> from, Vec<double>& to, const char* label) {
  require(from.size(), static_cast<int>(to.size()), label);
  std::copy(from.begin(), from.end(), to.data());
}

void put(const Vec<double>& from, std::span<double> to, const char* label = "result") {
  require(to.size(), static_cast<int>(from.size()), label);
  std::copy(from.data(), from.data() + from.size(), to.begin());
}

void add_components(std::vector<Quantified>& out, const FormulatedProblem& formulated, bool of_velocities) {
  const char letter = of_velocities ? 'v' : 'q';
  int place = 0;
  for (const auto& part : formulated.formulation.parts(formulated.data)) {
    const auto& range = of_velocities ? part.v : part.q;
    const bool is_rotation = part.kind == PartKind::rotation;
    std::string unit = part.unit;
    if (of_velocities) unit = is_rotation ? "rad/s" : part.unit == "-" ? "-" : part.unit + "/s";
    if (of_velocities && !formulated.formulation.momenta_of.empty()) unit = is_rotation ? "kg m^2/s" : "kg m/s";
    for (int i = 0; i < range.size; ++i) out.push_back({fmt::format("{}{}", letter, ++place), unit, part.name});
  }
}

}  // namespace

Equations::Equations(const std::string& problem, const std::string& formulation)
    : formulated_(formulated_problem(problem, formulation)), in_double_([this] {
        try {
          return first_order_in<double>(formulated_);
        } catch (const std::invalid_argument& e) {
          throw UsageError(fmt::format("{}: {}", formulated_.problem.name, e.what()));
        }
      }()) {
  sizes_ = in_double_.system().sizes();
  x_ = zero_state(in_double_.system());
  w_ = x_.v;
  e_ = x_.lambda;
}

FirstOrder<quad>& Equations::in_quad() {
  if (!in_quad_) in_quad_.emplace(first_order_in<quad>(formulated_));
  return *in_quad_;
}

int Equations::index() const {
  switch (form()) {
    case Form::ode: return 0;
    case Form::index1: return 1;
    case Form::index3: return 3;
    case Form::index2:
    case Form::ggl: break;
  }
  return 2;
}

std::vector<Quantified> Equations::components() const {
  std::vector<Quantified> out;
  add_components(out, formulated_, false);
  add_components(out, formulated_, true);
  for (int i = 1; i <= sizes_.lambda; ++i) out.push_back({fmt::format("lambda{}", i), "SI", "multiplier"});
  for (int i = 1; i <= layout().mu; ++i) out.push_back({fmt::format("mu{}", i), "SI", "multiplier of GGL"});
  return out;
}

std::vector<Quantified> Equations::outputs() const {
  std::vector<Quantified> out;
  for (const auto& output : formulated_.problem.outputs) out.push_back({output.name, output.unit, output.meaning});
  return out;
}

std::vector<Quantified> Equations::invariants() const {
  std::vector<Quantified> out = {{"energy", "J", "kinetic and potential energy"}};
  for (const auto& kept : formulated_.formulation.invariants) out.push_back({kept.name, kept.unit, kept.meaning});
  return out;
}

std::vector<int> Equations::differential() const {
  const auto [q, v, lambda, mu] = layout();
  std::vector<int> out(static_cast<std::size_t>(q + v), 1);
  out.resize(static_cast<std::size_t>(q + v + lambda + mu), 0);
  return out;
}

Equations::State Equations::start() const {
  auto system = formulated_.problem.in<double>().system(formulated_.data, formulated_.formulation);
  try {
    return initial_state(formulated_.problem, formulated_.data, formulated_.formulation, system);
  } catch (const std::invalid_argument& e) {
    throw UsageError(fmt::format("{} {}: {}", formulated_.problem.name, formulated_.formulation.name, e.what()));
  }
}

void Equations::first_order(double t, const State& x, Numbers y, Numbers dy) {
  const auto parts = layout();
  require(y.size(), parts.size(), "y");
  require(dy.size(), parts.size(), "y'");
  std::ranges::fill(y, 0);
  std::ranges::fill(dy, 0);
  const auto q = static_cast<std::size_t>(parts.q), v = static_cast<std::size_t>(parts.v);
  put(x.q, y.subspan(0, q), "q");
  put(x.v, y.subspan(q, v), "v");
  put(x.lambda, y.subspan(q + v, static_cast<std::size_t>(parts.lambda)), "lambda");
  put(x.a, dy.subspan(q, v), "a");
  std::vector<double> moving(y.size());
  in_double_.residual(t, y, dy, moving);  // residual with q' = 0: its rows of q are −E v
  for (std::size_t i = 0; i < q; ++i) dy[i] = -moving[i];
}

void Equations::rhs(double t, Given y, Numbers dy) {
  if (!has_rhs())
    throw UsageError(fmt::format(
        "{} {}: this formulation has no explicit form y' = F(t, y); use residual, or the formulation index1 or ode",
        formulated_.problem.name, formulated_.formulation.name));
  require(y.size(), sizes_.q + sizes_.v, "y");
  require(dy.size(), sizes_.q + sizes_.v, "y'");
  if (!in_double_.rhs(t, y, dy))
    throw SingularEquations(
        fmt::format("{}: mass matrix and constraints are singular at t = {}", formulated_.problem.name, shortest(t)));
}

void Equations::residual(double t, Given y, Given dy, Numbers out) {
  require(y.size(), layout().size(), "y");
  require(dy.size(), layout().size(), "y'");
  require(out.size(), layout().size(), "residual");
  in_double_.residual(t, y, dy, out);
}

void Equations::mass_matrix(Given q, Numbers out) {
  take(q, x_.q, "q");
  require(out.size(), sizes_.v * sizes_.v, "mass matrix");
  x_.v.setZero();
  for (int i = 0; i < sizes_.v; ++i) {
    x_.v[i] = 1;
    in_double_.system().momentum(x_.q, x_.v, w_);
    x_.v[i] = 0;
    put(w_, out.subspan(static_cast<std::size_t>(i * sizes_.v), static_cast<std::size_t>(sizes_.v)));
  }
}

void Equations::constraint_jacobian(double t, Given q, Numbers out) {
  take(q, x_.q, "q");
  require(out.size(), sizes_.lambda * sizes_.v, "constraint Jacobian");
  x_.lambda.setZero();
  for (int i = 0; i < sizes_.lambda; ++i) {
    x_.lambda[i] = 1;
    in_double_.system().reaction(t, x_.q, x_.lambda, w_);
    x_.lambda[i] = 0;
    for (int j = 0; j < sizes_.v; ++j) out[static_cast<std::size_t>(j * sizes_.lambda + i)] = w_[j];
  }
}

void Equations::force(double t, Given q, Given v, Numbers out) {
  take(q, x_.q, "q");
  take(v, x_.v, "v");
  in_double_.system().force(t, x_.q, x_.v, w_);
  put(w_, out, "force");
}

void Equations::constraint(double t, Given q, Numbers out) {
  take(q, x_.q, "q");
  in_double_.system().constraint(t, x_.q, e_);
  put(e_, out, "constraint");
}

void Equations::constraint_rate(double t, Given q, Given v, Numbers out) {
  take(q, x_.q, "q");
  take(v, x_.v, "v");
  in_double_.system().constraint_rate(t, x_.q, x_.v, e_);
  put(e_, out, "constraint rate");
}

void Equations::constraint_bias(double t, Given q, Given v, Numbers out) {
  take(q, x_.q, "q");
  take(v, x_.v, "v");
  in_double_.system().constraint_bias(t, x_.q, x_.v, e_);
  put(e_, out, "constraint bias");
}

void Equations::reaction(double t, Given q, Given lambda, Numbers out) {
  take(q, x_.q, "q");
  take(lambda, x_.lambda, "lambda");
  in_double_.system().reaction(t, x_.q, x_.lambda, w_);
  put(w_, out, "reaction");
}

void Equations::acceleration(double t, Given q, Given v, Numbers a, Numbers lambda) {
  take(q, x_.q, "q");
  take(v, x_.v, "v");
  if (!in_double_.system().acceleration(t, x_.q, x_.v, w_, e_))
    throw SingularEquations(
        fmt::format("{}: mass matrix and constraints are singular at t = {}", formulated_.problem.name, shortest(t)));
  put(w_, a, "accelerations");
  put(e_, lambda, "multipliers");
}

void Equations::outputs(double t, const State& x, Numbers out) {
  require(out.size(), static_cast<int>(formulated_.problem.outputs.size()), "outputs");
  Vec<double> values = Vec<double>::Zero(static_cast<Eigen::Index>(out.size()));
  in_double_.system().outputs(t, x, values);
  put(values, out);
}

void Equations::invariants(double t, Given q, Given v, Numbers out) {
  take(q, x_.q, "q");
  take(v, x_.v, "v");
  auto& system = in_double_.system();
  require(out.size(), 1 + system.invariant_count(), "invariants");
  Vec<double> values = Vec<double>::Zero(system.invariant_count());
  system.invariants(t, x_.q, x_.v, values);
  out[0] = system.energy(t, x_.q, x_.v);
  put(values, out.subspan(1));
}

void Equations::retract(Given q, Given theta, Numbers out) {
  take(q, x_.q, "q");
  take(theta, w_, "theta");
  Vec<double> moved = x_.q;
  in_double_.system().retract(x_.q, w_, moved);
  put(moved, out, "q");
}

void Equations::local(Given q, Given q1, Numbers theta) {
  take(q, x_.q, "q");
  Vec<double> other = x_.q;
  take(q1, other, "q1");
  in_double_.system().local(x_.q, other, w_);
  put(w_, theta, "theta");
}

}  // namespace plumb
