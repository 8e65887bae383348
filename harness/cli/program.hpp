#pragma once
// The program without its main: parses the command line, runs the verb, and turns what is thrown into an exit code.

namespace plumb {

/// Never throws; whatever goes wrong becomes one line on stderr and a code of exit_codes.hpp.
int run_program(int argc, char** argv);

}  // namespace plumb
