#pragma once
// The type-erased binding: AnySystem models the same concept as every concrete system, and AnyStepper holds any method
// on it, so that each method is compiled once for all problems. Only vectors cross the boundary, and where a system's
// own are dynamic too they cross without a copy. This is the only file with virtual functions.
//
// AnySystem counts what is asked of it, which makes the counters the same for every method.

#include <memory>
#include <utility>

#include "contract/method.hpp"

namespace plumb {

/// A factorisation whose entries only its system knows.
struct ErasedFactors {
  ErasedFactors() = default;
  ErasedFactors(const ErasedFactors&) = delete;
  ErasedFactors& operator=(const ErasedFactors&) = delete;
  virtual ~ErasedFactors() = default;
};

template <class T>
class AnySystem {
 public:
  using Scalar = T;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  using Point = LinearisationPoint<T, Q, V, L>;
  template <class Entry>
  using Factors = std::unique_ptr<ErasedFactors>;

  template <class S>
  requires Mechanical<S> && Observable<S>
  explicit AnySystem(S s) : self(std::make_unique<Holder<S>>(std::move(s))) {}
  AnySystem(const AnySystem& other) : counters(other.counters), self(other.self->clone()) {}
  AnySystem(AnySystem&&) noexcept = default;
  AnySystem& operator=(AnySystem other) noexcept {
    std::swap(self, other.self);
    std::swap(counters, other.counters);
    return *this;
  }
  ~AnySystem() = default;

  Sizes sizes() const { return self->sizes(); }
  Form form() const { return self->form(); }
  bool velocity_dependent() const { return self->velocity_dependent(); }
  bool vector_space() const { return self->vector_space(); }
  bool solves_for_acceleration() const { return self->solves_for_acceleration; }
  bool offers_blocks() const { return self->offers_blocks(); }
  std::string_view linear_algebra() const { return self->linear_algebra(); }
  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) {
    ++*counters.rhs_evaluations;
    if (self->solves_for_acceleration) {
      ++*counters.factorizations;
      ++*counters.linear_solves;
    }
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

  template <class Entry>
  Factors<Entry> factors() const {
    return self->factors(Entry());
  }
  template <class Entry>
  bool factor(Factors<Entry>& f, const Point& at, const Blend<Entry>& b) {
    ++*counters.factorizations;
    if (b.has_tangents()) ++*counters.jacobian_evaluations;
    return self->factor(*f, at, b);
  }
  template <class Entry>
  void solve(std::unique_ptr<ErasedFactors>& f, Vec<Entry>& w, Vec<Entry>& e) {
    ++*counters.linear_solves;
    self->solve(*f, w, e, nullptr);
  }
  template <class Entry>
  void solve(std::unique_ptr<ErasedFactors>& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
    ++*counters.linear_solves;
    self->solve(*f, w, e, &mu);
  }
  /// Precondition of both: offers_blocks().
  void blocks(const T& t, const State& x, BlocksOf<AnySystem>& out) {
    ++*counters.jacobian_evaluations;
    self->blocks(t, x, out);
  }
  void chart_blocks(const Q& q, const V& theta, const V& v, ChartBlocksOf<AnySystem>& out) const {
    self->chart_blocks(q, theta, v, out);
  }

  void retract(const Q& q, const V& w, Q& out) { self->retract(q, w, out); }
  void local(const Q& q, const Q& q1, V& out) { self->local(q, q1, out); }
  void chart_rate(const Q& q, const V& theta, const V& v, V& out) { self->chart_rate(q, theta, v, out); }
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) { self->chart_tangent(q, theta, u, out); }
  void chart_momentum(const Q& q, const V& theta, const V& p, V& out) { self->chart_momentum(q, theta, p, out); }
  void coadjoint(const V& v, const V& p, V& out) { self->coadjoint(v, p, out); }

  bool conservative() const { return self->conservative(); }
  T energy(const T& t, const Q& q, const V& v) const { return self->energy(t, q, v); }
  bool knows_power() const { return self->knows_power(); }
  /// Precondition: knows_power().
  T power(const T& t, const Q& q, const V& v, const L& lambda) const { return self->power(t, q, v, lambda); }
  void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const { self->outputs(t, q, v, out); }
  int invariant_count() const { return self->invariant_count(); }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const { self->invariants(t, q, v, out); }

  Counters counters;

 private:
  using Complex = std::complex<T>;

  struct Face {
    explicit Face(bool solves) : solves_for_acceleration(solves) {}
    Face& operator=(const Face&) = delete;
    virtual ~Face() = default;
    const bool solves_for_acceleration;  // no call: it is asked at every evaluation
    virtual std::unique_ptr<Face> clone() const = 0;
    virtual Sizes sizes() const = 0;
    virtual Form form() const = 0;
    virtual bool velocity_dependent() const = 0;
    virtual bool vector_space() const = 0;
    virtual bool offers_blocks() const = 0;
    virtual std::string_view linear_algebra() const = 0;
    virtual bool acceleration(const T&, const Q&, const V&, V&, L&) = 0;
    virtual void force(const T&, const Q&, const V&, V&) = 0;
    virtual void momentum(const Q&, const V&, V&) = 0;
    virtual void reaction(const T&, const Q&, const L&, V&) = 0;
    virtual void constraint(const T&, const Q&, L&) = 0;
    virtual void constraint_rate(const T&, const Q&, const V&, L&) = 0;
    virtual void constraint_bias(const T&, const Q&, const V&, L&) = 0;
    virtual void constraint_acceleration(const T&, const Q&, const V&, const V&, L&) = 0;
    virtual std::unique_ptr<ErasedFactors> factors(T) const = 0;
    virtual std::unique_ptr<ErasedFactors> factors(Complex) const = 0;
    virtual bool factor(ErasedFactors&, const Point&, const Blend<T>&) = 0;
    virtual bool factor(ErasedFactors&, const Point&, const Blend<Complex>&) = 0;
    virtual void solve(ErasedFactors&, Vec<T>&, Vec<T>&, Vec<T>*) = 0;
    virtual void solve(ErasedFactors&, Vec<Complex>&, Vec<Complex>&, Vec<Complex>*) = 0;
    virtual void blocks(const T&, const State&, BlocksOf<AnySystem>&) = 0;
    virtual void chart_blocks(const Q&, const V&, const V&, ChartBlocksOf<AnySystem>&) const = 0;
    virtual void retract(const Q&, const V&, Q&) = 0;
    virtual void local(const Q&, const Q&, V&) = 0;
    virtual void chart_rate(const Q&, const V&, const V&, V&) = 0;
    virtual void chart_tangent(const Q&, const V&, const V&, V&) = 0;
    virtual void chart_momentum(const Q&, const V&, const V&, V&) = 0;
    virtual void coadjoint(const V&, const V&, V&) = 0;
    virtual bool conservative() const = 0;
    virtual T energy(const T&, const Q&, const V&) const = 0;
    virtual bool knows_power() const = 0;
    virtual T power(const T&, const Q&, const V&, const L&) const = 0;
    virtual void outputs(const T&, const Q&, const V&, Vec<T>&) const = 0;
    virtual int invariant_count() const = 0;
    virtual void invariants(const T&, const Q&, const V&, Vec<T>&) const = 0;

   protected:
    Face(const Face&) = default;
  };

  template <class S>
  struct Holder;

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

#include "contract/erased_holder.hpp"
