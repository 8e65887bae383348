#include "methods/families.hpp"
#include "methods/multistep/adams_bashforth.hpp"

namespace plumb {
namespace {

template <class S>
using AdamsBashforth4 = AdamsBashforth<4, ab4, S>;
template <class S>
using AdamsBashforth5 = AdamsBashforth<5, ab5, S>;

}  // namespace

std::vector<Method> multistep_methods() {
  return {
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
