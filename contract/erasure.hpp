#pragma once
// The type-erased binding: AnySystem models the same concept as every concrete system, and AnyStepper holds any method
// on it, so that each method is compiled once for all problems. Only vectors cross the boundary. This is the only file
// with virtual functions.
//
// AnySystem counts what is asked of it, which makes the counters the same for every method.

#include <memory>
#include <utility>

#include "contract/method.hpp"

namespace plumb {

template <class T>
class AnySystem {
 public:
  using Scalar = T;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;

  template <class S>
  requires Mechanical<S> && Observable<S>
  explicit AnySystem(S s) : self(std::make_unique<Holder<S>>(std::move(s))) {}
  AnySystem(const AnySystem& other) : counters(other.counters), self(other.self->clone()) {}
  AnySystem(AnySystem&&) noexcept = default;
  AnySystem& operator=(AnySystem other) noexcept {
    std::swap(self, other.self), std::swap(counters, other.counters);
    return *this;
  }
  ~AnySystem() = default;

  Sizes sizes() const { return self->sizes(); }
  Form form() const { return self->form(); }
  bool velocity_dependent() const { return self->velocity_dependent(); }
  bool vector_space() const { return self->vector_space(); }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    ++*counters.rhs_evaluations;
    if (self->solves_for_acceleration()) ++*counters.factorizations, ++*counters.linear_solves;
    return self->acceleration(t, q, v, a, lambda);
  }
  void force(const T& t, const Q& q, const V& v, V& f) {
    ++*counters.rhs_evaluations;
    self->force(t, q, v, f);
  }
  void momentum(const Q& q, const V& v, V& p) { self->momentum(q, v, p); }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) { self->reaction(t, q, lambda, r); }
  void constraint(const T& t, const Q& q, L& g) { self->constraint(t, q, g); }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) { self->constraint_rate(t, q, v, g); }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) { self->constraint_bias(t, q, v, g); }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) {
    self->constraint_acceleration(t, q, v, a, g);
  }
  bool factor(const T& t, const State& x, const Blend<T>& b) { return factor(t, x, b, t, x.q); }
  bool factor(const T& t, const State& x, const Blend<T>& b, const T& t_rows, const Q& q_rows) {
    ++*counters.factorizations;
    if (b.damping != 0 || b.stiffness != 0) ++*counters.jacobian_evaluations;
    return self->factor(t, x, b, t_rows, q_rows);
  }
  void solve(V& r, L& e) {
    ++*counters.linear_solves;
    self->solve(r, e);
  }
  void blocks(const T& t, const State& x, BlocksOf<AnySystem>& out) {
    ++*counters.jacobian_evaluations;
    self->blocks(t, x, out);
  }
  void retract(const Q& q, const V& w, Q& out) { self->retract(q, w, out); }
  void local(const Q& q, const Q& q1, V& out) { self->local(q, q1, out); }
  void chart_rate(const V& theta, const V& v, V& out) { self->chart_rate(theta, v, out); }

  bool conservative() const { return self->conservative(); }
  T energy(const T& t, const Q& q, const V& v) const { return self->energy(t, q, v); }
  void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const { self->outputs(t, q, v, out); }
  int invariant_count() const { return self->invariant_count(); }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { self->invariants(t, q, v, out); }

  Counters counters;

 private:
  struct Face {
    Face() = default;
    Face& operator=(const Face&) = delete;
    virtual ~Face() = default;
    virtual std::unique_ptr<Face> clone() const = 0;
    virtual Sizes sizes() const = 0;
    virtual Form form() const = 0;
    virtual bool velocity_dependent() const = 0;
    virtual bool vector_space() const = 0;
    virtual bool solves_for_acceleration() const = 0;
    virtual bool acceleration(const T&, const Q&, const V&, V&, L&) = 0;
    virtual void force(const T&, const Q&, const V&, V&) = 0;
    virtual void momentum(const Q&, const V&, V&) = 0;
    virtual void reaction(const T&, const Q&, const L&, V&) = 0;
    virtual void constraint(const T&, const Q&, L&) = 0;
    virtual void constraint_rate(const T&, const Q&, const V&, L&) = 0;
    virtual void constraint_bias(const T&, const Q&, const V&, L&) = 0;
    virtual void constraint_acceleration(const T&, const Q&, const V&, const V&, L&) = 0;
    virtual bool factor(const T&, const State&, const Blend<T>&, const T&, const Q&) = 0;
    virtual void solve(V&, L&) = 0;
    virtual void blocks(const T&, const State&, BlocksOf<AnySystem>&) = 0;
    virtual void retract(const Q&, const V&, Q&) = 0;
    virtual void local(const Q&, const Q&, V&) = 0;
    virtual void chart_rate(const V&, const V&, V&) = 0;
    virtual bool conservative() const = 0;
    virtual T energy(const T&, const Q&, const V&) const = 0;
    virtual void outputs(const T&, const Q&, const V&, Vec<T>&) const = 0;
    virtual int invariant_count() const = 0;
    virtual void invariants(const T&, const Q&, const V&, Vec<T>&) const = 0;

   protected:
    Face(const Face&) = default;
  };

  // Arguments are copied into shadows of the system's own (fixed) sizes: no allocation once they have their size.
  template <class S>
  struct Holder final : Face {
    S s;
    mutable typename S::State x, y;
    BlocksOf<S> own;

    explicit Holder(S sys) : s(std::move(sys)), x(zero_state(s)), y(x), own(s.sizes().v, s.sizes().lambda) {}
    std::unique_ptr<Face> clone() const override { return std::make_unique<Holder>(*this); }
    Sizes sizes() const override { return s.sizes(); }
    Form form() const override { return s.form(); }
    bool velocity_dependent() const override { return s.velocity_dependent(); }
    bool vector_space() const override { return s.vector_space(); }
    bool solves_for_acceleration() const override { return S::solves_for_acceleration; }
    bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) override {
      x.q = q, x.v = v;
      const bool regular = s.acceleration(t, x.q, x.v, y.v, y.lambda);
      a = y.v, lambda = y.lambda;
      return regular;
    }
    void force(const T& t, const Q& q, const V& v, V& f) override {
      x.q = q, x.v = v, s.force(t, x.q, x.v, y.v), f = y.v;
    }
    void momentum(const Q& q, const V& v, V& p) override { x.q = q, x.v = v, s.momentum(x.q, x.v, y.v), p = y.v; }
    void reaction(const T& t, const Q& q, const L& lambda, V& r) override {
      x.q = q, x.lambda = lambda, s.reaction(t, x.q, x.lambda, y.v), r = y.v;
    }
    void constraint(const T& t, const Q& q, L& g) override { x.q = q, s.constraint(t, x.q, y.lambda), g = y.lambda; }
    void constraint_rate(const T& t, const Q& q, const V& v, L& g) override {
      x.q = q, x.v = v, s.constraint_rate(t, x.q, x.v, y.lambda), g = y.lambda;
    }
    void constraint_bias(const T& t, const Q& q, const V& v, L& g) override {
      x.q = q, x.v = v, s.constraint_bias(t, x.q, x.v, y.lambda), g = y.lambda;
    }
    void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) override {
      x.q = q, x.v = v, x.a = a, s.constraint_acceleration(t, x.q, x.v, x.a, y.lambda), g = y.lambda;
    }
    bool factor(const T& t, const State& at, const Blend<T>& b, const T& t_rows, const Q& q_rows) override {
      x.q = at.q, x.v = at.v, x.a = at.a, x.lambda = at.lambda, y.q = q_rows;
      return s.factor(t, x, b, t_rows, y.q);
    }
    void solve(V& r, L& e) override { x.v = r, x.lambda = e, s.solve(x.v, x.lambda), r = x.v, e = x.lambda; }
    void blocks(const T& t, const State& at, BlocksOf<AnySystem>& out) override {
      x.q = at.q, x.v = at.v, x.a = at.a, x.lambda = at.lambda;
      s.blocks(t, x, own);
      out.mass = own.mass, out.damping = own.damping, out.stiffness = own.stiffness, out.jacobian = own.jacobian;
      out.rate_by_q = own.rate_by_q, out.acceleration_by_q = own.acceleration_by_q;
      out.acceleration_by_v = own.acceleration_by_v;
    }
    void retract(const Q& q, const V& w, Q& out) override { x.q = q, x.v = w, s.retract(x.q, x.v, y.q), out = y.q; }
    void local(const Q& q, const Q& q1, V& out) override { x.q = q, y.q = q1, s.local(x.q, y.q, y.v), out = y.v; }
    void chart_rate(const V& theta, const V& v, V& out) override {
      x.v = theta, x.a = v, s.chart_rate(x.v, x.a, y.v), out = y.v;
    }
    bool conservative() const override { return s.conservative(); }
    T energy(const T& t, const Q& q, const V& v) const override { return x.q = q, x.v = v, s.energy(t, x.q, x.v); }
    void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const override {
      x.q = q, x.v = v, s.outputs(t, x.q, x.v, out);
    }
    int invariant_count() const override { return s.invariant_count(); }
    void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const override {
      x.q = q, x.v = v, s.invariants(t, x.q, x.v, out);
    }
  };

  std::unique_ptr<Face> self;
};

