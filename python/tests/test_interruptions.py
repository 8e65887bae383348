"""Interruption of calls by Ctrl-C, time limits and exceptions."""
import os
import signal
import threading
import time
import unittest

import plumb


@plumb.method(order=2)
def leapfrog(system, t, h, x):
    a, _ = system.acceleration(t, x.q, x.v)
    v = x.v + h / 2 * a
    x.q = system.retract(x.q, h * v)
    a, _ = system.acceleration(t + h, x.q, v)
    x.v = v + h / 2 * a


class Interruptions(unittest.TestCase):
    def stopped(self, ask):
        """Calls `ask` and returns its result; fails if the call takes 20 s or more."""
        begin = time.monotonic()
        out = ask()
        self.assertLess(time.monotonic() - begin, 20)
        return out

    def test_a_loop_that_never_ends_is_stopped(self):
        @plumb.method(order=1)
        def hangs(system, t, h, x):
            while t > 0.02:
                try:
                    h += 1
                except Exception:
                    pass

        for reference in ("certified", "none"):
            frame = self.stopped(lambda: plumb.run("pendulum", [hangs, "erk4"], "1e-2", formulation="ode", t_end=1,
                                                   timeout=0.3, reference=reference))
            self.assertEqual(list(frame["status"]), ["timeout", "ok"])
            self.assertEqual(frame["reason"][0], "in step 4 after t = 0.03 s")
            self.assertEqual(frame["t_reached"][0], 0.03)
        with self.assertWarnsRegex(UserWarning, "out of time"):
            self.stopped(lambda: plumb.run("pendulum", hangs, "1e-2", t_end=1, total_timeout=0.3, reference="none"))
        main = threading.main_thread().ident
        threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            self.stopped(lambda: plumb.run("pendulum", hangs, "1e-2", t_end=1, reference="none"))
        self.assertEqual(plumb.run("pendulum", leapfrog, "1e-2", formulation="ode", t_end=1)["status"][0], "ok")

    def test_an_analysis_that_never_ends_is_stopped(self):
        @plumb.method(order=1)
        def hangs(system, t, h, x):
            while True:
                pass

        self.assertEqual([one["method"] for one in self.stopped(lambda: plumb.analyze(["erk4", hangs], total_timeout=2)).data],
                         ["erk4"])

    def test_slow_steps_end_where_they_are(self):
        @plumb.method(order=1)
        def sleepy(system, t, h, x):
            time.sleep(0.02)
            x.q = x.q + h * x.v

        plumb.problem("pendulum", "ode").reference(10)  # computes the reference solution before the timed run
        row = plumb.run("pendulum", sleepy, "1e-2", formulation="ode", timeout=0.5).iloc[0]
        self.assertEqual(row["status"], "timeout")
        self.assertRegex(row["reason"], r"^in step \d+ after t = 0\.\d+ s$")
        self.assertGreater(row["t_reached"], 0)

    def test_exceptions_that_end_programs(self):
        for stop in (KeyboardInterrupt, SystemExit):
            @plumb.method(order=1)
            def stops(system, t, h, x):
                raise stop("mine")

            with self.assertRaises(stop) as caught:
                plumb.run("pendulum", ["erk4", stops], 1e-2, formulation="ode", t_end=1, reference="none")
            if stop is KeyboardInterrupt:
                self.assertEqual(list(caught.exception.partial["method"]), ["erk4"])

    def test_ctrl_c_stops_at_once_and_keeps_what_is_done(self):
        main = threading.main_thread().ident
        threading.Timer(0.7, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
        begin = time.process_time()
        with self.assertRaises(KeyboardInterrupt) as caught:
            plumb.run("pendulum", "erk4", ["1e-2", "1e-8"], formulation="ode", reference="none", jobs=2)
        self.assertLess(time.process_time() - begin, 2)
        self.assertEqual(list(caught.exception.partial["step"]), [1e-2])

    def test_ctrl_c_within_a_method(self):
        main = threading.main_thread().ident
        threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            plumb.run("pendulum", leapfrog, "1e-6", formulation="ode", reference="none")

    def test_total_timeout(self):
        with self.assertWarnsRegex(UserWarning, "out of time"):
            frame = plumb.run("pendulum", "erk4", ["1e-2", "1e-8"], formulation="ode", reference="none", jobs=2,
                              total_timeout=0.5)
        self.assertEqual(len(frame), 1)

    def test_progress_that_raises(self):
        def progress(text):
            raise RuntimeError("no more")

        with self.assertRaisesRegex(RuntimeError, "no more"):
            plumb.run("pendulum", "erk4", "1e-8", formulation="ode", reference="none", progress=progress)

    def test_fork_after_import(self):
        child = os.fork()
        if child == 0:
            frame = plumb.run("pendulum", "erk4", 1e-2, formulation="ode", t_end=1)
            os._exit(0 if frame["status"].iloc[0] == "ok" else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
