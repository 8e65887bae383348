#pragma once
// How AnySystem holds a concrete system. Vectors of other types than the system's own (fixed) ones are copied into
// shadows, which allocate nothing; dynamic ones pass through.

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "contract/erasure.hpp"

namespace plumb {

/// Out of the way of what is copied at every evaluation: vectors nearly always have their size.
template <class V>
[[gnu::cold, gnu::noinline]] void fit(V& v, Eigen::Index size) {
  v.resize(size);
}

/// to ← from, of whatever types. Not as an assignment of vectors, which is a dozen of functions to compile for every
/// pair of sizes.
template <class To, class From>
void copy_entries(const From& from, To& to) {
  using T = typename To::Scalar;
  static_assert(std::is_same_v<T, typename From::Scalar> && std::is_trivially_copyable_v<T>);
  if (to.size() != from.size()) fit(to, from.size());
  constexpr auto fixed = std::max<int>(To::RowsAtCompileTime, From::RowsAtCompileTime);
  const Eigen::Index size = fixed == Eigen::Dynamic ? from.size() : fixed;
  if (size > 0) std::memcpy(to.data(), from.data(), static_cast<std::size_t>(size) * sizeof(T));
}

/// `given` as the system's own type.
template <class Own, class Given>
const Own& as_own(const Given& given, Own& shadow) {
  if constexpr (std::is_same_v<Own, Given>) {
    return given;
  } else {
    copy_entries(given, shadow);
    return shadow;
  }
}

/// Calls `write` with a result of the system's own type, and hands what it gives on.
template <class Own, class Given, class Write>
void into(Given& given, Own& shadow, Write write) {
  if constexpr (std::is_same_v<Own, Given>) {
    write(given);
  } else {
    write(shadow);
    copy_entries(shadow, given);
  }
}

template <class T>
template <class S>
struct AnySystem<T>::Holder final : AnySystem<T>::Face {
  using OwnQ = typename S::Q;
  using OwnV = typename S::V;
  using OwnL = typename S::L;
  static constexpr bool passes_through = std::is_same_v<OwnQ, Q> && std::is_same_v<OwnV, V> && std::is_same_v<OwnL, L>;

  S s;
  mutable typename S::State x, y, z;  // shadows, empty where nothing is copied

  explicit Holder(S system) : AnySystem<T>::Face(system.solves_for_acceleration()), s(std::move(system)) {
    if constexpr (!passes_through) x = y = z = zero_state(s);
  }
  std::unique_ptr<Face> clone() const override { return std::make_unique<Holder>(*this); }
  Sizes sizes() const override { return s.sizes(); }
  Form form() const override { return s.form(); }
  bool velocity_dependent() const override { return s.velocity_dependent(); }
  bool vector_space() const override { return s.vector_space(); }
  bool offers_blocks() const override { return plumb::offers_blocks(s); }
  std::string_view linear_algebra() const override { return plumb::linear_algebra(s); }

