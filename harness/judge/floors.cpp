#include "harness/judge/floors.hpp"

#include <algorithm>

#include "harness/cell/resolve.hpp"
#include "harness/text/number_text.hpp"
#include "reference/certify.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

quad roundoff(Precision p) {
  return p == Precision::double_ ? quad(unit_roundoff<double>())
         : p == Precision::long_ ? quad(unit_roundoff<long double>())
                                 : unit_roundoff<quad>();
}

}  // namespace

quad scale(const Cell& cell, std::string_view name) {
  constexpr int times = 16;
  const CellParts parts(cell);
  const auto exact = solution(parts.problem, parts.data);
  quad largest = 0;
  for (int i = 0; i <= times; ++i) {
    const auto x = exact->at(number_from_text<quad>(cell.t_end) * i / times, parts.formulation);
    quad size = name == "q" ? x.q.norm() : name == "v" ? x.v.norm() : name == "a" ? x.a.norm() : x.lambda.norm();
    for (std::size_t k = 0; k < parts.problem.outputs.size(); ++k)
      if (parts.problem.outputs[k].name == name) size = abs(x.outputs[static_cast<Eigen::Index>(k)]);
    largest = std::max(largest, size);
  }
  return largest;
}

quad rounding_floor(const Cell& cell, std::string_view name) {
  return roundoff(cell.precision) * scale(cell, name) * sqrt(quad(steps(cell)));
}

quad rounding_level(const Cell& cell, std::string_view name) {
  if (name == "lambda") return rounding_level(cell, "a") * scale(cell, "lambda") / scale(cell, "a");
  const auto form = CellParts(cell).formulation.form;
  const quad h = number_from_text<quad>(cell.step), u = roundoff(cell.precision);
  quad out = rounding_floor(cell, name);
  if (form == Form::index2 && name == "a") out = std::max<quad>(out, u * scale(cell, "v") / h);
  if (form == Form::index3 || form == Form::ggl) {
    if (name == "v") out = std::max<quad>(out, u * scale(cell, "q") / h);
    if (name == "a") out = std::max<quad>(out, u * scale(cell, "q") / (h * h));
  }
  return out;
}

quad reference_level(const Cell& cell, std::string_view name) {
  const CellParts parts(cell);
  const int digits = solution(parts.problem, parts.data)->digits(number_from_text<quad>(cell.t_end), meaningful_digits);
  return pow(quad(10), -digits) * scale(cell, name);
}

}  // namespace plumb
