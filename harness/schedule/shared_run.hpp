#pragma once
// One run of a cell that several have asked for.

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

/// A sink that another one's run is not to suffer from.
struct SampleReader {
  SampleSink sink;
  std::optional<std::string> failure = {};

  void hear(const Sample<quad>& sample) {
    if (failure) return;
    try {
      sink(sample);
    } catch (const std::bad_alloc&) {  // the run's as well
      throw;
    } catch (const std::exception& e) {
      failure = e.what();
    }
  }
};

/// One run of a cell, with all who asked for it.
class CellService::SharedRun {
 public:
  SharedRun(ResolvedCell of, std::optional<std::size_t> needed) : cell(std::move(of)), reference(needed) {}

  /// False: it has begun, and whoever wants samples is too late.
  bool join(Answer answer, SampleSink sink, std::function<void()> elsewhere, Answer early) {
    std::shared_ptr<SampleReader> reader;
    if (sink) {
      const std::lock_guard lock(guard);
      if (begun) return false;
      reader = readers.emplace_back(std::make_shared<SampleReader>(SampleReader{std::move(sink)}));
    }
    askers.push_back({std::move(answer), std::move(reader), std::move(elsewhere), std::move(early)});
    return true;
  }

  /// From now on nobody can join who wants samples. Whether somebody has.
  bool begin() {
    const std::lock_guard lock(guard);
    begun = true;
    return !readers.empty();
  }

  /// For all who have joined; empty: nobody wants samples.
  SampleSink sink() {
    if (readers.empty()) return {};
    return [this](const Sample<quad>& sample) {
      for (const auto& reader : readers) reader->hear(sample);
    };
  }

  void is_elsewhere() const {
    for (const auto& asker : askers)
      if (asker.elsewhere) asker.elsewhere();
  }

  bool is_early_wanted() const {
    return std::ranges::any_of(askers, [](const Asker& asker) { return asker.early != nullptr; });
  }

  void answer_early(const RunResult& result) const {
    for (const auto& asker : askers)
      if (asker.early) asker.early(result);
  }

  void answer(const RunResult& result) const {
    for (const auto& asker : askers)
      asker.answer(asker.reader && asker.reader->failure ? crashed(*asker.reader->failure) : result);
  }

  ResolvedCell cell;
  std::optional<std::size_t> reference;
  double bytes_kept = 0;  // of the samples that it keeps until its reference is there; 0: it waits for that itself

 private:
  struct Asker {
    Answer answer;
    std::shared_ptr<SampleReader> reader;  // null: the result is enough
    std::function<void()> elsewhere;
    Answer early;
  };
  std::mutex guard;  // of the next two, until it has begun
  bool begun = false;
  std::vector<std::shared_ptr<SampleReader>> readers;
  std::vector<Asker> askers;
};

}  // namespace plumb
