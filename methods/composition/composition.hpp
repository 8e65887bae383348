#pragma once
// Compositions of a symmetric one-step method Φ with fractions of the step:
//
//   Ψ_h = Φ_{γ_s h} ∘ ... ∘ Φ_{γ_2 h} ∘ Φ_{γ_1 h},   Σ γ_i = 1
//
// If Φ is symmetric or symplectic, so is Ψ if the γ_i are palindromic, or in any case. Orders above 2 need negative γ_i.
//
// Sources: Yoshida 1990; Suzuki 1990; Hairer, Lubich & Wanner, Geometric Numerical Integration, sections V.3.2 and
// VII.1.4 (with constraints). Memory: as for Φ. Cost: one step of Φ for each γ_i.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contract/expression.hpp"
#include "methods/method.hpp"

namespace plumb {

template <class S>
class Composition {
 public:
  using T = typename S::Scalar;
  using State = typename S::State;

  /// `fractions` are the γ_i as texts; `make_base` makes the stepper of Φ. With `needs_vector_space`, rotations are
  /// refused.
  Composition(S& system, const MethodOptions& options, const Factory<T>& make_base, const Parameters& of_base,
              const std::vector<std::string>& fractions, bool needs_vector_space)
      : s(system), on_vector_spaces_only(needs_vector_space), base(make_base(system, {of_base, options.newton})) {
    for (const auto& text : fractions) gammas.push_back(expression_value<T>(text));
  }

  StepResult start(const T& t, const T& h, State& x) {
    if (on_vector_spaces_only && !s.vector_space())
      return {Status::unsupported, 0, "needs coordinates in a vector space: the base is not symmetric on rotations"};
    return base->start(t, gammas.front() * h, x);
  }

  StepResult step(const T& t, const T& h, State& x) {
    T passed = 0;
    for (const auto& gamma : gammas) {
      const auto result = base->step(t + passed * h, gamma * h, x);
      if (result.status != Status::ok) return result;
      passed += gamma;
    }
    return {};
  }

  std::span<T> memory() { return base->memory(); }

 private:
  S& s;
  bool on_vector_spaces_only;
  std::unique_ptr<AnyStepper<T>> base;
  std::vector<T> gammas;

 public:
  Counters& counters = base->counters();
};

/// Returns why a method cannot be the base of a composition: it is no symmetric one-step method. Empty: it can.
std::string no_base(const Method& method);

/// The bases that are possible, for messages.
std::string names_of_bases();

/// Returns the order of a composition of a symmetric method of the order `of_base`, with fractions of the step that
/// are within `uncertainties` of the exact ones: at most 8 for a base of order 2, and at most two more than `of_base`
/// for other bases. Returns 0 if the fractions do not sum to 1.
int order_of_composition(const std::vector<std::string>& fractions, const std::vector<double>& uncertainties,
                         int of_base);

/// Makes the entry of a composition. `info` has name, title, source and order; the rest of it is that of the base.
Method composition_method(MethodInfo info, const Method& base, const Parameters& of_base,
                          const std::vector<std::string>& fractions);

}  // namespace plumb
