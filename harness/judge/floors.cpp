#include "harness/judge/floors.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "reference/certify.hpp"
#include "reference/solution.hpp"

namespace plumb {
namespace {

quad size_of(const ReferenceState& x, const ResolvedCell& cell, AnySystem<quad>& system, const quad& t,
             std::string_view name) {
  if (name == "q") return x.q.norm();
  if (name == "v") return x.v.norm();
  if (name == "a") return x.a.norm();
  if (name == "lambda") return x.lambda.norm();
  if (name == "energy") return abs(system.energy(t, x.q, x.v));
  const auto& outputs = cell.problem().outputs;
  for (std::size_t k = 0; k < outputs.size(); ++k)
    if (outputs[k].name == name) return abs(x.outputs[static_cast<Eigen::Index>(k)]);
  throw std::invalid_argument("nothing is known of the size of '" + std::string(name) + "'");
}

}  // namespace

quad roundoff(Precision p) {
  return p == Precision::double_ ? quad(unit_roundoff<double>())
         : p == Precision::long_ ? quad(unit_roundoff<long double>())
                                 : unit_roundoff<quad>();
}

quad scale(const ResolvedCell& cell, std::string_view name) {
  constexpr int times = 16;
  const auto exact = solution(cell.problem(), cell.data());
  auto system = cell.problem().in_quad.system(cell.data(), cell.formulation());
  quad largest = 0;
  for (int i = 0; i <= times; ++i) {
    const quad t = cell.t_end<quad>() * i / times;
    largest = std::max(largest, size_of(exact->at(t, cell.formulation()), cell, system, t, name));
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
