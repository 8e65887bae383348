"""examples/robots/survey with a robot of the examples, a file that cannot be loaded, and MJCF files."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

robots = pathlib.Path("examples/robots")

pendulum = """<mujoco model="pendulum"><compiler angle="radian"/><worldbody><body name="rod">
<joint name="hinge" axis="0 1 0" damping="0.1"/><geom type="capsule" fromto="0 0 0 1 0 0" size="0.05"/>
</body></worldbody></mujoco>"""


class Survey(unittest.TestCase):
    def survey(self, folder, *words):
        done = subprocess.run([sys.executable, robots / "survey", folder, *words], capture_output=True, text=True,
                              env=os.environ)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_tells_what_loads_and_why_the_rest_does_not(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            shutil.copy(robots / "iiwa14.urdf", folder)
            (folder / "pendulum.xml").write_text(pendulum)
            broken = (robots / "iiwa14.urdf").read_text().replace('type="revolute"', 'type="hinge"', 2)
            (folder / "broken.urdf").write_text(broken)
            rows = {pathlib.Path(r["file"]).stem: r
                    for r in map(json.loads, self.survey(folder, "--json").splitlines())}
        self.assertFalse(rows["broken"]["loaded"])
        self.assertIn("unknown type 'hinge'", rows["broken"]["why"])
        self.assertEqual(rows["broken"]["mistakes"], 2)
        arm = rows["iiwa14"]
        self.assertTrue(arm["loaded"])
        self.assertEqual((arm["bodies"], arm["formulation"]), (7, "ode"))
        self.assertGreaterEqual(arm["digits"][0], 25)
        self.assertGreater(arm["us_per_step"], 0)
        self.assertIn("limit", arm["left_out"])
        self.assertEqual(rows["pendulum"]["bodies"], 1)
        self.assertGreaterEqual(rows["pendulum"]["digits"][0], 25)

    def test_stiff_robots_have_a_quick_reference(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "stiff.xml").write_text(pendulum.replace('damping="0.1"', 'damping="1e7"'))
            row = json.loads(self.survey(folder, "--json", "--seconds", "8"))
        self.assertIsNone(row["digits"])
        self.assertLess(row["quick"], 1e-9)
        self.assertIsNone(row["us_per_step"], "erk4 is unstable")

    def test_prints_a_line_each(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "pendulum.xml").write_text(pendulum)
            lines = self.survey(folder).splitlines()
        self.assertRegex(lines[0], r"^loaded .*pendulum.xml: 1 bodies, ode, digits \d+ to \d+, [0-9.]+ us a step")
        self.assertEqual(lines[-1], "1 of 1 loaded")


if __name__ == "__main__":
    unittest.main()
