#include "problems/mbs/multibody_system.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "numerics/each_scalar.hpp"
#include "problems/mbs/reaction.hpp"

namespace plumb::mbs {
namespace {

// Limit of the unknowns for which blocks() are offered. Larger dense matrices are too slow for coupled stages.
constexpr int most_dense_unknowns = 64;

template <class T>
LinearSolver solver_for(const Assembly<T>& parts, Algebra requested) {
  if (!parts.frictions.empty()) {
    if (requested != Algebra::automatic && requested != Algebra::dense)
      throw std::invalid_argument("friction couples all bodies, so only solver=dense or automatic is allowed");
    return LinearSolver::dense;
  }
  switch (requested) {
    case Algebra::dense: return LinearSolver::dense;
    case Algebra::klu: return LinearSolver::klu;
    case Algebra::tree:
    case Algebra::automatic: break;
  }
  return LinearSolver::tree;
}

// Multiplies three columns of the matrix, from `first` on, by N from the right.
template <class T>
void apply_chart(const Matrix<T>& n, int first, Mat<T>& to) {
  for (Eigen::Index i = 0; i < to.rows(); ++i) {
    const Vec<T, 3> row = n.transpose() * to.template block<1, 3>(i, first).transpose();
    to.template block<1, 3>(i, first) = row.transpose();
  }
}

}  // namespace

template <class T>
MultibodySystem<T>::MultibodySystem(Assembly<T> assembly, Form form, so3::Chart<T> chart, Algebra algebra)
    : RigidBodySpace<T>(assembly.count(), assembly.sections, chart),
      parts(std::make_shared<const Assembly<T>>(std::move(assembly))),
      level(form),
      solver(solver_for(*parts, algebra)),
      outputs_accelerations(std::ranges::any_of(
          parts->outputs, [](const auto& o) { return needs_accelerations(o.kind) && !o.by_method; })),
      placed(parts->places()),
      row_states(placed.states()),
      charts(parts->bodies.size(), identity<Matrix<T>>()),
      carried(parts->sections.size()),
      inertia(*parts, parts->frictions.empty() ? solver : LinearSolver::tree),
      solved({7 * parts->places(), 6 * parts->places(), parts->rows}),
      friction(*parts),
      friction_stiffness(
          zeros<Mat<T>>(friction.empty() ? 0 : 6 * parts->count(), friction.empty() ? 0 : 6 * parts->count())),
      friction_damping(friction_stiffness),
      a_work(zeros<V>(6 * parts->places())),
      lambda_work(zeros<L>(parts->rows)) {}

template <class T>
std::string_view MultibodySystem<T>::linear_algebra() const {
  return solver_name<T>(solver);
}

/// Calls each(law, tie, pair) for every basic constraint.
template <class T>
template <class Each>
void MultibodySystem<T>::each_tie(Each each) const {
  for (const auto& tie : parts->ties) {
    const auto p = pair_of(placed.states(), tie.first, tie.second);
    std::visit([&](const auto& law) { each(law, tie, p); }, tie.law);
  }
}

template <class T>
bool MultibodySystem<T>::acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) const {
  placed.place(q, v);
  return solve_index1(t, q, v, a, lambda);
}

// Solves the equations of index 1 for a and λ. Precondition: `placed` has the states at q and v.
template <class T>
bool MultibodySystem<T>::solve_index1(const T& t, const Q& q, const V& v, V& a, L& lambda) const {
  if (solved.recall(t, q, v, a, lambda)) return true;
  solved.forget();
  clear(lambda);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    Vec<T, Law::rows> own;
    law.bias(p, t, own);
    lambda.template segment<Law::rows>(tie.row) -= own;
  });
  sum_forces(t, a);
  if (!inertia.factor(*parts, placed.states(), t)) return false;
  inertia.solve(a, lambda);
  if (friction.acts() && !friction.add(*parts, Instant<T>{t, t, placed.states(), placed.states()}, inertia, a, lambda))
    return false;
  solved.remember(t, q, v, a, lambda);
  return true;
}

// Computes the friction forces at the current states. The accelerations and multipliers are discarded. Returns false if
// the equations are singular.
template <class T>
bool MultibodySystem<T>::take_friction(const T& t, const Q& q, const V& v) const {
  return solve_index1(t, q, v, a_work, lambda_work);
}
template <class T>
bool MultibodySystem<T>::take_friction_tangents(const T& t, const Q& q, const V& v) const {
  if (!take_friction(t, q, v)) return false;
  const Instant<T> now{t, t, placed.states(), placed.states(), &a_work, &lambda_work};
  return friction.tangents(*parts, now, inertia, friction_stiffness, friction_damping);
}

