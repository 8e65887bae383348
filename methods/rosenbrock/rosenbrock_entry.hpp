#pragma once
// Makes entries of Rosenbrock methods from their coefficients.

#include <memory>
#include <mutex>
#include <optional>
#include <tuple>

#include "methods/method.hpp"
#include "methods/rosenbrock/rosenbrock_table.hpp"

namespace plumb {

/// The coefficients of a step in all precisions. Each table is computed once, when it is first needed, because analyses
/// make thousands of steppers.
class RosenbrockTables {
 public:
  explicit RosenbrockTables(RosenbrockData coefficients) : data(std::move(coefficients)) {}

  template <class T>
  const RosenbrockTable<T>& in() {
    auto& one = std::get<Once<T>>(all);
    std::call_once(one.flag, [&] { one.table.emplace(data); });
    return *one.table;
  }

 private:
  template <class T>
  struct Once {
    std::once_flag flag;
    std::optional<RosenbrockTable<T>> table;
  };

  RosenbrockData data;
  std::tuple<Once<double>, Once<long double>, Once<quad>> all;
};

/// `info` has the order on index 1, RosenbrockOrders::on_index1().
Method rosenbrock_method(MethodInfo info, const RosenbrockData& data);

}  // namespace plumb
