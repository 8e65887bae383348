#pragma once
// A resolver converts many requests to cells in sequence, with caches.

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "contract/remembered.hpp"
#include "harness/cell/resolve.hpp"

namespace plumb {

/// Resolves requests one after the other. Names that occur in several requests are looked up and validated once.
class Resolver {
 public:
  /// Converts a request like `resolve` (resolve.hpp).
  ResolvedCell operator()(const CellRequest& request);

 private:
  /// Parameters that many cells share, and their canonical text for Cell.
  struct Checked {
    explicit Checked(Parameters parameters);

    std::shared_ptr<const Parameters> values;
    std::string text;
  };

  const Checked& checked_data(const Problem& problem, const Formulation& formulation, const Spec& spec);
  const Checked& checked_options(const Method& method, const Spec& spec);
  std::int64_t checked_steps(const Cell& cell, const Problem& problem);
  const Cell& settings_of(const CellRequest& request);

  Remembered<std::pair<const Formulation*, Spec>, Checked> data_;
  Remembered<std::pair<const Method*, Spec>, Checked> options_;
  Remembered<std::string, std::int64_t> steps_;  // number of steps, by the texts on which it depends
  Remembered<decltype(CellRequest::settings), Cell> settings_;
};

}  // namespace plumb
