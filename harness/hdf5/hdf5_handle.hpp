#pragma once
// HDF5's identifiers and results become values and exceptions here.

#include <hdf5.h>

#include <stdexcept>

namespace plumb {

struct HdfError : std::runtime_error {
  HdfError() : std::runtime_error("HDF5 refused") {}
};

/// An identifier of HDF5 that is closed at the end. A negative identifier is a failure.
class Handle {
 public:
  Handle(hid_t handle, herr_t (*close)(hid_t)) : id_(handle), close_(close) {
    if (handle < 0) throw HdfError();
  }
  ~Handle() { close_(id_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

inline void require_success(herr_t result) {
  if (result < 0) throw HdfError();
}

/// The library prints nothing, so that a message is one line of ours.
inline void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

}  // namespace plumb
