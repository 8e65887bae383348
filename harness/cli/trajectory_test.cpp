// Tests of trajectory files: names of their columns, and the loading of HDF5.

#include <hdf5.h>

#include "harness/api/trajectory.hpp"
#include "harness/cli/testing/cli_fixture.hpp"

namespace plumb {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// Returns the strings of an attribute of a dataset. The attribute is an array of strings of variable length.
std::vector<std::string> strings(hid_t file, const char* dataset, const char* name) {
  const auto attribute = H5Aopen_by_name(file, dataset, name, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute < 0) return {};
  const auto space = H5Aget_space(attribute), type = H5Aget_type(attribute);
  EXPECT_GT(H5Tis_variable_str(type), 0) << dataset << " " << name;
  std::vector<char*> read(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  std::vector<std::string> out;
  if (!read.empty() && H5Tis_variable_str(type) > 0 && H5Aread(attribute, type, read.data()) >= 0)
    for (const char* text : read) out.emplace_back(text);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, read.data());
  H5Tclose(type);
  H5Sclose(space);
  H5Aclose(attribute);
  return out;
}

// Each column name must be a separate string, because names contain commas and blanks.
TEST_F(Cli, NamesTheColumnsOfATrajectoryOneByOne) {
  const auto path = in("motion.h5");
  ASSERT_EQ(plumb("run -p two-link -f index3 -m rattle -s 1e-2 --t-end 0.1 --trajectory " + path).code, 0);
  const auto file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  for (const char* dataset : {"q", "v", "a", "lambda", "outputs"}) {
    const auto names = strings(file, dataset, "names");
    EXPECT_FALSE(names.empty()) << dataset;
    EXPECT_THAT(strings(file, dataset, "units"), SizeIs(names.size())) << dataset;
    EXPECT_GT(H5Aexists_by_name(file, dataset, "unit", H5P_DEFAULT), 0) << "the one text of before";
  }
  EXPECT_THAT(strings(file, "lambda", "names"), ElementsAre("lambda1", "lambda2", "lambda3", "lambda4"));
  EXPECT_THAT(strings(file, "lambda", "units"), Each(std::string("J/unit of the constraint")));
  H5Fclose(file);
}

// Only a command that writes a trajectory may load HDF5, because HDF5 and its thirty libraries would dominate the start
// time.
TEST_F(Cli, LoadsHdf5WithTheFirstTrajectory) {
  const auto loads_hdf5 = [&](const std::string& arguments) {
    return shell("LD_DEBUG=files plumb " + arguments).err.find("hdf5") != std::string::npos;
  };
  const std::string run = "run -p pendulum -m erk4 -s 1e-2 --t-end 1";
  EXPECT_FALSE(loads_hdf5("--version"));
  EXPECT_FALSE(loads_hdf5(run));
  EXPECT_TRUE(loads_hdf5(run + " --trajectory " + in("motion.h5")));
}

TEST(Hdf5, NamesTheModuleThatCannotBeLoaded) {
  const auto refusal = [](const std::vector<std::filesystem::path>& files) -> std::string {
    try {
      hdf5_from(files);
    } catch (const std::runtime_error& e) {
      return e.what();
    }
    return "nothing";
  };
  EXPECT_THAT(refusal({"/nowhere/plumb-hdf5.so", "/elsewhere/plumb-hdf5.so"}),
              AllOf(HasSubstr("/nowhere/plumb-hdf5.so"), HasSubstr("/elsewhere/plumb-hdf5.so")));
  EXPECT_THAT(refusal({"libm.so.6"}), HasSubstr("another build of the program"));
}

}  // namespace
}  // namespace plumb
