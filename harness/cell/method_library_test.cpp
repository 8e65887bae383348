// Methods from shared libraries: files that do not define a method, libraries as parts of their cells, and steps that
// fail. All libraries are built by tests/from_library/libraries.cmake.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/cell/method_file.hpp"
#include "harness/cell/method_library.hpp"
#include "harness/cell/resolve.hpp"
#include "harness/cell/testing/library_methods.hpp"
#include "text/exit_codes.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {
namespace {

using library_testing::cell;
using library_testing::library;
using library_testing::swing;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;

std::string refusal_of_library(const std::string& name) {
  try {
    method_file(name);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(MethodLibrary, ItsContentIsPartOfTheCell) {
  const auto name = library("projected_midpoint");
  const auto one = cell(name, swing, "1/100");
  EXPECT_EQ(one.text().method, name);
  EXPECT_THAT(one.text().method_parameters, HasSubstr("content=" + method_file(name).content));
  const auto copy = library_testing::libraries() / "edited.so";
  std::filesystem::copy_file(name.substr(1), copy, std::filesystem::copy_options::overwrite_existing);
  std::ofstream(copy, std::ios::app | std::ios::binary) << "edited";
  const auto edited = cell("@" + copy.string(), swing, "1/100");
  EXPECT_NE(method_file("@" + copy.string()).content, method_file(name).content);
  EXPECT_EQ(library_testing::run(one).metrics.at("end.q"), library_testing::run(edited).metrics.at("end.q"));
  std::filesystem::remove(copy);
}

TEST(MethodLibrary, IsFromOutside) {
  EXPECT_TRUE(from_outside(library("projected_midpoint")));
  EXPECT_FALSE(from_outside("erk4"));
  EXPECT_FALSE(from_outside("@examples/methods/sdirk2.toml"));
}

TEST(MethodLibrary, WhatMakesNoMethodIsRefusedInOneLine) {
  EXPECT_EQ(refusal_of_library(library("faulty_sound")), "accepted");
  const std::pair<const char*, const char*> mistakes[] = {
      {"exits_at_load", "it ended the process with exit code 3"},
      {"no_symbol", "it does not export plumb_method_entry"},
      {"newer_version",
       "it was compiled for version 3 of plumb_method.h, and this plumb has version 2: compile it with the header of "
       "this plumb"},
      {"older_version",
       "it was compiled for version 1 of plumb_method.h, and this plumb has version 2: compile it with the header of "
       "this plumb"},
      {"no_name", "its name is missing"},
      {"order_0", "order 0: a whole number of 1 or more is allowed"},
      {"negative_memory", "memory of -1 doubles: 0 or more are allowed"},
      {"unknown_form", "forms: 'index4' is not a form; allowed are: projected ode index1 index2 index3 ggl"},
      {"no_step", "its function step is missing"},
      {"no_default", "parameter rho: its default is missing"},
      {"bad_parameter", "parameter rho: the minimum is greater than the maximum"},
      {"refuses_defaults", "rho is no\\nnumber"}};
  for (const auto& [fault, message] : mistakes) {
    const auto name = library(std::string("faulty_") + fault);
    EXPECT_THAT(refusal_of_library(name),
                AllOf(HasSubstr(name.substr(1) + ": the library cannot be loaded as a method: " + message),
                      ::testing::Not(HasSubstr("\n"))));
  }
}

// Fails if this process loads the library.
TEST(MethodLibrary, ThatCrashesIsRefused) {
  for (const std::string fault : {"faulty_crashes_at_load", "faulty_crashes_when_asked"})
    EXPECT_THAT(refusal_of_library(library(fault)),
                AnyOf(HasSubstr("it crashed: Segmentation fault"), HasSubstr("it ended the process")))
        << fault;  // with sanitizers, the process ends without a signal
}

TEST(MethodLibrary, ThatHangsIsGivenUp) {
  const auto path = library("faulty_hangs_when_asked").substr(1);
  EXPECT_EQ(tried_in_a_worker(path, std::chrono::milliseconds(200)), "it did not end within 0.20 s");
}

TEST(MethodLibrary, IsALibrary) {
  const auto text = (scratch_folder() / "text.so").string();
  std::ofstream(text) << "schema = 1\n";
  EXPECT_THAT(refusal_of_library("@" + text),
              HasSubstr(text + ": the library cannot be loaded as a method: it is not a shared library (ELF)"));
  const auto cut = (scratch_folder() / "cut.so").string();
  std::ofstream(cut, std::ios::binary) << "\x7f"
                                          "ELF and no more";
  EXPECT_THAT(refusal_of_library("@" + cut), HasSubstr(cut + ": the library cannot be loaded as a method: "));
  EXPECT_THAT(refusal_of_library("@/nowhere/libm.so"), HasSubstr("/nowhere/libm.so: cannot be read: No such file"));
  EXPECT_THAT(refusal_of_library("@/bin/sh"),
              HasSubstr("/bin/sh: the library cannot be loaded as a method: "));  // a program
}

TEST(MethodLibrary, ParametersAreChecked) {
  const auto name = library("generalized_alpha");
  const auto refused = [&](const char* parameter, const char* value) {
    try {
      cell(name, swing, "1/100", {{parameter, value}});
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refused("rho", "1/3"), "accepted");
  EXPECT_THAT(refused("rho", "1.5"), HasSubstr("rho"));
  EXPECT_THAT(refused("sigma", "1"), HasSubstr("sigma"));
}

// A failed step, or a mistake of the library, must become a result with a status and a reason.
TEST(MethodLibrary, StepsThatFailEndTheRunWithTheirReason) {
  const std::tuple<const char*, Status, const char*> failures[] = {
      {"tells_reason", Status::step_limit, "in step 1 after t = 0 s: tired? of it"},
      {"unknown_code", Status::crashed, "the library returned a value that is not a plumb_status"},
      {"throws_in_step", Status::crashed, "an exception in the library"},
      {"null_vector", Status::crashed, "the method passed NULL instead of a vector"},
      {"remembers_in_work", Status::non_finite, "in step 1"},
      {"wrong_slot", Status::crashed, "the method uses a slot that does not exist"}};
  for (const auto& [fault, status, reason] : failures) {
    const auto result =
        library_testing::run(cell(library(std::string("faulty_") + fault), {"pendulum", "ode"}, "1/10"));
    EXPECT_EQ(result.status, status) << fault;
    EXPECT_THAT(result.reason, HasSubstr(reason)) << fault;
  }
}

TEST(MethodLibrary, NewtonsIterationObeysTheUser) {
  CellRequest request;
  request.problem = {"pendulum", {}};
  request.formulation = {"index3", {}};
  request.method = {library("projected_midpoint"), {}};
  request.step = "1/100";
  request.settings["t_end"] = "1";
  const auto tight = library_testing::run(resolve(request));
  request.settings["newton_tol"] = "1e-3";
  const auto loose = library_testing::run(resolve(request));
  request.settings["newton_test"] = "residual";
  const auto by_residual = library_testing::run(resolve(request));
  for (const auto* result : {&tight, &loose, &by_residual}) ASSERT_EQ(result->status, Status::ok) << result->reason;
  EXPECT_LT(loose.counters.newton_iterations, tight.counters.newton_iterations);
  EXPECT_GT(by_residual.counters.residual_evaluations, by_residual.counters.newton_iterations);
  request.settings["newton_tol"] = "1e-30";
  request.settings.erase("newton_test");
  const auto unreachable = library_testing::run(resolve(request));
  EXPECT_EQ(unreachable.status, Status::tolerance_unreachable);
  EXPECT_THAT(unreachable.reason, HasSubstr("change of the position"));
  EXPECT_EQ(unreachable.counters.newton_failures, 1);
}

}  // namespace
}  // namespace plumb
