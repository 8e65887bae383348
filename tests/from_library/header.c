/* Compiled as C89 and as C++98. */
#include <plumb_method.h>

int plumb_interface_version(const plumb_method *m);

int plumb_interface_version(const plumb_method *m) { return m->abi == PLUMB_METHOD_ABI ? PLUMB_OK : PLUMB_UNSUPPORTED; }
