#pragma once
// A resolver takes many requests, one after the other.

#include <map>
#include <memory>
#include <utility>

#include "harness/cell/resolve.hpp"

namespace plumb {

/// Resolves one request after the other. What several of them name is looked up and checked once.
class Resolver {
 public:
  /// Works as `resolve` does.
  ResolvedCell operator()(const CellRequest& request);

 private:
  using Shared = std::shared_ptr<const Parameters>;

  Shared checked_data(const Problem& problem, const Formulation& formulation, const Spec& spec);
  Shared checked_options(const Method& method, const Spec& spec);

  std::map<std::pair<const Formulation*, Spec>, Shared> data_;
  std::map<Spec, Shared> options_;
};

}  // namespace plumb
