# plumb_flags: what every source of Plumb is compiled with, whatever the build type.

# One definition for the compiler and for the build information that stands in every result.
# Fused multiply-adds would make the last bits depend on the machine. errno is never read, and without it the compiler
# may share one sin and cos of the same argument.
set(PLUMB_NUMERIC_FLAGS -ffp-contract=off -fno-math-errno)

add_library(plumb_flags INTERFACE)
target_compile_features(plumb_flags INTERFACE cxx_std_20)
set(CMAKE_CXX_EXTENSIONS ON)  # __float128
target_include_directories(plumb_flags INTERFACE
  "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/plumb>")
target_link_libraries(plumb_flags INTERFACE Eigen3::Eigen Boost::headers)
target_compile_options(plumb_flags INTERFACE ${PLUMB_NUMERIC_FLAGS})
# One compilation serves the program, libplumb.so and the module of Python. Hidden symbols are called as directly as
# those of a program are; what a shared library offers says so itself.
target_compile_options(plumb_flags INTERFACE "$<BUILD_INTERFACE:-fPIC;-fvisibility=hidden;-fvisibility-inlines-hidden>")

# For our own sources, not for those who link the installed library.
add_library(plumb_warnings INTERFACE)
target_link_libraries(plumb_flags INTERFACE "$<BUILD_INTERFACE:plumb_warnings>")

# A key that a constant JSON object lacks ends the process in every build: read past it, the value would be whatever stands
# in memory there.
target_compile_options(plumb_warnings INTERFACE "-DJSON_ASSERT(condition)=((condition)?void():__builtin_trap())")

option(PLUMB_WERROR "Warnings are errors: for continuous integration; other compilers see other things" OFF)
if(PLUMB_WERROR)
  target_compile_options(plumb_warnings INTERFACE -Werror)
endif()
# Clang takes names in nested classes and static functions for shadows of fields that are not seen from there.
target_compile_options(plumb_warnings INTERFACE
  -Wall -Wextra -Wpedantic $<$<CXX_COMPILER_ID:GNU>:-Wshadow> -Wfloat-conversion -Wold-style-cast -Wcast-qual -Wextra-semi
  -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The last five depend on what the optimiser sees, and see ghosts in Eigen and in the headers of vector units.
  target_compile_options(plumb_warnings INTERFACE
    -Wlogical-op -Wduplicated-cond
    -Wno-error=maybe-uninitialized -Wno-error=uninitialized -Wno-error=array-bounds
    -Wno-error=stringop-overflow -Wno-error=use-after-free)
  # The compiler collects no garbage below 4 GB: that is a sixth of its time, for some 300 MB; the largest source takes 2 GB.
  target_compile_options(plumb_warnings INTERFACE "SHELL:--param ggc-min-heapsize=4000000")
endif()

# libquadmath belongs to GCC. Clang can use it, and has to be told where it is.
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  find_program(PLUMB_GCC NAMES gcc REQUIRED)
  execute_process(COMMAND "${PLUMB_GCC}" -print-file-name=include
    OUTPUT_VARIABLE quadmath_include OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${PLUMB_GCC}" -print-file-name=libquadmath.so
    OUTPUT_VARIABLE quadmath_library OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  cmake_path(GET quadmath_library PARENT_PATH quadmath_directory)
  target_compile_definitions(plumb_flags INTERFACE BOOST_MP_USE_FLOAT128)
  # After all other folders: GCC's own intrinsics must not shadow clang's.
  target_compile_options(plumb_flags INTERFACE "SHELL:-idirafter ${quadmath_include}")
  target_link_directories(plumb_flags INTERFACE "${quadmath_directory}")
endif()
target_link_libraries(plumb_flags INTERFACE quadmath)
