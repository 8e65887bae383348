#pragma once
// A shared run is one run of a cell for several requests.

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/cell_service.hpp"

namespace plumb {

/// Passes samples to the sink of one request. After an exception of the sink, `failure` is its message, and no more
/// samples are passed, so the other requests of the run are not affected.
struct SampleReader {
  SampleSink sink;
  std::optional<std::string> failure = {};

  void receive(const Sample<quad>& sample) {
    if (failure) return;
    try {
      sink(sample);
    } catch (const std::bad_alloc&) {  // the run cannot continue either
      throw;
    } catch (const std::exception& e) {
      failure = e.what();
    }
  }
};

/// One run of a cell, with all its requests.
class CellService::SharedRun {
 public:
  SharedRun(ResolvedCell of, std::optional<std::size_t> needed) : cell(std::move(of)), reference(needed) {}

  /// Adds a request. Returns false if the run has begun and the request needs samples.
  bool join(OnResult on_result, SampleSink sink, std::function<void()> elsewhere, OnResult early) {
    std::shared_ptr<SampleReader> reader;
    if (sink) {
      const std::lock_guard lock(guard);
      if (begun) return false;
      reader = readers.emplace_back(std::make_shared<SampleReader>(SampleReader{std::move(sink)}));
    }
    requests.push_back({std::move(on_result), std::move(reader), std::move(elsewhere), std::move(early)});
    return true;
  }

  /// Marks the run as begun: no request for samples can join any more. Returns whether any request needs samples.
  bool begin() {
    const std::lock_guard lock(guard);
    begun = true;
    return !readers.empty();
  }

  /// Returns a sink that serves all requests; empty if none needs samples.
  SampleSink sink() {
    if (readers.empty()) return {};
    return [this](const Sample<quad>& sample) {
      for (const auto& reader : readers) reader->receive(sample);
    };
  }

  void notify_run_elsewhere() const {
    for (const auto& request : requests)
      if (request.elsewhere) request.elsewhere();
  }

  bool needs_early_result() const {
    return std::ranges::any_of(requests, [](const Request& request) { return request.early != nullptr; });
  }

  void answer_early(const RunResult& result) const {
    for (const auto& request : requests)
      if (request.early) request.early(result);
  }

  void deliver(const RunResult& result) const {
    for (const auto& request : requests)
      request.on_result(request.reader && request.reader->failure ? crashed(*request.reader->failure) : result);
  }

  ResolvedCell cell;
  std::optional<std::size_t> reference;
  double sample_bytes = 0;  // memory of samples stored until the reference exists [bytes]; 0: the run waits instead

 private:
  struct Request {
    OnResult on_result;
    std::shared_ptr<SampleReader> reader;  // receives the samples; null: only the result is requested
    std::function<void()> elsewhere;
    OnResult early;
  };
  std::mutex guard;  // guards `begun` and `readers` until the run has begun
  bool begun = false;
  std::vector<std::shared_ptr<SampleReader>> readers;
  std::vector<Request> requests;
};

}  // namespace plumb
