#include "methods/families.hpp"
#include "methods/spark/lobatto_pair.hpp"

namespace plumb {
namespace {

int stages(const Parameters& p) { return static_cast<int>(p.number<double>("stages")); }

const LobattoPairData& coefficients(const Parameters& p) {
  if (stages(p) == 2) return lobatto_pair2;
  return stages(p) == 3 ? lobatto_pair3 : lobatto_pair4;
}

Method lobatto_pair() {
  const auto make = []<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<LobattoPair<AnySystem<T>>>(system, options, coefficients(options.parameters));
  };
  return {.info = {.name = "lobatto-iiia-iiib",
                   .title = "Lobatto IIIA-IIIB pair",
                   .source = "jay1996; hairer2006, section VII.1.5",
                   .order = 4,
                   .forms = "ode index3"},
          .parameters = {{"stages", "3", "-", "number of stages, 2: RATTLE if forces do not depend on velocities",
                          "2|3|4"}},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order =
              [](const Parameters& p, Form form) {
                const int order = 2 * stages(p) - 2;
                return ProvenOrder{order, order, order, form == Form::index3 ? order : 0};
              },
          .published_form = "index3"};
}

}  // namespace

std::vector<Method> spark_methods() { return {lobatto_pair()}; }

}  // namespace plumb