/// Any method on an AnySystem; one virtual call a step.
template <class T>
class AnyStepper {
 public:
  using State = typename AnySystem<T>::State;

  AnyStepper() = default;
  AnyStepper(const AnyStepper&) = delete;
  AnyStepper& operator=(const AnyStepper&) = delete;
  virtual ~AnyStepper() = default;
  virtual StepResult start(const T& t, const T& h, State& x) = 0;
  virtual StepResult step(const T& t, const T& h, State& x) = 0;
  virtual std::span<T> memory() = 0;
  virtual Counters& counters() = 0;

  /// `extra`: what M takes beside the system and the options (a tableau, say).
  template <Stepper<AnySystem<T>> M, class... Extra>
  static std::unique_ptr<AnyStepper> make(AnySystem<T>& system, const MethodOptions& options, Extra&&... extra) {
    return std::make_unique<Holder<M>>(system, options, std::forward<Extra>(extra)...);
  }

 private:
  template <class M>
  struct Holder;
};

template <class T>
template <class M>
struct AnyStepper<T>::Holder final : AnyStepper<T> {
  M m;
  template <class... Extra>
  Holder(AnySystem<T>& system, const MethodOptions& options, Extra&&... extra)
      : m(system, options, std::forward<Extra>(extra)...) {}
  StepResult start(const T& t, const T& h, State& x) override { return m.start(t, h, x); }
  StepResult step(const T& t, const T& h, State& x) override { return m.step(t, h, x); }
  std::span<T> memory() override { return m.memory(); }
  Counters& counters() override { return m.counters; }
};

}  // namespace plumb
