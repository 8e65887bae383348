# plumb_embed(<target> <function> <header> <folder> <patterns>...): files below a folder of the module become one source of
# the target, so that the program has them wherever it stands. The function, which the header declares, has their names
# from that folder on, and their texts. The source is compiled alone, and written when it changes.
function(plumb_embed target function header folder)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${function}.cpp")
  list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  list(SORT files)
  set(entries "")
  foreach(file IN LISTS files)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
    file(RELATIVE_PATH name "${folder}" "${file}")
    file(READ "${file}" text)
    string(APPEND entries "      {\"${name}\", R\"plumb(${text})plumb\"},\n")
  endforeach()
  string(CONCAT text
    "#include \"${header}\"\n\n#include <vector>\n\nnamespace plumb {\n\n"
    "std::span<const EmbeddedFile> ${function}() {\n  static const std::vector<EmbeddedFile> all = {\n"
    "${entries}  };\n  return all;\n}\n\n}  // namespace plumb\n")
  set(before "")
  if(EXISTS "${source}")
    file(READ "${source}" before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE "${source}" "${text}")
  endif()
  target_sources(${target} PRIVATE "${source}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")  # of texts longer than 64 kB
    set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
  endif()
endfunction()