  bool acceleration(const T& t, const Q& q, const V& v, V& a, L& lambda) override {
    bool regular = false;
    into(a, y.v, [&](OwnV& own_a) {
      into(lambda, y.lambda,
           [&](OwnL& own_lambda) { regular = s.acceleration(t, as_own(q, x.q), as_own(v, x.v), own_a, own_lambda); });
    });
    return regular;
  }
  void force(const T& t, const Q& q, const V& v, V& f) override {
    into(f, y.v, [&](OwnV& out) { s.force(t, as_own(q, x.q), as_own(v, x.v), out); });
  }
  void momentum(const Q& q, const V& v, V& p) override {
    into(p, y.v, [&](OwnV& out) { s.momentum(as_own(q, x.q), as_own(v, x.v), out); });
  }
  void reaction(const T& t, const Q& q, const L& lambda, V& r) override {
    into(r, y.v, [&](OwnV& out) { s.reaction(t, as_own(q, x.q), as_own(lambda, x.lambda), out); });
  }
  void constraint(const T& t, const Q& q, L& g) override {
    into(g, y.lambda, [&](OwnL& out) { s.constraint(t, as_own(q, x.q), out); });
  }
  void constraint_rate(const T& t, const Q& q, const V& v, L& g) override {
    into(g, y.lambda, [&](OwnL& out) { s.constraint_rate(t, as_own(q, x.q), as_own(v, x.v), out); });
  }
  void constraint_bias(const T& t, const Q& q, const V& v, L& g) override {
    into(g, y.lambda, [&](OwnL& out) { s.constraint_bias(t, as_own(q, x.q), as_own(v, x.v), out); });
  }
  void constraint_acceleration(const T& t, const Q& q, const V& v, const V& a, L& g) override {
    into(g, y.lambda,
         [&](OwnL& out) { s.constraint_acceleration(t, as_own(q, x.q), as_own(v, x.v), as_own(a, x.a), out); });
  }

  std::unique_ptr<ErasedFactors> factors(T) const override { return std::make_unique<Own<T>>(s); }
  std::unique_ptr<ErasedFactors> factors(Complex) const override { return std::make_unique<Own<Complex>>(s); }
  bool factor(ErasedFactors& f, const Point& at, const Blend<T>& b) override { return factor_own<T>(f, at, b); }
  bool factor(ErasedFactors& f, const Point& at, const Blend<Complex>& b) override {
    return factor_own<Complex>(f, at, b);
  }
  void solve(ErasedFactors& f, Vec<T>& w, Vec<T>& e, Vec<T>* mu) override { solve_own<T>(f, w, e, mu); }
  void solve(ErasedFactors& f, Vec<Complex>& w, Vec<Complex>& e, Vec<Complex>* mu) override {
    solve_own<Complex>(f, w, e, mu);
  }
  void blocks(const T& t, const State& at, BlocksOf<AnySystem>& out) override {
    if constexpr (OffersBlocks<S> && passes_through) {
      s.blocks(t, at, out);
    } else if constexpr (OffersBlocks<S>) {
      BlocksOf<S> own(s.sizes().v, s.sizes().lambda);
      s.blocks(t, state(at), own);
      out.mass = own.mass;
      out.damping = own.damping;
      out.stiffness = own.stiffness;
      out.jacobian = own.jacobian;
      out.rate_by_q = own.rate_by_q;
      out.acceleration_by_q = own.acceleration_by_q;
      out.acceleration_by_v = own.acceleration_by_v;
    }
  }
  void chart_blocks(const Q& q, const V& theta, const V& v, ChartBlocksOf<AnySystem>& out) const override {
    if constexpr (OffersBlocks<S> && passes_through) {
      s.chart_blocks(q, theta, v, out);
    } else if constexpr (OffersBlocks<S>) {
      ChartBlocksOf<S> own(s.sizes().v);
      s.chart_blocks(as_own(q, x.q), as_own(theta, x.v), as_own(v, x.a), own);
      out.tangent = own.tangent;
      out.rate_by_theta = own.rate_by_theta;
      out.rate_by_v = own.rate_by_v;
    }
  }

  void retract(const Q& q, const V& w, Q& out) override {
    into(out, y.q, [&](OwnQ& own) { s.retract(as_own(q, x.q), as_own(w, x.v), own); });
  }
  void local(const Q& q, const Q& q1, V& out) override {
    into(out, y.v, [&](OwnV& own) { s.local(as_own(q, x.q), as_own(q1, y.q), own); });
  }
  void chart_rate(const Q& q, const V& theta, const V& v, V& out) override {
    into(out, y.v, [&](OwnV& own) { s.chart_rate(as_own(q, x.q), as_own(theta, x.v), as_own(v, x.a), own); });
  }
  void chart_tangent(const Q& q, const V& theta, const V& u, V& out) override {
    into(out, y.v, [&](OwnV& own) { s.chart_tangent(as_own(q, x.q), as_own(theta, x.v), as_own(u, x.a), own); });
  }
  void chart_momentum(const Q& q, const V& theta, const V& p, V& out) override {
    into(out, y.v, [&](OwnV& own) { s.chart_momentum(as_own(q, x.q), as_own(theta, x.v), as_own(p, x.a), own); });
  }
  void coadjoint(const V& v, const V& p, V& out) override {
    into(out, y.v, [&](OwnV& own) { s.coadjoint(as_own(v, x.v), as_own(p, x.a), own); });
  }