template <class T>
void MultibodySystem<T>::force(const T& t, const Q& q, const V& v, V& f) const {
  placed.place(q, v);
  sum_forces(t, f);
  if (!friction.acts()) return;
  if (take_friction(t, q, v))
    friction.add_forces(*parts, f);
  else
    f.setConstant(std::numeric_limits<T>::quiet_NaN());
}

// Computes f at the current states, without Coulomb friction.
template <class T>
void MultibodySystem<T>::sum_forces(const T& t, V& f) const {
  const Vector<T> gravity = parts->gravity_at(t);
  for (int k = 0; k < parts->count(); ++k) {
    const auto& body = parts->bodies[static_cast<std::size_t>(k)];
    const Vector<T>& w = placed.states()[static_cast<std::size_t>(k)].w;
    f.template segment<3>(6 * k) = body.mass * gravity;
    f.template segment<3>(6 * k + 3) = three::cross(three::product(body.inertia, w), w);
  }
  f.tail(f.size() - 6 * parts->count()).setZero();
  each_force(parts->forces, placed.states(), [&]<class Law>(const Law& law, const auto& bodies, const auto& group) {
    auto own = zeros<GroupVector<T, Law::nodes>>();
    law.add_force(group, t, own);
    add_group_part(own, bodies, f);
  });
}

template <class T>
void MultibodySystem<T>::momentum(const Q&, const V& v, V& p) const {
  for (int k = 0; k < parts->count(); ++k) {
    const auto& body = parts->bodies[static_cast<std::size_t>(k)];
    p.template segment<3>(6 * k) = body.mass * v.template segment<3>(6 * k);
    p.template segment<3>(6 * k + 3) = body.inertia * rotation(v, k);
  }
  const auto of_sections = v.size() - 6 * parts->count();
  p.tail(of_sections) = v.tail(of_sections);
}

template <class T>
void MultibodySystem<T>::reaction(const T& t, const Q& q, const L& lambda, V& r) const {
  placed.place(q);
  clear(r);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    const Vec<T, Law::rows> own = lambda.template segment<Law::rows>(tie.row);
    add_reaction<T>(law, tie, p, t, own, r);
  });
}

template <class T>
void MultibodySystem<T>::constraint_jacobian(const T& t, const Q& q, Mat<T>& g) const {
  placed.place(q);
  clear(g);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    PairRows<T, Law::rows> own;
    law.jacobian(p, t, own);
    if (tie.first != on_ground) g.template block<Law::rows, 6>(tie.row, 6 * tie.first) += own.template leftCols<6>();
    if (tie.second != on_ground) g.template block<Law::rows, 6>(tie.row, 6 * tie.second) += own.template rightCols<6>();
  });
}

template <class T>
void MultibodySystem<T>::constraint(const T& t, const Q& q, L& phi) const {
  placed.place(q);
  clear(phi);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    Vec<T, Law::rows> own;
    law.value(p, t, own);
    phi.template segment<Law::rows>(tie.row) += own;
  });
  for (const auto& gear : parts->gears) phi[gear.row] = without_turns(phi[gear.row], gear.period);
}

template <class T>
void MultibodySystem<T>::constraint_rate(const T& t, const Q& q, const V& v, L& rate) const {
  placed.place(q);
  clear(rate);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    Vec<T, Law::rows> own;
    law.product(p, t, pair_part(v, tie.first, tie.second), own);
    rate.template segment<Law::rows>(tie.row) += own;
    if (!law.moves()) return;
    law.offset(p, t, own);
    rate.template segment<Law::rows>(tie.row) += own;
  });
}

template <class T>
void MultibodySystem<T>::constraint_bias(const T& t, const Q& q, const V& v, L& bias) const {
  placed.place(q, v);
  clear(bias);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    Vec<T, Law::rows> own;
    law.bias(p, t, own);
    bias.template segment<Law::rows>(tie.row) += own;
  });
}

template <class T>
void MultibodySystem<T>::constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& out) const {
  constraint_bias(t, q, v, out);
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    Vec<T, Law::rows> own;
    law.product(p, t, pair_part(a, tie.first, tie.second), own);
    out.template segment<Law::rows>(tie.row) += own;
  });
}

// --- matrices

template <class T>
template <class Entry>
MultibodyFactors<T, Entry> MultibodySystem<T>::factors() const {
  return MultibodyFactors<T, Entry>(*parts, solver, is_stabilised(level));
}

