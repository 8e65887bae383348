#pragma once
// Fully implicit Runge-Kutta tableaus.
//
// Source: Hairer & Wanner, Solving ODEs II, tables IV.5.1-IV.5.6, IV.5.13 and section IV.5.

#include "methods/coefficients/order_conditions.hpp"

// clang-format off
namespace plumb {

inline constexpr Tableau<2> gauss2 = {
    .info = {"gauss", "Gauss", "hairer1996, table IV.5.1", 4},
    .a = {{{"1/4"_r,             "1/4 - sqrt(3)/6"_r},
           {"1/4 + sqrt(3)/6"_r, "1/4"_r}}},
    .b = {1_r/2, 1_r/2},
    .c = {"1/2 - sqrt(3)/6"_r, "1/2 + sqrt(3)/6"_r}};

inline constexpr Tableau<3> gauss3 = {
    .info = {"gauss", "Gauss", "hairer1996, table IV.5.2", 6},
    .a = {{{"5/36"_r,               "2/9 - sqrt(15)/15"_r, "5/36 - sqrt(15)/30"_r},
           {"5/36 + sqrt(15)/24"_r, "2/9"_r,               "5/36 - sqrt(15)/24"_r},
           {"5/36 + sqrt(15)/30"_r, "2/9 + sqrt(15)/15"_r, "5/36"_r}}},
    .b = {5_r/18, 4_r/9, 5_r/18},
    .c = {"1/2 - sqrt(15)/10"_r, 1_r/2, "1/2 + sqrt(15)/10"_r}};

inline constexpr Tableau<2> radau_ia2 = {
    .info = {"radau-ia", "Radau IA", "hairer1996, table IV.5.3", 3},
    .a = {{{1_r/4, -1_r/4},
           {1_r/4, 5_r/12}}},
    .b = {1_r/4, 3_r/4},
    .c = {0_r, 2_r/3}};

inline constexpr Tableau<3> radau_ia3 = {
    .info = {"radau-ia", "Radau IA", "hairer1996, table IV.5.4", 5},
    .a = {{{1_r/9, "(-1 - sqrt(6))/18"_r,   "(-1 + sqrt(6))/18"_r},
           {1_r/9, "(88 + 7*sqrt(6))/360"_r,  "(88 - 43*sqrt(6))/360"_r},
           {1_r/9, "(88 + 43*sqrt(6))/360"_r, "(88 - 7*sqrt(6))/360"_r}}},
    .b = {1_r/9, "(16 + sqrt(6))/36"_r, "(16 - sqrt(6))/36"_r},
    .c = {0_r, "(6 - sqrt(6))/10"_r, "(6 + sqrt(6))/10"_r}};

inline constexpr Tableau<2> radau_iia2 = {
    .info = {"radau-iia", "Radau IIA", "hairer1996, table IV.5.5", 3},
    .a = {{{5_r/12, -1_r/12},
           {3_r/4,  1_r/4}}},
    .b = {3_r/4, 1_r/4},
    .c = {1_r/3, 1_r}};

inline constexpr Tableau<3> radau_iia3 = {
    .info = {"radau-iia", "Radau IIA", "hairer1996, table IV.5.6", 5},
    .a = {{{"(88 - 7*sqrt(6))/360"_r,     "(296 - 169*sqrt(6))/1800"_r, "(-2 + 3*sqrt(6))/225"_r},
           {"(296 + 169*sqrt(6))/1800"_r, "(88 + 7*sqrt(6))/360"_r,     "(-2 - 3*sqrt(6))/225"_r},
           {"(16 - sqrt(6))/36"_r,        "(16 + sqrt(6))/36"_r,        1_r/9}}},
    .b = {"(16 - sqrt(6))/36"_r, "(16 + sqrt(6))/36"_r, 1_r/9},
    .c = {"(4 - sqrt(6))/10"_r, "(4 + sqrt(6))/10"_r, 1_r}};

inline constexpr Tableau<2> lobatto_iiic2 = {
    .info = {"lobatto-iiic", "Lobatto IIIC", "hairer1996, section IV.5", 2},
    .a = {{{1_r/2, -1_r/2},
           {1_r/2, 1_r/2}}},
    .b = {1_r/2, 1_r/2},
    .c = {0_r, 1_r}};

inline constexpr Tableau<3> lobatto_iiic3 = {
    .info = {"lobatto-iiic", "Lobatto IIIC", "hairer1996, section IV.5", 4},
    .a = {{{1_r/6, -1_r/3, 1_r/6},
           {1_r/6, 5_r/12, -1_r/12},
           {1_r/6, 2_r/3,  1_r/6}}},
    .b = {1_r/6, 2_r/3, 1_r/6},
    .c = {0_r, 1_r/2, 1_r}};

inline constexpr Tableau<4> lobatto_iiic4 = {
    .info = {"lobatto-iiic", "Lobatto IIIC", "hairer1996, section IV.5", 6},
    .a = {{{1_r/12, "-sqrt(5)/12"_r,        "sqrt(5)/12"_r,          -1_r/12},
           {1_r/12, 1_r/4,                  "(10 - 7*sqrt(5))/60"_r, "sqrt(5)/60"_r},
           {1_r/12, "(10 + 7*sqrt(5))/60"_r, 1_r/4,                  "-sqrt(5)/60"_r},
           {1_r/12, 5_r/12,                 5_r/12,                  1_r/12}}},
    .b = {1_r/12, 5_r/12, 5_r/12, 1_r/12},
    .c = {0_r, "(5 - sqrt(5))/10"_r, "(5 + sqrt(5))/10"_r, 1_r}};

static_assert(verified_order(gauss2) == 4);
static_assert(verified_order(gauss3) == 5);  // 5 is the highest order that the compiler checks
static_assert(verified_order(radau_ia2) == 3);
static_assert(verified_order(radau_ia3) == 5);
static_assert(verified_order(radau_iia2) == 3);
static_assert(verified_order(radau_iia3) == 5);
static_assert(verified_order(lobatto_iiic2) == 2);
static_assert(verified_order(lobatto_iiic3) == 4);
static_assert(verified_order(lobatto_iiic4) == 5);

}  // namespace plumb
