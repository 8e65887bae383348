#pragma once
// The type-erased binding. AnySystem models the same concept as every concrete system. AnyStepper holds any method for
// an AnySystem, so each method is compiled once for all problems. Only vectors and scalars are passed to the concrete
// system. Vectors are not copied if the concrete system has dynamic vectors too.

#include <memory>
#include <utility>

#include "contract/counted.hpp"
#include "contract/held_system.hpp"
#include "contract/method.hpp"

namespace plumb {

/// A concrete system that ErasedSystem<T> can hold.
template <class S, class T>
concept Erasable = contract::moves_alone<T> ||(Mechanical<S>&& Observable<S>);

template <class T>
class ErasedSystem {
 public:
  using Scalar = T;
  using Q = Vec<T>;
  using V = Vec<T>;
  using L = Vec<T>;
  using State = plumb::State<Q, V, L>;
  using Point = LinearisationPoint<T, Q, V, L>;
  template <class Entry>
  using Factors = Opaque;

  template <class S>
  requires Erasable<S, T>
  explicit ErasedSystem(S s)
      : functions(&functions_of<S>),
        solves(s.solves_for_acceleration()),
        self(make_opaque<contract::Held<S>>(std::move(s))) {}
  ErasedSystem(const ErasedSystem& other)
      : functions(other.functions), solves(other.solves), self(functions->clone(other.self.get())) {}
  ErasedSystem(ErasedSystem&&) noexcept = default;
  ErasedSystem& operator=(ErasedSystem other) noexcept {
    std::swap(functions, other.functions);
    std::swap(solves, other.solves);
    std::swap(self, other.self);
    return *this;
  }
  ~ErasedSystem() = default;

  bool solves_for_acceleration() const { return solves; }

// Forwards every function of the contract (functions.hpp). Preconditions: blocks and chart_blocks require
// offers_blocks(); power requires has_power().
#define PLUMB_ENTRY(result, name, constness, ...)              \
  template <class... X>                                        \
  result name(X&&... x) constness {                            \
    return functions->name(self.get(), std::forward<X>(x)...); \
  }
  PLUMB_CONTRACT(PLUMB_ENTRY, PLUMB_ENTRY, PLUMB_ENTRY)
#undef PLUMB_ENTRY

  template <class Entry>
  Factors<Entry> factors() const {
    return functions->template of_entries<Entry>().factors(self.get());
  }
  template <class Entry>
  bool factor(Opaque& f, const Point& point, const Blend<Entry>& b) {
    return functions->template of_entries<Entry>().factor(self.get(), f.get(), point, b);
  }
  template <class Entry>
  void solve(Opaque& f, Vec<Entry>& w, Vec<Entry>& e) {
    functions->template of_entries<Entry>().solve(self.get(), f.get(), w, e, nullptr);
  }
  template <class Entry>
  void solve(Opaque& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>& mu) {
    functions->template of_entries<Entry>().solve(self.get(), f.get(), w, e, &mu);
  }

 private:
  template <class S>
  static constexpr contract::HeldFunctions<T> functions_of = contract::Held<S>::functions();

  const contract::HeldFunctions<T>* functions;
  bool solves;  // whether acceleration() solves equations; stored, because it is read in every evaluation
  Opaque self;
};

/// The system for which all methods are compiled.
template <class T>
using AnySystem = Counted<ErasedSystem<T>>;

/// Any method for an AnySystem; a step is one virtual call.
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

  /// `extra` are the arguments of M after the system and the options, for example a tableau.
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
