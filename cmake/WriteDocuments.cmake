# Run when Plumb is installed: the program writes its manual page and the completions of shells.
# Takes program, and output, the folder that they go to.

function(plumb_write file)
  execute_process(COMMAND "${program}" ${ARGN} OUTPUT_FILE "${output}/${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY "${output}")
plumb_write(plumb.1 man)
plumb_write(plumb completion bash)
plumb_write(_plumb completion zsh)
plumb_write(plumb.fish completion fish)
