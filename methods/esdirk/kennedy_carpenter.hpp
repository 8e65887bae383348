#pragma once
// ESDIRK methods of Kennedy & Carpenter: stiffly accurate, L-stable, stage order 2.
//
// Source: kennedy2019 (Appl. Numer. Math. 146). For ESDIRK3(2)4L[2]SA gamma is the root 0.43586... of 6 g^3 - 18 g^2 +
// 9 g - 1, c3 = 3/5, and a32, b2, b3 follow zhang2022, eqs. (30), as decimals of 50 digits. ESDIRK4(3)6L[2]SA_2 was
// published as rational approximations: its order conditions hold to 1e-24. The embedded weights have one order less
// and come from the same tables.

#include "methods/coefficients/embedded.hpp"
#include "methods/coefficients/order_conditions.hpp"

// clang-format off
namespace plumb {

inline constexpr Tableau<4> esdirk324l2sa = {
    .info = {"esdirk324l2sa", "ESDIRK3(2)4L[2]SA", "kennedy2019", 3},
    .a = {{{},
           {"0.43586652150845899941601945119355684252929409293843"_r,
            "0.43586652150845899941601945119355684252929409293843"_r},
           {"0.25764824606642724579999601628407970926431835216615"_r,
            "-0.09351476757488624521601546747763655179361244510457"_r,
            "0.43586652150845899941601945119355684252929409293843"_r},
           {"0.18764102434672382516129214416680439137952555421062"_r,
            "-0.59529747357695494804782302758588517377818522805189"_r,
            "0.97178992772177212347051143222552393986936558090283"_r,
            "0.43586652150845899941601945119355684252929409293843"_r}}},
    .b = {"0.18764102434672382516129214416680439137952555421062"_r,
          "-0.59529747357695494804782302758588517377818522805189"_r,
          "0.97178992772177212347051143222552393986936558090283"_r,
          "0.43586652150845899941601945119355684252929409293843"_r},
    .c = {0_r, "0.87173304301691799883203890238711368505858818587685"_r, 3_r/5, 1_r}};

inline constexpr Tableau<5> esdirk325l2sa = {
    .info = {"esdirk325l2sa", "ESDIRK3(2)5L[2]SA", "kennedy2019", 3},
    .a = {{{},
           {9_r/40, 9_r/40},
           {"9*(1 + sqrt(2))/80"_r, "9*(1 + sqrt(2))/80"_r, 9_r/40},
           {"(22 + 15*sqrt(2))/(80*(1 + sqrt(2)))"_r, "(22 + 15*sqrt(2))/(80*(1 + sqrt(2)))"_r,
            "-7/(40*(1 + sqrt(2)))"_r, 9_r/40},
           {"(2398 + 1205*sqrt(2))/(2835*(4 + 3*sqrt(2)))"_r, "(2398 + 1205*sqrt(2))/(2835*(4 + 3*sqrt(2)))"_r,
            "-2374*(1 + 2*sqrt(2))/(2835*(5 + 3*sqrt(2)))"_r, 5827_r/7560, 9_r/40}}},
    .b = {"(2398 + 1205*sqrt(2))/(2835*(4 + 3*sqrt(2)))"_r, "(2398 + 1205*sqrt(2))/(2835*(4 + 3*sqrt(2)))"_r,
          "-2374*(1 + 2*sqrt(2))/(2835*(5 + 3*sqrt(2)))"_r, 5827_r/7560, 9_r/40},
    .c = {0_r, 9_r/20, "9*(2 + sqrt(2))/40"_r, 3_r/5, 1_r}};

inline constexpr Tableau<6> esdirk436l2sa2 = {
    .info = {"esdirk436l2sa2", "ESDIRK4(3)6L[2]SA_2", "kennedy2019, table 9", 4},
    .a = {{{},
           {31_r/125, 31_r/125},
           {-360286518617_r/7014585480527, -360286518617_r/7014585480527, 31_r/125},
           {-506388693497_r/5937754990171, -506388693497_r/5937754990171, 7149918333491_r/13390931526268, 31_r/125},
           {-7628305438933_r/11061539393788, -7628305438933_r/11061539393788, 21592626537567_r/14352247503901,
            11630056083252_r/17263101053231, 31_r/125},
           {-12917657251_r/5222094901039, -12917657251_r/5222094901039, 5602338284630_r/15643096342197,
            9002339615474_r/18125249312447, -2420307481369_r/24731958684496, 31_r/125}}},
    .b = {-12917657251_r/5222094901039, -12917657251_r/5222094901039, 5602338284630_r/15643096342197,
          9002339615474_r/18125249312447, -2420307481369_r/24731958684496, 31_r/125},
    .c = {0_r, 62_r/125, 486119545908_r/3346201505189, 1043_r/1706, 1361_r/1300, 1_r}};

inline constexpr EmbeddedWeights<4> esdirk324l2sa_embedded = {
    .order = 2,
    .b = {"0.1088966176158644541561307380704960821824"_r,
          "-0.9153258118707127534816380978168183454991"_r,
          "1.271273597302152167844715894135642876535"_r,
          "0.5351555969526961314807914656106793867813"_r}};

inline constexpr EmbeddedWeights<5> esdirk325l2sa_embedded = {
    .order = 2,
    .b = {"(5547709*sqrt(2) - 4800247)/16519545"_r, "(5547709*sqrt(2) - 4800247)/16519545"_r,
          "11095418*(1 - sqrt(2))/16519545"_r, 30698249_r/44052120, 49563_r/233080}};

inline constexpr EmbeddedWeights<6> esdirk436l2sa2_embedded = {
    .order = 3,
    .b = {-1007911106287_r/12117826057527, -1007911106287_r/12117826057527, 17694008993113_r/35931961998873,
          5816803040497_r/11256217655929, -538664890905_r/7490061179786, 2032560730450_r/8872919773257}};

static_assert(verified_order(esdirk324l2sa) == 3);
static_assert(verified_order(esdirk325l2sa) == 3);
static_assert(verified_order(esdirk436l2sa2) == 4);
static_assert(verified_order(embedded_method(esdirk324l2sa, esdirk324l2sa_embedded)) == 2);
static_assert(verified_order(embedded_method(esdirk325l2sa, esdirk325l2sa_embedded)) == 2);
static_assert(verified_order(embedded_method(esdirk436l2sa2, esdirk436l2sa2_embedded)) == 3);

}  // namespace plumb
