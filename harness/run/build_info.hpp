#pragma once
// BuildInfo describes the build of this binary. It is the part of every result's environment that is fixed at compile
// time.

#include <span>
#include <string_view>

namespace plumb {

struct LibraryVersion {
  std::string_view name, version;
};

struct BuildInfo {
  std::string_view version;      // version: "0.1.0"
  std::string_view commit;       // full commit hash, with "-dirty" if tracked files differ; "unknown" without git
  std::string_view compiler;     // compiler: "GNU 12.2.0"
  std::string_view flags;        // compiler options that affect optimisation and rounding
  std::string_view build_type;   // build type: "Release"
  std::string_view fingerprint;  // SHA-256 over all inputs that affect a number: sources, compiler, flags, libraries
  std::string_view reference_fingerprint;  // SHA-256 over the inputs that affect references
  std::span<const LibraryVersion> libraries;
};

const BuildInfo& build_info();

}  // namespace plumb
