#include "harness/cell/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

#include "contract/stop.hpp"

namespace plumb {
namespace {

/// An id is 16 hexadecimal digits.
std::uint64_t number_of(const std::string& id) {
  std::uint64_t out = 0;
  std::from_chars(id.data(), id.data() + id.size(), out, 16);
  return out;
}

}  // namespace

Cells::Cells(std::vector<ResolvedCell> list) : list_(std::move(list)) {
  for (const auto& cell : list_) ids_.push_back(number_of(cell.id()));
}

Cells::Cells(std::size_t count, Requests requests, const Seen& seen) : source_(std::make_shared<Source>()) {
  source_->requests = std::move(requests);
  check_all(count, seen);
  leave_out_what_occurs_before();
}

void Cells::check_all(std::size_t count, const Seen& seen) {
  ids_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    stopping_point();
    tell_progress("reading", static_cast<double>(i), static_cast<double>(count), "cells");
    const auto request = source_->requests(i);
    const auto cell = source_->resolver(request);
    ids_.push_back(number_of(cell.id()));
    if (seen) seen(request, cell);
  }
}

void Cells::leave_out_what_occurs_before() {
  std::vector<std::uint32_t> order(ids_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return ids_[a] < ids_[b]; });
  const auto same = [&](auto a, auto b) { return ids_[a] == ids_[b]; };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  if (order.size() == ids_.size()) return;
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) ids_[i] = ids_[order[i]];
  ids_.resize(order.size());
  places_ = std::move(order);
}

std::string Cells::id(std::size_t place) const { return fmt::format("{:016x}", ids_[place]); }

ResolvedCell Cells::operator[](std::size_t place) const {
  if (!source_) return list_[place];
  const std::lock_guard lock(source_->mutex);
  return source_->resolver(source_->requests(places_.empty() ? place : places_[place]));
}

Cells Cells::at(const std::vector<std::uint32_t>& places) const {
  Cells out;
  out.source_ = source_;
  for (const auto place : places) {
    out.ids_.push_back(ids_[place]);
    if (source_)
      out.places_.push_back(places_.empty() ? place : places_[place]);
    else
      out.list_.push_back(list_[place]);
  }
  return out;
}

}  // namespace plumb
