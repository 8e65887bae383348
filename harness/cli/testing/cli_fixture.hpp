#pragma once
// Fixture for tests that use the program like a user: they run it in a shell, or stop it by a signal.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "harness/schedule/testing/processes.hpp"
#include "harness/store/store.hpp"
#include "text/json.hpp"
#include "text/testing/scratch_folder.hpp"

namespace plumb {

class Cli : public testing::Test {
 protected:
  Cli() {
    setenv("PLUMB_CACHE", "off", 1);  // tests must neither use nor change the user's cache
    setenv("PLUMB_HISTORY", "off", 1);
  }

  struct Ended {
    int code = -1;
    std::string out, err;
  };

  std::string in(const char* name) const { return (folder / name).string(); }

  static std::string contents(const std::string& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  void write(const char* name, const std::string& text) const { std::ofstream(in(name)) << text; }

  /// Returns the program of this build, or an installed program if that is tested instead.
  static const char* program() {
    const char* installed = std::getenv("PLUMB_TESTED_PROGRAM");
    return installed ? installed : PLUMB_BINARY;
  }

  /// Runs a bash command, in which `plumb` calls the program.
  Ended shell(const std::string& command) const {
    const auto script = "plumb() { '" + std::string(program()) + "' \"$@\"; }; " + command;
    write("script", script);
    const int status =
        std::system(("bash '" + in("script") + "' >'" + in("out") + "' 2>'" + in("err") + "' </dev/null").c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), contents(in("out")), contents(in("err"))};
  }
  Ended plumb(const std::string& arguments) const { return shell("plumb " + arguments); }

  /// Starts the program without waiting for its end. Its output is in the files "out" and "err", or "out1" and "err1"
  /// if `number` is "1".
  pid_t started(std::vector<std::string> arguments, const std::string& number = "") const {
    const pid_t child = fork();
    if (child != 0) return child;
    std::vector<char*> argv = {const_cast<char*>(PLUMB_BINARY)};  // exec does not write to them
    for (auto& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    const auto out = in(("out" + number).c_str()), err = in(("err" + number).c_str());
    if (!freopen(out.c_str(), "w", stdout) || !freopen(err.c_str(), "w", stderr)) _exit(99);
    execv(PLUMB_BINARY, argv.data());
    _exit(99);
  }

  /// Waits for a child. Returns its exit code, or the negative number of the signal that ended it.
  static int code_of(pid_t process) {
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  struct Signalled {
    int code = -1;
    double late = 0;  // processor time from the signal to the end, without child processes [s]
  };
  /// Starts the program, waits until it handles the signal and ready() is true (or until it has ended), and sends the
  /// signal.
  template <class Ready>
  Signalled signalled(std::vector<std::string> arguments, int signal, Ready ready) const {
    const pid_t child = started(std::move(arguments));
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const auto catches_signal = [&] { return signal == SIGKILL || process_testing::catches(child, signal); };
    const auto has_ended = [&] {
      siginfo_t info{};
      waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT | WNOHANG);
      return info.si_pid != 0;
    };
    while (!(catches_signal() && ready()) && !has_ended() && std::chrono::steady_clock::now() < give_up)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const double before = process_testing::known(child).processor_seconds;
    kill(child, signal);
    siginfo_t ended;
    waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
    const double after = process_testing::known(child).processor_seconds;
    return {code_of(child), after - before};
  }

  /// Returns the number of runs in a store that another process may be writing.
  std::size_t stored(const std::string& file) const {
    try {
      return std::filesystem::exists(file) ? Store(file, Access::read_only).runs().size() : 0;
    } catch (const StoreError&) {
      return 0;  // the file is incomplete at the moment
    }
  }

  /// Returns the stored runs as JSON, sorted by cell, without times and date.
  static std::vector<std::string> bits(const std::string& file) {
    std::vector<std::string> out;
    for (const auto& run : Store(file, Access::read_only).runs()) {
      Json json = run_json(run.cell, run.result);
      json.erase("timing");
      json.erase("environment");  // contains the date
      out.push_back(json.dump());
    }
    return out;
  }

  const ScratchFolder scratch;
  const std::filesystem::path& folder = scratch.path();
};

/// Matches an error: this exit code, an empty stdout, and exactly one line on stderr, which contains the message.
MATCHER_P2(Refuses, code, message, "") {
  const auto lines = std::count(arg.err.begin(), arg.err.end(), '\n');
  *result_listener << "code " << arg.code << ", out '" << arg.out << "', err '" << arg.err << "'";
  return arg.code == code && arg.out.empty() && lines == 1 && arg.err.starts_with("plumb: error: ") &&
         arg.err.find(message) != std::string::npos;
}

}  // namespace plumb
