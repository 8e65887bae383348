#pragma once
// Coefficients of half-explicit Runge-Kutta methods, as exact text.

#include <string>
#include <vector>

#include "contract/exact_number.hpp"
#include "methods/coefficients/tableau_data.hpp"

namespace plumb {

/// The coefficients in the notation of half_explicit_stages.hpp: the rows of `a` for the stages, and the rows â
/// (`constraint_rows`) for the points at which constraints are imposed. A row has no trailing zeros.
struct HalfExplicitData {
  using Row = std::vector<std::string>;

  std::vector<Row> a, constraint_rows;
  Row b;
  bool reuses_last_stage = false;  // whether stage 1 equals the last stage of the previous step
  Row embedded = {};               // embedded weights of order 4, one also for the last stage; empty: none
  bool projects_velocity = false;  // whether v⁺ is projected on the constraints at velocity level

  std::size_t stages() const { return a.size(); }
};

/// The coefficients as numbers, with the row sums c of `a` and ĉ of `constraint_rows`.
template <class T>
struct HalfExplicitTable {
  std::vector<std::vector<T>> a, constraint_rows;
  std::vector<T> b, c, constraint_c;
  bool reuses_last_stage = false;

  explicit HalfExplicitTable(const HalfExplicitData& data) : reuses_last_stage(data.reuses_last_stage) {
    for (const auto& row : data.a) a.push_back(numbers(row));
    for (const auto& row : data.constraint_rows) constraint_rows.push_back(numbers(row));
    b = numbers(data.b);
    for (const auto& row : a) c.push_back(sum(row));
    for (const auto& row : constraint_rows) constraint_c.push_back(sum(row));
  }
  std::size_t stages() const { return a.size(); }

 private:
  static std::vector<T> numbers(const HalfExplicitData::Row& row) {
    std::vector<T> out;
    for (const auto& text : row) out.push_back(number_from_text<T>(text));
    return out;
  }
  static T sum(const std::vector<T>& row) {
    T out = 0;
    for (const auto& x : row) out += x;
    return out;
  }
};

/// Brasey & Hairer, SIAM J. Numer. Anal. 30 (1993): HEM3.
inline const HalfExplicitData hem3 = {.a = {{}, {"1/3"}, {"-1", "2"}},
                                      .constraint_rows = {{"1/3"}, {"-1", "2"}, {"0", "3/4", "1/4"}},
                                      .b = {"0", "3/4", "1/4"}};

/// The same paper: HEM4.
inline const HalfExplicitData hem4 = {
    .a = {{},
          {"3/10"},
          {"(1+sqrt(6))/30", "(11-4*sqrt(6))/30"},
          {"(-79-31*sqrt(6))/150", "(-1-4*sqrt(6))/30", "(24+11*sqrt(6))/25"},
          {"(14+5*sqrt(6))/6", "(-8+7*sqrt(6))/6", "(-9-7*sqrt(6))/4", "(9-sqrt(6))/4"}},
    .constraint_rows = {{"3/10"},
                        {"(1+sqrt(6))/30", "(11-4*sqrt(6))/30"},
                        {"(-79-31*sqrt(6))/150", "(-1-4*sqrt(6))/30", "(24+11*sqrt(6))/25"},
                        {"(14+5*sqrt(6))/6", "(-8+7*sqrt(6))/6", "(-9-7*sqrt(6))/4", "(9-sqrt(6))/4"},
                        {"0", "0", "(16-sqrt(6))/36", "(16+sqrt(6))/36", "1/9"}},
    .b = {"0", "0", "(16-sqrt(6))/36", "(16+sqrt(6))/36", "1/9"}};

// Rows of Dormand & Prince 5(4), which hedop5 and phem56 share.
inline const HalfExplicitData::Row dormand_prince_embedded = {"5179/57600",    "0",        "7571/16695", "393/640",
                                                              "-92097/339200", "187/2100", "1/40"};
inline const std::vector<HalfExplicitData::Row> dormand_prince_rows = {
    {},
    {"1/5"},
    {"3/40", "9/40"},
    {"44/45", "-56/15", "32/9"},
    {"19372/6561", "-25360/2187", "64448/6561", "-212/729"},
    {"9017/3168", "-355/33", "46732/5247", "49/176", "-5103/18656"},
    {"35/384", "0", "500/1113", "125/192", "-2187/6784", "11/84"}};

/// Arnold, BIT 38 (1998): HEDOP5.
inline const HalfExplicitData hedop5 = {
    .a = dormand_prince_rows,
    .constraint_rows = {{},
                        dormand_prince_rows[2],
                        dormand_prince_rows[3],
                        dormand_prince_rows[4],
                        dormand_prince_rows[5],
                        dormand_prince_rows[6],
                        {"-18611506045861/19738176307200", "59332529/14479296", "-2509441598627/893904224850",
                         "2763523204159/3289696051200", "-41262869588913/116235927142400", "46310205821/287848404480",
                         "-3280/75413"}},
    .b = dormand_prince_rows[6],
    .reuses_last_stage = true,
    .embedded = dormand_prince_embedded};

/// Murua, Computing 59 (1997): PHEM56.
inline const HalfExplicitData phem56 = {
    .a = dormand_prince_rows,
    .constraint_rows = {{},
                        {"3/40", "9/40"},
                        {"21/256", "45/256", "15/128"},
                        {"19235/98784", "-225/392", "6235/6174", "2755/32928"},
                        {"-293/1152", "85/48", "-2275/1908", "35/32", "-2835/6784"},
                        dormand_prince_rows[6],
                        {"10752038939/66307507200", "-19259/50160", "19581770468/24023520675", "9941999/650073600",
                         "180060831/4820710400", "-11331659/439538400", "1/76"}},
    .b = dormand_prince_rows[6],
    .reuses_last_stage = true,
    .embedded = dormand_prince_embedded};

/// Returns the rows a and b, which describe the method without constraints.
TableauData tableau_without_constraints(const HalfExplicitData& data);

}  // namespace plumb
