#pragma once
// Code that is not Plumb's, run by a child process that answers questions: its crash, exit or endless loop is reported
// and does no harm.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "methods/from_library/message_line.hpp"

namespace plumb {

class AskedChild {
 public:
  struct Answer {
    std::string text;
    std::string failure = {};  // in words; empty: there was none
  };

  /// Forks. `answer` is called in the child for each question; an exception from it is a failure with that message.
  /// What it writes to the terminal is lost. Throws std::system_error.
  explicit AskedChild(const std::function<std::string(std::string_view question)>& answer);
  /// Ends the child, and the processes that it has started.
  ~AskedChild();
  AskedChild(const AskedChild&) = delete;
  AskedChild& operator=(const AskedChild&) = delete;

  /// May be called from one thread at a time. A child that crashed, ended itself or did not answer within `longest` is
  /// gone, and its failure answers all further questions. Obeys stopping points; a child that is stopped during a
  /// question is gone, too.
  Answer ask(std::string_view question, std::chrono::milliseconds longest);

 private:
  std::optional<Message> receive(std::chrono::milliseconds longest);
  std::string end_in_words();
  void end();

  OwnedFile line_;  // to the child; −1: it is no more
  pid_t child_ = -1;
  std::string end_;  // how it ended, in words
};

}  // namespace plumb
