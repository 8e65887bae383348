#include "harness/judge/floors.hpp"

#include <algorithm>

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

quad scale(const ResolvedCell& cell, std::string_view name) {
  constexpr int times = 16;
  const auto exact = solution(cell.problem(), cell.data());
  quad largest = 0;
  for (int i = 0; i <= times; ++i) {
    const auto x = exact->at(cell.t_end<quad>() * i / times, cell.formulation());
    quad size = name == "q" ? x.q.norm() : name == "v" ? x.v.norm() : name == "a" ? x.a.norm() : x.lambda.norm();
    for (std::size_t k = 0; k < cell.problem().outputs.size(); ++k)
      if (cell.problem().outputs[k].name == name) size = abs(x.outputs[static_cast<Eigen::Index>(k)]);
    largest = std::max(largest, size);
  }
  return largest;
}

quad rounding_floor(const ResolvedCell& cell, std::string_view name) {
  return roundoff(cell.text().precision) * scale(cell, name) * sqrt(quad(cell.steps()));
}

quad rounding_level(const ResolvedCell& cell, std::string_view name) {
  if (name == "lambda") return rounding_level(cell, "a") * scale(cell, "lambda") / scale(cell, "a");
  const auto form = cell.formulation().form;
  const quad h = cell.step<quad>(), u = roundoff(cell.text().precision);
  quad out = rounding_floor(cell, name);
  if (form == Form::index2 && name == "a") out = std::max<quad>(out, u * scale(cell, "v") / h);
  if (form == Form::index3 || form == Form::ggl) {
    if (name == "v") out = std::max<quad>(out, u * scale(cell, "q") / h);
    if (name == "a") out = std::max<quad>(out, u * scale(cell, "q") / (h * h));
  }
  return out;
}

quad reference_level(const ResolvedCell& cell, std::string_view name) {
  const int digits = solution(cell.problem(), cell.data())->digits(cell.t_end<quad>(), meaningful_digits);
  return pow(quad(10), -digits) * scale(cell, name);
}

}  // namespace plumb
