#include "harness/cli/program.hpp"

int main(int argc, char** argv) { return plumb::run_program(argc, argv); }
