#pragma once
// The program without its main(). It parses the command line, runs the verb, and converts exceptions into exit
// codes.

namespace plumb {

/// Runs the program. It never throws: any failure becomes one line on stderr and a code of exit_codes.hpp.
int run_program(int argc, char** argv);

}  // namespace plumb
