#pragma once
// SHA-256 (FIPS 180-4), for manifests of files that others check with `sha256sum`. All other hashes of Plumb are XXH3,
// which is faster but no protection against deliberate changes.

#include <string>
#include <string_view>

namespace plumb {

/// Returns the SHA-256 of the bytes as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace plumb