  bool conservative() const override { return s.conservative(); }
  T energy(const T& t, const Q& q, const V& v) const override { return s.energy(t, as_own(q, x.q), as_own(v, x.v)); }
  bool knows_power() const override { return plumb::knows_power(s); }
  T power(const T& t, const Q& q, const V& v, const L& lambda) const override {
    if constexpr (TellsPower<S>)
      return s.power(t, as_own(q, x.q), as_own(v, x.v), as_own(lambda, x.lambda));
    else
      return 0;
  }
  void outputs(const T& t, const Q& q, const V& v, Vec<T>& out) const override {
    s.outputs(t, as_own(q, x.q), as_own(v, x.v), out);
  }
  int invariant_count() const override { return s.invariant_count(); }
  void invariants(const T& t, const Q& q, const V& v, Vec<T>& out) const override {
    s.invariants(t, as_own(q, x.q), as_own(v, x.v), out);
  }

 private:
  template <class Entry>
  struct Own final : ErasedFactors {
    typename S::template Factors<Entry> factors;
    VelocitiesOf<S, Entry> w;  // shadows
    MultipliersOf<S, Entry> e, mu;

    explicit Own(const S& system) : factors(system.template factors<Entry>()) {
      if constexpr (passes_through) return;
      w = zeros<VelocitiesOf<S, Entry>>(system.sizes().v);
      e = mu = zeros<MultipliersOf<S, Entry>>(system.sizes().lambda);
    }
  };

  // A state of the system's own type.
  const typename S::State& state(const State& at) const {
    if constexpr (passes_through) {
      return at;
    } else {
      copy_entries(at.q, x.q);
      copy_entries(at.v, x.v);
      copy_entries(at.a, x.a);
      copy_entries(at.lambda, x.lambda);
      return x;
    }
  }

  template <class Entry>
  bool factor_own(ErasedFactors& f, const Point& at, const Blend<Entry>& b) {
    PointOf<S> own{at.t, state(at.x)};
    own.t_rows = at.t_rows;
    own.weight = at.weight;
    if (at.q_rows) own.q_rows = &as_own(*at.q_rows, y.q);
    if (at.centre) own.centre = &as_own(*at.centre, z.q);
    if (at.theta) own.theta = &as_own(*at.theta, y.v);
    if (at.velocity) own.velocity = &as_own(*at.velocity, z.v);
    return s.factor(static_cast<Own<Entry>&>(f).factors, own, b);
  }

  template <class Entry>
  void solve_own(ErasedFactors& f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>* mu) {
    auto& own = static_cast<Own<Entry>&>(f);
    into(w, own.w, [&](auto& velocities) {
      as_own_in_place(velocities, w);
      into(e, own.e, [&](auto& multipliers) {
        as_own_in_place(multipliers, e);
        if (!mu) return s.solve(own.factors, velocities, multipliers);
        into(*mu, own.mu, [&](auto& stabilising) {
          as_own_in_place(stabilising, *mu);
          s.solve(own.factors, velocities, multipliers, stabilising);
        });
      });
    });
  }
  template <class To, class From>
  static void as_own_in_place(To& to, const From& from) {
    if constexpr (!std::is_same_v<To, From>) copy_entries(from, to);
  }
};

}  // namespace plumb
