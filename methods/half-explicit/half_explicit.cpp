#include <string>

#include "methods/families.hpp"
#include "methods/half-explicit/half_explicit_rk.hpp"

namespace plumb {
namespace {

/// `multipliers` is the order of λ.
Method entry(MethodInfo info, const HalfExplicitData& data, int multipliers) {
  const auto make = [&data]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<HalfExplicitRk<AnySystem<T>>>(system, options, data);
  };
  info.forms = "ode index2";
  return {.info = info,
          .parameters = {},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order =
              [order = info.order, multipliers](const Parameters&, Form form) {
                return ProvenOrder{order, order, order, form == Form::index2 ? multipliers : 0};
              },
          .published_form = "index2",
          .tableau = [&data](const Parameters&) { return tableau_without_constraints(data); }};
}

}  // namespace

TableauData tableau_without_constraints(const HalfExplicitData& data) {
  const auto stages = data.stages();
  TableauData out{.stages = static_cast<int>(stages)};
  const auto append = [&](std::vector<std::string>& to, const HalfExplicitData::Row& row) {
    for (std::size_t j = 0; j < stages; ++j) to.push_back(j < row.size() ? row[j] : "0");
  };
  for (const auto& row : data.a) {
    append(out.a, row);
    std::string sum = "0";
    for (const auto& x : row) sum += "+(" + std::string(x) + ")";
    out.c.push_back(std::move(sum));
  }
  append(out.b, data.b);
  return out;
}

std::vector<Method> half_explicit_methods() {
  return {
      entry({.name = "hem3", .title = "Half-explicit Runge-Kutta method HEM3", .source = "brasey1993", .order = 3},
            hem3, 3),
      entry({.name = "hem4", .title = "Half-explicit Runge-Kutta method HEM4", .source = "brasey1993", .order = 4},
            hem4, 4),
      entry({.name = "hedop5",
             .title = "Half-explicit method HEDOP5, on the tableau of Dormand and Prince",
             .source = "arnold1998",
             .order = 5},
            hedop5, 4),
      entry({.name = "phem56", .title = "Partitioned half-explicit method PHEM56", .source = "murua1997", .order = 5},
            phem56, 4)};
}

}  // namespace plumb
