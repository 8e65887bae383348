#include "harness/cell/cells.hpp"

#include <charconv>
#include <unordered_set>
#include <utility>

#include "contract/stop.hpp"
#include "harness/cell/resolver.hpp"

namespace plumb {
namespace {

/// Returns the value of an id, which has 16 hexadecimal digits.
std::uint64_t number_of(const std::string& id) {
  std::uint64_t out = 0;
  std::from_chars(id.data(), id.data() + id.size(), out, 16);
  return out;
}

}  // namespace

Cells::Cells(std::vector<ResolvedCell> list) : list_(std::move(list)) {
  for (const auto& cell : list_) keys_.push_back(number_of(cell.id()));
}

Cells::Cells(const std::vector<CellRequest>& requests, const Check& check) {
  Resolver resolver;
  std::unordered_set<std::uint64_t> known(requests.size());
  list_.reserve(requests.size());
  keys_.reserve(requests.size());
  for (const auto& request : requests) {
    stopping_point();
    report_progress("reading", static_cast<double>(list_.size()), static_cast<double>(requests.size()), "cells");
    auto cell = resolver(request);
    if (check) check(request, cell);
    const auto key = number_of(cell.id());
    if (!known.insert(key).second) continue;
    list_.push_back(std::move(cell));
    keys_.push_back(key);
  }
}

Cells Cells::at(const std::vector<std::uint32_t>& places) const {
  Cells out;
  for (const auto place : places) {
    out.list_.push_back(list_[place]);
    out.keys_.push_back(keys_[place]);
  }
  return out;
}

}  // namespace plumb
