"""The generalized-alpha method for constraints at position level (Arnold & Brüls 2007), written in Python.

Prints its observed orders and its linear stability, and compares it with `generalized-alpha` of the catalogue.
"""
import numpy as np

import plumb


@plumb.method(order=2, multiplier_order=2, forms="ode index3", parameters={"rho": {"default": "0.8", "minimum": 0,
              "maximum": 1, "meaning": "spectral radius at infinity"}}, memory=lambda nq, nv, nl: 2 * nv)
class my_alpha:
    """generalized-alpha in Python"""

    @staticmethod
    def start(system: plumb.StepSystem, t: float, h: float, x: plumb.StepState, rho: float) -> None:
        a = system.acceleration(t, x.q, x.v)[0]
        x.memory = np.concatenate([a, a])  # accelerations v', and algorithmic accelerations

    @staticmethod
    def step(system: plumb.StepSystem, t: float, h: float, x: plumb.StepState, rho: float) -> None:
        alpha_m, alpha_f = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
        gamma, beta = 0.5 + alpha_f - alpha_m, 0.25 * (1 + alpha_f - alpha_m)**2
        a0, before = np.split(x.memory, 2)
        a, lam = np.zeros(system.nv), np.zeros(system.nl)
        t1 = t + h
        system.begin_iteration()
        while True:
            now = ((1 - alpha_f) * a + alpha_f * a0 - alpha_m * before) / (1 - alpha_m)
            q = system.retract(x.q, h * x.v + h * h * ((0.5 - beta) * before + beta * now))
            v = x.v + h * ((1 - gamma) * before + gamma * now)
            balance = system.momentum(q, a) - system.force(t1, q, v)
            if system.nl:
                balance += system.reaction(t1, q, lam)
            by_a = (1 - alpha_f) / (1 - alpha_m)  # derivative of `now` with respect to a
            scale = beta * h * h * by_a
            system.factor(0, t1, q, v, a, lam, mass=1, damping=gamma * h * by_a, stiffness=scale, position=1)
            da, dlam = system.solve(0, -balance, -system.constraint(t1, q) / scale)
            a, lam = a + da, lam + dlam
            system.count("newton_iterations")
            if system.judge(scale * system.norm(da), system.norm(q), "positions"):
                break
        now = ((1 - alpha_f) * a + alpha_f * a0 - alpha_m * before) / (1 - alpha_m)
        x.q = system.retract(x.q, h * x.v + h * h * ((0.5 - beta) * before + beta * now))
        x.v = x.v + h * ((1 - gamma) * before + gamma * now)
        x.a, x.lam, x.memory = a, lam, np.concatenate([a, now])


print(plumb.order("pendulum", my_alpha, "2e-2,1e-2,5e-3,2.5e-3", formulation="index3", t_end=1, classes="q,v,lambda"))
print(plumb.analyze([my_alpha, "generalized-alpha"]).table[["order", "linear_order", "rho_infinity", "stability_limit"]].to_string())
both = plumb.run("pendulum", [my_alpha, "generalized-alpha"], "1e-2", formulation="index3", t_end=1)
print(both[["method", "status", "re.q", "re.lambda", "newton_iterations"]].to_string(index=False))
