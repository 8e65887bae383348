#pragma once
// Classical explicit Runge-Kutta tableaus of rational coefficients.
//
// Sources: Kutta 1901; Heun 1900; Dormand & Prince 1980; tables in Hairer, Nørsett & Wanner, Solving ODEs I, sections
// II.1, II.5.

#include "methods/coefficients/embedded.hpp"
#include "methods/coefficients/order_conditions.hpp"

// clang-format off
namespace plumb {

inline constexpr Tableau<3> kutta3 = {
    .info = {"kutta3", "Kutta's third-order method (RK3 of fernandez2024)", "kutta1901", 3},
    .a = {{{},
           {1_r/2},
           {-1_r, 2_r}}},
    .b = {1_r/6, 4_r/6, 1_r/6},
    .c = {0_r, 1_r/2, 1_r}};

inline constexpr Tableau<3> heun3 = {
    .info = {"heun3", "Heun's third-order method", "heun1900", 3},
    .a = {{{},
           {1_r/3},
           {0_r, 2_r/3}}},
    .b = {1_r/4, 0_r, 3_r/4},
    .c = {0_r, 1_r/3, 2_r/3}};

inline constexpr Tableau<4> erk4 = {
    .info = {"erk4", "Classical Runge-Kutta method", "kutta1901, p. 443", 4},
    .a = {{{},
           {1_r/2},
           {0_r, 1_r/2},
           {0_r, 0_r, 1_r}}},
    .b = {1_r/6, 1_r/3, 1_r/3, 1_r/6},
    .c = {0_r, 1_r/2, 1_r/2, 1_r}};

// The seventh stage is omitted, because only the error estimate needs it: its rate is the rate at the end of the step.
inline constexpr Tableau<6> dopri5 = {
    .info = {"dopri5", "Dormand-Prince 5(4), fixed step", "dormand1980, table 2", 5},
    .a = {{{},
           {1_r/5},
           {3_r/40, 9_r/40},
           {44_r/45, -56_r/15, 32_r/9},
           {19372_r/6561, -25360_r/2187, 64448_r/6561, -212_r/729},
           {9017_r/3168, -355_r/33, 46732_r/5247, 49_r/176, -5103_r/18656}}},
    .b = {35_r/384, 0_r, 500_r/1113, 125_r/192, -2187_r/6784, 11_r/84},
    .c = {0_r, 1_r/5, 3_r/10, 4_r/5, 8_r/9, 1_r}};

inline constexpr EmbeddedWeights<6> dopri5_embedded = {
    .order = 4,
    .b = {5179_r/57600, 0_r, 7571_r/16695, 393_r/640, -92097_r/339200, 187_r/2100},
    .end = 1_r/40};

static_assert(verified_order(kutta3) == 3);
static_assert(verified_order(heun3) == 3);
static_assert(verified_order(erk4) == 4);
static_assert(verified_order(dopri5) == 5);
static_assert(verified_order(embedded_method(dopri5, dopri5_embedded)) == dopri5_embedded.order);

}  // namespace plumb
