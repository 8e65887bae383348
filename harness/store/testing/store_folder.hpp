#pragma once
// A temporary folder for the stores of a test, and examples of runs.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "harness/store/store.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb::store_testing {

namespace fs = std::filesystem;

inline Cell cell_number(int i) {
  return {.problem = "pendulum",
          .problem_parameters = "",
          .formulation = "index3",
          .formulation_parameters = "",
          .method = "lms3",
          .method_parameters = "rho=0.6",
          .step = "1e-3",
          .t_end = std::to_string(i + 1),
          .newton_tol = {}};
}

inline RunResult result_of(double error, std::string reason = "") {
  RunResult r;
  r.reason = std::move(reason);
  r.metrics["re.q"] = error;
  return r;
}

inline const RunResult huge = result_of(1, std::string(1 << 20, 'x'));

class StoreFolder : public testing::Test {
 protected:
  std::string error_of(const std::function<void()>& action) {
    try {
      action();
    } catch (const StoreError& e) {
      const std::string message = e.what();
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message;
    }
    return "no error";
  }
  void fill(const fs::path& path, int begin, int end) {
    Store store(path);
    for (int i = begin; i < end; ++i) store.put(cell_number(i), "build-1", result_of(i));
  }

  fs::path file() const { return folder / "runs.db"; }

  const ScratchFolder scratch;
  const fs::path& folder = scratch.path();
};

}  // namespace plumb::store_testing
