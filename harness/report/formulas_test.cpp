// Formulas belong to methods and forms that exist, and every method of our own has one.

#include "harness/report/formulas.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contract/form.hpp"
#include "methods/catalogue.hpp"
#include "methods/family.hpp"

namespace plumb {
namespace {

TEST(Formulas, AreOfMethodsThatThereAre) {
  for (const auto& named : methods_with_formulas()) {
    const auto is_it = [&](const Method& method) { return method.info.name == named; };
    const auto found = std::ranges::find_if(methods(), is_it);
    ASSERT_NE(found, methods().end()) << named;
    EXPECT_FALSE(found->tableau || found->multistep) << named << " has coefficients, which are typeset";
    EXPECT_FALSE(formulas_of_method(named).tex.empty()) << named;
  }
}

// Methods of libraries are left out, since their formulas are not ours. A method that chooses its steps has the
// coefficients of the method after which it is named.
TEST(Formulas, AreKnownOfAllMethodsOfOurOwn) {
  for (const auto& method : methods()) {
    if (family_of(method.info.name) == "library" || !method.info.fixed_step) continue;
    if (method.tableau || method.multistep) continue;
    EXPECT_FALSE(formulas_of_method(method.info.name).tex.empty()) << method.info.name;
  }
}

TEST(Formulas, AreKnownOfAllForms) {
  for (const auto form : every_form) EXPECT_FALSE(formulas_of_form(name(form)).tex.empty()) << name(form);
  EXPECT_TRUE(formulas_of_form("no form").tex.empty());
}

}  // namespace
}  // namespace plumb
