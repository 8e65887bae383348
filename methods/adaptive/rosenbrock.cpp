// Adaptive Rosenbrock methods, with the published error estimates.

#include "methods/adaptive/adaptive.hpp"
#include "methods/adaptive/entries.hpp"
#include "methods/adaptive/rosenbrock_pair.hpp"
#include "methods/rosenbrock/coefficients.hpp"
#include "methods/rosenbrock/rosenbrock_entry.hpp"

namespace plumb {

Method adaptive_rosenbrock_method(MethodInfo info, const RosenbrockData& data, int embedded_order) {
  const auto tables = std::make_shared<RosenbrockTables>(data);
  const int order = info.order, power = std::min(order, embedded_order) + 1;
  const auto make = [=]<class T>(AnySystem<T>& system, const MethodOptions& options) {
    return AnyStepper<T>::template make<Adaptive<AnySystem<T>, RosenbrockPair<AnySystem<T>>>>(
        system, options, RosenbrockEmbedded<T>{power, order, tables->template in<T>()});
  };
  info.vector_space_only = info.needs_dense_blocks = true;
  return adaptive_method(std::move(info), {}, make);
}

std::vector<Method> adaptive_rosenbrock_methods() {
  return {adaptive_rosenbrock_method({.name = "ros3p-adaptive",
                                      .title = "ROS3P with embedded weights of order 2, adaptive",
                                      .source = "lang2001",
                                      .order = 3},
                                     ros3p, 2),
          adaptive_rosenbrock_method({.name = "rodas3-adaptive",
                                      .title = "RODAS3 with embedded weights of order 2, adaptive",
                                      .source = "sandu1997",
                                      .order = 3},
                                     rodas3, 2),
          adaptive_rosenbrock_method({.name = "rodas4-adaptive",
                                      .title = "RODAS with embedded weights of order 3, adaptive",
                                      .source = "hairer1996, section VI.4",
                                      .order = 4},
                                     rodas4, 3),
          adaptive_rosenbrock_method({.name = "rodas5p-adaptive",
                                      .title = "Rodas5P with embedded weights of order 4, adaptive",
                                      .source = "steinebach2023",
                                      .order = 5},
                                     rodas5p, 4)};
}

}  // namespace plumb