template <class T>
template <class Entry>
bool MultibodySystem<T>::factor(Factors<Entry>& f, const Point& point, const Blend<Entry>& b) const {
  const auto& states = placed.place(point.x.q, point.x.v);
  const bool others = point.q_rows || point.t_rows;
  if (others) place_bodies(point.q_rows ? *point.q_rows : point.x.q, static_cast<const V*>(nullptr), row_states);
  Instant<T> now{point.t,    point.t_rows ? *point.t_rows : point.t,
                 states,     others ? row_states : states,
                 &point.x.a, &point.x.lambda};
  if (point.theta) {
    if (!this->take_tangents(*point.theta, point.velocity, point.weight, charts)) return false;
    now.charts = &charts;
  }
  if (!this->take_moves(point, charts, carried)) return false;
  now.carried = &carried;
  if (friction.acts() && (b.has_tangents() || b.mu_force != Entry(0))) {
    if (!take_friction_tangents(point.t, point.x.q, point.x.v)) return false;
    if (now.charts)
      for (int k = 0; k < parts->count(); ++k) {
        apply_chart(charts[static_cast<std::size_t>(k)], 6 * k + 3, friction_stiffness);
      }
    now.stiffness = &friction_stiffness;
    now.damping = &friction_damping;
  }
  return f.factor(*parts, now, b);
}

template <class T>
bool MultibodySystem<T>::offers_blocks() const {
  return parts->sections.empty() && 6 * parts->count() + parts->rows <= most_dense_unknowns;
}
template <class T>
void MultibodySystem<T>::blocks(const T& t, const State& x, BlocksOf<MultibodySystem>& out) const {
  placed.place(x.q, x.v);
  Instant<T> now{t, t, placed.states(), placed.states(), &x.a, &x.lambda};
  if (friction.acts()) {
    if (!take_friction_tangents(t, x.q, x.v)) friction_stiffness.setConstant(std::numeric_limits<T>::quiet_NaN());
    now.stiffness = &friction_stiffness;
    now.damping = &friction_damping;
  }
  if (rows_work.rows() != out.jacobian.rows()) rows_work = out.jacobian;
  fill_blocks(*parts, now,
              {.curvature = true,
               .rate = imposes_velocities(level) || parts->nonholonomic_rows != 0,
               .by_v = imposes_accelerations(level),
               .by_q = imposes_accelerations(level)},
              out, rows_work, rows_work);
}

// --- energy and outputs

template <class T>
bool MultibodySystem<T>::conservative() const {
  if (!friction.empty() || !parts->gravity_factor.is_constant()) return false;
  for (const auto& force : parts->forces)
    if (!std::visit([](const auto& law) { return law.conservative(); }, force.law)) return false;
  for (const auto& tie : parts->ties)
    if (std::visit([](const auto& law) { return law.moves(); }, tie.law)) return false;
  return true;
}

template <class T>
T MultibodySystem<T>::energy(const T& t, const Q& q, const V& v) const {
  placed.place(q, v);
  return kinetic_energy(*parts, v) + potential_energy(*parts, placed.states(), t);
}

/// Returns the power of forces without a potential, ∂U/∂t of a time-dependent potential U, and the power of drivers.
template <class T>
T MultibodySystem<T>::power(const T& t, const Q& q, const V& v, const L& lambda) const {
  placed.place(q, v);
  T sum = potential_rate(*parts, placed.states(), t);
  each_force(parts->forces, placed.states(),
             [&](const auto& law, const auto&, const auto& group) { sum += law.power(group, t); });
  each_tie([&]<class Law>(const Law& law, const Tie<T>& tie, const Pair<T>& p) {
    if (!law.moves()) return;
    Vec<T, Law::rows> offset;
    law.offset(p, t, offset);
    for (int i = 0; i < Law::rows; ++i) sum += lambda[tie.row + i] * offset[i];
  });
  if (friction.acts() && take_friction(t, q, v)) sum += friction.power();
  return sum;
}

template <class T>
void MultibodySystem<T>::outputs(const T& t, const State& x, Vec<T>& out) const {
  if (outputs_accelerations) {
    acceleration_or_nan(*this, t, x.q, x.v, a_work, lambda_work);
  } else {
    placed.place(x.q, x.v);
  }
  for (std::size_t i = 0; i < parts->outputs.size(); ++i) {
    const auto& data = parts->outputs[i];
    out[static_cast<Eigen::Index>(i)] = data.by_method
                                            ? output(*parts, data, placed.states(), t, x.v, x.a, x.lambda)
                                            : output(*parts, data, placed.states(), t, x.v, a_work, lambda_work);
  }
}

#define PLUMB_INSTANTIATE_ENTRY(T, Entry)                                  \
  template MultibodyFactors<T, Entry> MultibodySystem<T>::factors() const; \
  template bool MultibodySystem<T>::factor(MultibodyFactors<T, Entry>&, const Point&, const Blend<Entry>&) const;
#define PLUMB_INSTANTIATE(T)         \
  template class MultibodySystem<T>; \
  PLUMB_INSTANTIATE_ENTRY(T, T)      \
  PLUMB_INSTANTIATE_ENTRY(T, std::complex<T>)
PLUMB_EACH_SCALAR(PLUMB_INSTANTIATE)
#undef PLUMB_INSTANTIATE
#undef PLUMB_INSTANTIATE_ENTRY

}  // namespace plumb::mbs
