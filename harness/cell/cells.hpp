#pragma once
// Looks up and checks the cells of a study once, before the first run.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/resolved_cell.hpp"

namespace plumb {

class Cells {
 public:
  using Check = std::function<void(const CellRequest&, const ResolvedCell&)>;

  /// Takes over a list of cells without changes.
  explicit Cells(std::vector<ResolvedCell> list = {});
  /// Creates the cells of the requests in order, without duplicates. `check` is called with every request and its cell.
  /// Throws UsageError for the first invalid request. Stop requests end it (contract/stop.hpp).
  explicit Cells(const std::vector<CellRequest>& requests, const Check& check = {});

  // `place` is an index into this list.
  std::size_t size() const { return list_.size(); }
  const ResolvedCell& operator[](std::size_t place) const { return list_[place]; }
  std::string id(std::size_t place) const { return list_[place].id(); }
  /// Returns the id as a number: equal cells have equal numbers.
  std::uint64_t key(std::size_t place) const { return keys_[place]; }
  /// Returns the cells of these indices, in their order.
  Cells at(const std::vector<std::uint32_t>& places) const;

 private:
  std::vector<ResolvedCell> list_;
  std::vector<std::uint64_t> keys_;  // id of each cell as a number
};

}  // namespace plumb
