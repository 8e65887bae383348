#pragma once
// Storage of a concrete system inside the type-erased system: the system itself, and a table of function pointers that
// is generated from the list in contract/functions.hpp.

#include <memory>

#include "contract/erased_arguments.hpp"

namespace plumb {

/// Deleter of Opaque, which owns an object of a hidden type.
struct Destruction {
  void (*destroy)(void*) = nullptr;
  void operator()(void* object) const { destroy(object); }
};
using Opaque = std::unique_ptr<void, Destruction>;

template <class X, class... From>
Opaque make_opaque(From&&... from) {
  return Opaque(new X(std::forward<From>(from)...), {[](void* object) { delete static_cast<X*>(object); }});
}

}  // namespace plumb

namespace plumb::contract {

#define PLUMB_NOTHING(...)

/// The type of a pointer in the table, from the result and the arguments of the function.
template <class T, class Result, class Arguments>
struct HeldFunction;
template <class T, class Result, class... Arguments>
struct HeldFunction<T, Result, List<Arguments...>> {
  using Pointer = Result (*)(void* held, typename Arguments::template Given<T>...);
};

/// The functions for factorisations with entries T or complex<T>.
template <class T, class Entry>
struct MatrixFunctions {
  Opaque (*factors)(void* held);
  bool (*factor)(void* held, void* factors, const ErasedPoint<T>&, const Blend<Entry>&);
  void (*solve)(void* held, void* factors, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>* mu);
};

/// The table: a pointer for each function of the contract, with the name of the function, and the functions for
/// factorisations with entries T and complex<T>.
template <class T>
struct HeldFunctions {
  template <class Entry>
  using OfMatrices = MatrixFunctions<T, Entry>;

#define PLUMB_ENTRY(result, name, constness, ...) typename HeldFunction<T, result, List<__VA_ARGS__>>::Pointer name;
  PLUMB_CONTRACT(PLUMB_ENTRY, PLUMB_ENTRY, PLUMB_ENTRY)
#undef PLUMB_ENTRY
  Opaque (*clone)(void* held);
  OfMatrices<T> real;
  OfMatrices<std::complex<T>> complex;

  template <class Entry>
  const OfMatrices<Entry>& of_entries() const {
    if constexpr (std::is_same_v<Entry, T>)
      return real;
    else
      return complex;
  }
};

template <class T>
requires moves_alone<T>
struct HeldFunctions<T> {
#define PLUMB_ENTRY(result, name, constness, ...) typename HeldFunction<T, result, List<__VA_ARGS__>>::Pointer name;
  PLUMB_CONTRACT(PLUMB_NOTHING, PLUMB_NOTHING, PLUMB_ENTRY)
#undef PLUMB_ENTRY
  Opaque (*clone)(void* held);
};

/// The defaults for optional functions that the system S lacks.
template <class S>
struct Defaults {
  using T = typename S::Scalar;
  static bool offers_blocks(const S& s) { return plumb::offers_blocks(s); }
  static std::string_view linear_algebra(const S& s) { return plumb::linear_algebra(s); }
  static bool has_power(const S& s) { return plumb::has_power(s); }
  static T power(const S&, const T&, const typename S::Q&, const typename S::V&, const typename S::L&) { return 0; }
  static void blocks(const S&, const T&, const typename S::State&, BlocksOf<S>&) {}
  static bool choose_chart(const S&, const T&, const typename S::Q&) { return true; }
  static bool settle(const S&, const T&, const typename S::Q& q, const typename S::V& v, typename S::Q& q_settled,
                     typename S::V& v_settled) {
    q_settled = q;
    v_settled = v;
    return true;
  }
  static void chart_blocks(const S&, const typename S::Q&, const typename S::V&, const typename S::V&,
                           ChartBlocksOf<S>&) {}
};

/// A system S, the buffers for its arguments, and the functions in its table.
template <class S>
class Held {
  using T = typename S::Scalar;
  using Point = ErasedPoint<T>;

 public:
  S s;
  Shadows<S> shadows;

