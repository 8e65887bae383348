# What Debian wants to find in /usr/share/doc/PACKAGE (policy 12.5 and 12.7): copyright, made of LICENSE, and a
# changelog. Leaves their paths in debian_documents.

set(debian_maintainer "The Plumb authors <plumb@localhost>")
set(debian_documents "${documents}/copyright")

file(READ "${PROJECT_SOURCE_DIR}/LICENSE" licence)
string(REGEX MATCH "Copyright \\(c\\) ([^\n]+)" unused "${licence}")
set(holder "${CMAKE_MATCH_1}")
string(REGEX REPLACE "^.*Copyright [^\n]+\n+" "" terms "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" terms "${terms}")
string(REGEX REPLACE "\n+$" "" terms "${terms}")
string(REPLACE "\n" "\n " terms "${terms}")
file(WRITE "${documents}/copyright"
  "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
  "Upstream-Name: plumb\n\nFiles: *\nCopyright: ${holder}\nLicense: BSD-3-Clause\n\n"
  # examples/robots/LICENCES.md
  "Files: examples/robots/iiwa14.urdf\nCopyright: 2012-2026, Robot Locomotion Group @ CSAIL\n"
  " 2016, Salvatore Virga, Marco Esposito, Technische Universität München\n"
  " 2015, Robert Krug & Todor Stoyanov, AASS Research Center, Orebro University\nLicense: BSD-3-Clause\n\n"
  "Files: examples/robots/solo12.urdf\nCopyright: New York University and Max Planck Gesellschaft\n"
  "License: BSD-3-Clause\n\nLicense: BSD-3-Clause\n ${terms}\n")

# The date is that of the last change in git, or of the licence, so that the same sources give the same bytes.
find_program(gzip_program gzip)
if(gzip_program)
  execute_process(COMMAND git -C "${PROJECT_SOURCE_DIR}" log -1 --format=%aD OUTPUT_VARIABLE date
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR NOT date)
    file(TIMESTAMP "${PROJECT_SOURCE_DIR}/LICENSE" date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  endif()
  file(WRITE "${documents}/changelog"
    "plumb (${PROJECT_VERSION}) unstable; urgency=medium\n\n  * Version ${PROJECT_VERSION}.\n\n"
    " -- ${debian_maintainer}  ${date}\n")
  execute_process(COMMAND "${gzip_program}" -9nf "${documents}/changelog")
  list(APPEND debian_documents "${documents}/changelog.gz")
endif()
