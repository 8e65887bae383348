# Run when Plumb is installed: the program writes its manual page and the completions of shells.
# Takes plumb_program, and plumb_documents, the folder that they go to. These variables are seen by the rest of the script
# that CMake installs by, which compares the component with unquoted words: no variable may be called like a component.

function(plumb_write file)
  execute_process(COMMAND "${plumb_program}" ${ARGN} OUTPUT_FILE "${plumb_documents}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY "${plumb_documents}")
plumb_write(plumb.1 man)
plumb_write(plumb completion bash)
plumb_write(_plumb completion zsh)
plumb_write(plumb.fish completion fish)
