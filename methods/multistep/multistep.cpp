#include "methods/families.hpp"
#include "methods/from_data/from_data.hpp"
#include "methods/multistep/adams_bashforth.hpp"

namespace plumb {
namespace {

template <class S>
using AdamsBashforth4 = AdamsBashforth<4, ab4, S>;
template <class S>
using AdamsBashforth5 = AdamsBashforth<5, ab5, S>;

// Backward differentiation: Σ_{i=1}^k ∇^i y_{n+1} / i = h ẏ_{n+1}. Of order k in all components, multipliers included,
// up to index 3 (Brenan & Engquist 1988).
Method bdf(std::string_view name, std::string_view title, std::vector<std::string> alpha) {
  std::vector<std::string> beta(alpha.size(), "0");
  beta[0] = "1";
  auto out = linear_multistep_method({.name = name, .title = title, .source = "hairer1993, section III.1, eq. (1.22)"},
                                     {std::move(alpha), std::move(beta)});
  out.order = [p = out.info.order](const Parameters&, Form form) {
    if (form == Form::ggl) return ProvenOrder{};
    return ProvenOrder{p, p, p, form == Form::ode ? 0 : p};
  };
  return out;
}

}  // namespace

std::vector<Method> multistep_methods() {
  return {
      bdf("implicit-euler", "Implicit Euler", {"1", "-1"}),
      bdf("bdf2", "Backward differentiation, two steps", {"3/2", "-2", "1/2"}),
      bdf("bdf3", "Backward differentiation, three steps", {"11/6", "-3", "3/2", "-1/3"}),
      bdf("bdf4", "Backward differentiation, four steps", {"25/12", "-4", "3", "-4/3", "1/4"}),
      bdf("bdf5", "Backward differentiation, five steps", {"137/60", "-5", "5", "-10/3", "5/4", "-1/5"}),
      method_entry<AdamsBashforth4>({.name = "ab4",
                                     .title = "Adams-Bashforth, four steps",
                                     .source = "hairer1993, section III.1, eq. (1.5)",
                                     .order = 4,
                                     .forms = "ode index1",
                                     .vector_space_only = true}),
      method_entry<AdamsBashforth5>({.name = "ab5",
                                     .title = "Adams-Bashforth, five steps",
                                     .source = "hairer1993, section III.1, eq. (1.5)",
                                     .order = 5,
                                     .forms = "ode index1",
                                     .vector_space_only = true}),
  };
}

}  // namespace plumb
