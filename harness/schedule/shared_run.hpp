#pragma once
// A shared run is one run of a cell for several requests.

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/schedule/cell_service.hpp"

namespace plumb {

/// One run of a cell, with all its requests. The functions of a request may add further requests.
class CellService::SharedRun {
 public:
  SharedRun(ResolvedCell of, std::optional<std::size_t> needed) : cell(std::move(of)), reference(needed) {}

  /// Adds a request. Returns false if the run has begun and the request needs samples.
  bool join(const NeededRun& needed) {
    std::shared_ptr<SampleReader> reader;
    if (needed.sample) {
      const std::lock_guard lock(guard);
      if (begun) return false;
      reader = readers.emplace_back(std::make_shared<SampleReader>(SampleReader{needed.sample}));
    }
    requests.push_back({needed.ended, std::move(reader), needed.elsewhere, needed.early});
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

  bool needs_early_result() const {
    return std::ranges::any_of(requests, [](const Request& request) { return request.early != nullptr; });
  }

  void notify_run_elsewhere() const {
    for_each_present([](const Request& request) {
      if (request.elsewhere) request.elsewhere();
    });
  }

  void answer_early(const RunResult& result) const {
    for_each_present([&](const Request& request) {
      if (request.early) request.early(result);
    });
  }

  void deliver(const RunResult& result) const {
    for_each_present([&](const Request& request) {
      if (request.ended)
        request.ended(request.reader && request.reader->failure ? crashed(*request.reader->failure) : result);
    });
  }

  ResolvedCell cell;
  std::optional<std::size_t> reference;
  double sample_bytes = 0;  // memory of samples stored until the reference exists [bytes]; 0: the run waits instead

 private:
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

  struct Request {
    OnResult ended;
    std::shared_ptr<SampleReader> reader;  // receives the samples; null: only the result is requested
    std::function<void()> elsewhere;
    OnResult early;
  };

  /// Calls `answer` with each request, but not with requests that it adds.
  template <class Answer>
  void for_each_present(Answer answer) const {
    for (std::size_t i = 0, count = requests.size(); i < count; ++i) answer(requests[i]);
  }

  std::mutex guard;  // guards `begun` and `readers` until the run has begun
  bool begun = false;
  std::vector<std::shared_ptr<SampleReader>> readers;
  std::deque<Request> requests;  // a deque, because its elements keep their addresses
};

}  // namespace plumb
