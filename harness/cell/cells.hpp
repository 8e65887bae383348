#pragma once
// The cells of a study: each is checked once, and resolved again when its turn comes. Until then it costs its id.

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "harness/cell/request.hpp"
#include "harness/cell/resolver.hpp"

namespace plumb {

/// Usable from several threads.
class Cells {
 public:
  /// The request of a place, the same one each time.
  using Requests = std::function<CellRequest(std::size_t)>;
  using Seen = std::function<void(const CellRequest&, const ResolvedCell&)>;

  /// Those of a list, as they are.
  explicit Cells(std::vector<ResolvedCell> list = {});
  /// What `count` requests ask for, in their order, each cell where it is asked for first. `seen` is shown
  /// every request and its cell. Throws UsageError of the first request that is wrong.
  Cells(std::size_t count, Requests requests, const Seen& seen = {});

  std::size_t size() const { return ids_.size(); }
  /// Of the same cell the same.
  std::uint64_t key(std::size_t place) const { return ids_[place]; }
  /// As that of the cell, which is not resolved for it.
  std::string id(std::size_t place) const;
  ResolvedCell operator[](std::size_t place) const;
  /// Those at some places, in their order.
  Cells at(const std::vector<std::uint32_t>& places) const;

 private:
  void check_all(std::size_t count, const Seen& seen);
  void leave_out_what_occurs_before();

  struct Source {
    std::mutex mutex;
    Requests requests;
    Resolver resolver;
  };
  std::vector<ResolvedCell> list_;     // else they are requested
  std::shared_ptr<Source> source_;     // of requests
  std::vector<std::uint64_t> ids_;     // one a cell
  std::vector<std::uint32_t> places_;  // of their requests; none: all of them
};

}  // namespace plumb
