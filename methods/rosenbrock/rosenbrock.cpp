#include "methods/rosenbrock/rosenbrock.hpp"

#include "methods/families.hpp"
#include "methods/rosenbrock/coefficients.hpp"
#include "methods/rosenbrock/rosenbrock_entry.hpp"

namespace plumb {

Method rosenbrock_method(MethodInfo info, const RosenbrockData& data) {
  const auto order = info.order;
  const auto tables = std::make_shared<RosenbrockTables>(data);
  const auto make = [tables, order]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Rosenbrock<AnySystem<T>>>(system, options, tables->template in<T>(), order);
  };
  info.vector_space_only = info.needs_dense_blocks = true;
  return {.info = std::move(info),
          .parameters = {},
          .in_double = make,
          .in_long = make,
          .in_quad = make,
          .order = [order](const Parameters&, Form form) {
            return ProvenOrder{order, order, order, form == Form::index1 ? order : 0};
          }};
}

std::vector<Method> rosenbrock_methods() {
  return {
      rosenbrock_method(
          {.name = "ros3p", .title = "Rosenbrock method ROS3P, for index 1", .source = "lang2001", .order = 3}, ros3p),
      rosenbrock_method({.name = "rodas3",
                         .title = "Rosenbrock method RODAS3, stiffly accurate, for index 1",
                         .source = "sandu1997",
                         .order = 3},
                        rodas3),
      rosenbrock_method({.name = "rodas4",
                         .title = "Rosenbrock method RODAS, stiffly accurate, for index 1",
                         .source = "hairer1996, section VI.4",
                         .order = 4},
                        rodas4),
      rosenbrock_method({.name = "rodas5p",
                         .title = "Rosenbrock method Rodas5P, stiffly accurate, for index 1",
                         .source = "steinebach2023",
                         .order = 5},
                        rodas5p)};
}

}  // namespace plumb