  explicit Held(S system) : s(std::move(system)), shadows(s) {}

  static constexpr HeldFunctions<T> functions() {
#define PLUMB_ENTRY(result, name, constness, ...) .name = &call_##name<__VA_ARGS__>,
    if constexpr (moves_alone<T>)
      return {PLUMB_CONTRACT(PLUMB_NOTHING, PLUMB_NOTHING, PLUMB_ENTRY).clone = &clone};
    else
      return {PLUMB_CONTRACT(PLUMB_ENTRY, PLUMB_ENTRY, PLUMB_ENTRY).clone = &clone, .real = matrix_functions<T>(),
              .complex = matrix_functions<std::complex<T>>()};
#undef PLUMB_ENTRY
  }

 private:
  static Held& object(void* held) { return *static_cast<Held*>(held); }

#define PLUMB_ENTRY(result, name, constness, ...)                                             \
  template <class... Arguments>                                                               \
  static result call_##name(void* held, typename Arguments::template Given<T>... arguments) { \
    static_assert(sizeof...(Arguments) <= most_arguments);                                    \
    auto& [s, shadows] = object(held);                                                        \
    shadows.begin();                                                                          \
    return s.name(Passed<Arguments, S>(arguments, shadows).get()...);                         \
  }
#define PLUMB_OPTIONAL(result, name, constness, ...)                                          \
  template <class... Arguments>                                                               \
  static result call_##name(void* held, typename Arguments::template Given<T>... arguments) { \
    static_assert(sizeof...(Arguments) <= most_arguments);                                    \
    auto& [s, shadows] = object(held);                                                        \
    shadows.begin();                                                                          \
    const auto call = [&s = s](auto&... x) -> result {                                        \
      if constexpr (requires { s.name(x...); })                                               \
        return s.name(x...);                                                                  \
      else                                                                                    \
        return Defaults<S>::name(s, x...);                                                    \
    };                                                                                        \
    return call(Passed<Arguments, S>(arguments, shadows).get()...);                           \
  }
  PLUMB_CONTRACT(PLUMB_ENTRY, PLUMB_OPTIONAL, PLUMB_ENTRY)
#undef PLUMB_ENTRY
#undef PLUMB_OPTIONAL
  static Opaque clone(void* held) { return make_opaque<Held>(object(held)); }

  template <class Entry>
  struct Own {
    typename S::template Factors<Entry> factors;
    VelocitiesOf<S, Entry> w;  // buffers for arguments in the types of S
    MultipliersOf<S, Entry> e, mu;

    explicit Own(const S& system) : factors(system.template factors<Entry>()) {
      if constexpr (Shadows<S>::passes_through) return;
      w = zeros<VelocitiesOf<S, Entry>>(system.sizes().v);
      e = mu = zeros<MultipliersOf<S, Entry>>(system.sizes().lambda);
    }
  };

  template <class Entry>
  static constexpr MatrixFunctions<T, Entry> matrix_functions() {
    return {.factors = &factors<Entry>, .factor = &factor<Entry>, .solve = &solve<Entry>};
  }
  template <class Entry>
  static Opaque factors(void* held) {
    return make_opaque<Own<Entry>>(object(held).s);
  }
  template <class Entry>
  static bool factor(void* held, void* f, const Point& point, const Blend<Entry>& b) {
    auto& self = object(held);
    return self.s.factor(static_cast<Own<Entry>*>(f)->factors, self.shadows.point(point), b);
  }
  template <class Entry>
  static void solve(void* held, void* f, Vec<Entry>& w, Vec<Entry>& e, Vec<Entry>* mu) {
    auto& s = object(held).s;
    auto& own = *static_cast<Own<Entry>*>(f);
    into(w, own.w, [&](auto& velocities) {
      into(e, own.e, [&](auto& multipliers) {
        if (!mu) return s.solve(own.factors, velocities, multipliers);
        into(*mu, own.mu, [&](auto& stabilising) { s.solve(own.factors, velocities, multipliers, stabilising); });
      });
    });
  }
};

}  // namespace plumb::contract
