#pragma once
// Hand-written loops, each for one method and one problem. Their times are the lower bounds in the benchmarks.
//
// Each loop advances its state by `steps` steps. Data and coefficients are given at run time, as in Plumb.

#include <cmath>

namespace plumb::hand {

/// θ'' = −(g/L) cos θ by reformulated central differences.
struct PendulumCd {
  double ratio, h;  // g/L [1/s²], step [s]
  double x = 0, v = 0, a = 0;
  void start() { a = -ratio * std::cos(x); }
  void run(long steps) {
    for (long n = 0; n < steps; ++n) {
      x += h * v + h * h / 2 * a;
      const double next = -ratio * std::cos(x);
      v += h / 2 * (a + next);
      a = next;
    }
  }
};

/// The same problem by the classical Runge-Kutta method.
struct PendulumErk4 {
  double ratio, h;
  double x = 0, v = 0;
  void start() {}
  void run(long steps) {
    for (long n = 0; n < steps; ++n) {
      const double k1 = -ratio * std::cos(x);
      const double v2 = v + h / 2 * k1, k2 = -ratio * std::cos(x + h / 2 * v);
      const double v3 = v + h / 2 * k2, k3 = -ratio * std::cos(x + h / 2 * v2);
      const double v4 = v + h * k3, k4 = -ratio * std::cos(x + h * v3);
      x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
      v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
  }
};

/// Coefficients of the fifth-degree method.
struct Degree5 {
  double alpha, beta, gamma, zeta;
};

/// The same problem by the fifth-degree method.
struct PendulumDegree5 {
  double ratio, h;
  Degree5 c;
  double x = 0, v = 0, a = 0, j = 0, s = 0, before = 0;
  void start() { a = -ratio * std::cos(x); }
  void run(long steps) {
    const double h2 = h * h / 2, h3 = h2 * h / 3, h4 = h3 * h / 4;
    for (long n = 0; n < steps; ++n) {
      x += h * v + h2 * a + h3 * j + h4 * (c.alpha * s + (1 - c.alpha) * before);
      const double next = -ratio * std::cos(x);
      const double snap = ((next - a - h * j) / h2 - (1 - c.gamma) * s) / c.gamma;
      v += h * a + h2 * j + h3 * (c.beta * snap + (1 - c.beta) * s);
      j += h * (c.zeta * snap + (1 - c.zeta) * s);
      a = next;
      before = s;
      s = snap;
    }
  }
};

/// Heavy top in Euler angles by the fifth-degree method, with a fixed-point iteration for the velocity.
struct TopDegree5 {
  double transverse, axial, weight_moment, h, tolerance;
  Degree5 c;
  double x[3], v[3], a[3] = {}, j[3] = {}, s[3] = {}, before[3] = {};
  void acceleration(const double* q, const double* w, double* out) const {
    const double cosine = std::cos(q[1]), sine = std::sin(q[1]);
    const double spin = axial * (w[2] + w[0] * cosine), precession = transverse * w[0] * cosine;
    out[0] = w[1] * (spin - 2 * precession) / (transverse * sine);
    out[1] = sine * (w[0] * (precession - spin) + weight_moment) / transverse;
    out[2] = w[0] * w[1] * sine - out[0] * cosine;
  }
  void start() { acceleration(x, v, a); }
  void run(long steps) {
    const double h2 = h * h / 2, h3 = h2 * h / 3, h4 = h3 * h / 4, b1 = h3 * c.beta, b2 = h2 * c.gamma;
    for (long n = 0; n < steps; ++n) {
      double base_v[3], base_a[3], u[3], w[3], g[3];
      for (int i = 0; i < 3; ++i) {
        x[i] += h * v[i] + h2 * a[i] + h3 * j[i] + h4 * (c.alpha * s[i] + (1 - c.alpha) * before[i]);
        base_v[i] = v[i] + h * a[i] + h2 * j[i] + h3 * (1 - c.beta) * s[i];
        base_a[i] = a[i] + h * j[i] + h2 * (1 - c.gamma) * s[i];
        u[i] = s[i];
      }
      for (int k = 0; k < 100; ++k) {
        double change = 0, size = 0;
        for (int i = 0; i < 3; ++i) w[i] = base_v[i] + b1 * u[i], size = std::fmax(size, std::fabs(w[i]));
        acceleration(x, w, g);
        for (int i = 0; i < 3; ++i) {
          const double next = (g[i] - base_a[i]) / b2;
          change = std::fmax(change, std::fabs(next - u[i]));
          u[i] = next;
        }
        if (b1 * change <= tolerance * (1 + size)) break;
      }
      for (int i = 0; i < 3; ++i) {
        v[i] = base_v[i] + b1 * u[i];
        j[i] += h * (c.zeta * u[i] + (1 - c.zeta) * s[i]);
        a[i] = g[i];
        before[i] = s[i];
        s[i] = u[i];
      }
    }
  }
};

/// Pendulum in (x, y, θ) at index 3 by the fifth-degree method. The multipliers are eliminated by hand. Newton's
/// iteration for the fourth derivative s starts from s = 0.
struct CartesianDegree5 {
  double length, mass, gravity, h, tolerance;
  Degree5 c;
  double q[3], v[3], a[3] = {}, j[3] = {}, s[3] = {}, next[3] = {};
  void start() {  // start at rest, horizontal: a = (0, −g, −g/L)
    a[1] = -gravity;
    a[2] = -gravity / length;
    for (int i = 0; i < 3; ++i) next[i] = q[i] + h * v[i] + h * h / 2 * a[i];
  }
  void run(long steps) {
    const double h2 = h * h / 2, h3 = h2 * h / 3, h4 = h3 * h / 4;
    const double b1 = h3 * c.beta, b2 = h2 * c.gamma, b3 = h * c.zeta, b0 = h * b1 + h2 * b2 + h3 * b3 + h4 * c.alpha;
    for (long n = 0; n < steps; ++n) {
      double v0[3], a0[3], j0[3], x0[3], u[3] = {};
      for (int i = 0; i < 3; ++i) {
        q[i] = next[i];
        v0[i] = v[i] + h * a[i] + h2 * j[i] + h3 * (1 - c.beta) * s[i];
        a0[i] = a[i] + h * j[i] + h2 * (1 - c.gamma) * s[i];
        j0[i] = j[i] + h * (1 - c.zeta) * s[i];
        x0[i] = q[i] + h * v0[i] + h2 * a0[i] + h3 * j0[i] + h4 * (1 - c.alpha) * s[i];
      }
      const double gx = -length * std::cos(q[2]), gy = -length * std::sin(q[2]);
      for (int k = 0; k < 100; ++k) {
        double x[3];
        for (int i = 0; i < 3; ++i) x[i] = x0[i] + b0 * u[i];
        const double sine = std::sin(x[2]), cosine = std::cos(x[2]), rx = -length * cosine, ry = -length * sine;
        const double ex = -(x[0] - length * sine) / b0, ey = -(x[1] + length * cosine) / b0, m = b2 * mass;
        const double fx = -mass * (a0[0] + b2 * u[0]) - m * ex, fy = -mass * (gravity + a0[1] + b2 * u[1]) - m * ey;
        const double dz = -(gx * fx + gy * fy) / (m * (gx * rx + gy * ry));
        const double dx = ex - rx * dz, dy = ey - ry * dz;
        u[0] += dx;
        u[1] += dy;
        u[2] += dz;
        if (b0 * std::fmax(std::fmax(std::fabs(dx), std::fabs(dy)), std::fabs(dz)) <= tolerance) break;
      }
      for (int i = 0; i < 3; ++i) {
        next[i] = x0[i] + b0 * u[i];
        v[i] = v0[i] + b1 * u[i];
        a[i] = a0[i] + b2 * u[i];
        j[i] = j0[i] + b3 * u[i];
        s[i] = u[i];
      }
    }
  }
};

/// Seven stars in the plane under their own gravity, x_1 .. x_7, y_1 .. y_7.
struct Stars {
  static constexpr int count = 7, size = 14;
  double masses[count];
  void acceleration(const double* q, double* a) const {
    for (int i = 0; i < size; ++i) a[i] = 0;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < i; ++j) {
        const double dx = q[j] - q[i], dy = q[count + j] - q[count + i], r2 = dx * dx + dy * dy;
        const double w = 1 / (r2 * std::sqrt(r2)), fx = w * dx, fy = w * dy;
        a[i] += masses[j] * fx;
        a[count + i] += masses[j] * fy;
        a[j] -= masses[i] * fx;
        a[count + j] -= masses[i] * fy;
      }
  }
};

/// The stars by reformulated central differences.
struct PleiadesCd {
  static constexpr int n = Stars::size;
  Stars stars = {};
  double h;
  double x[n] = {}, v[n] = {}, a[n] = {};
  void start() { stars.acceleration(x, a); }
  void run(long steps) {
    for (long k = 0; k < steps; ++k) {
      double next[n];
      for (int i = 0; i < n; ++i) x[i] += h * v[i] + h * h / 2 * a[i];
      stars.acceleration(x, next);
      for (int i = 0; i < n; ++i) {
        v[i] += h / 2 * (a[i] + next[i]);
        a[i] = next[i];
      }
    }
  }
};

/// The same problem by the classical Runge-Kutta method.
struct PleiadesErk4 {
  static constexpr int n = Stars::size;
  Stars stars = {};
  double h;
  double x[n] = {}, v[n] = {};
  void start() {}
  void run(long steps) {
    for (long k = 0; k < steps; ++k) {
      double y[n], v2[n], v3[n], v4[n], k1[n], k2[n], k3[n], k4[n];
      stars.acceleration(x, k1);
      stage(h / 2, v, k1, y, v2);
      stars.acceleration(y, k2);
      stage(h / 2, v2, k2, y, v3);
      stars.acceleration(y, k3);
      stage(h, v3, k3, y, v4);
      stars.acceleration(y, k4);
      for (int i = 0; i < n; ++i) {
        x[i] += h / 6 * (v[i] + 2 * v2[i] + 2 * v3[i] + v4[i]);
        v[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
      }
    }
  }

 private:
  void stage(double w, const double* velocity, const double* acceleration, double* y, double* v_next) const {
    for (int i = 0; i < n; ++i) {
      y[i] = x[i] + w * velocity[i];
      v_next[i] = v[i] + w * acceleration[i];
    }
  }
};

/// The same problem by the fifth-degree method.
struct PleiadesDegree5 {
  static constexpr int n = Stars::size;
  Stars stars = {};
  double h;
  Degree5 c;
  double x[n] = {}, v[n] = {}, a[n] = {}, j[n] = {}, s[n] = {}, before[n] = {};
  void start() { stars.acceleration(x, a); }
  void run(long steps) {
    const double h2 = h * h / 2, h3 = h2 * h / 3, h4 = h3 * h / 4;
    for (long k = 0; k < steps; ++k) {
      double next[n];
      for (int i = 0; i < n; ++i)
        x[i] += h * v[i] + h2 * a[i] + h3 * j[i] + h4 * (c.alpha * s[i] + (1 - c.alpha) * before[i]);
      stars.acceleration(x, next);
      for (int i = 0; i < n; ++i) {
        const double snap = ((next[i] - a[i] - h * j[i]) / h2 - (1 - c.gamma) * s[i]) / c.gamma;
        v[i] += h * a[i] + h2 * j[i] + h3 * (c.beta * snap + (1 - c.beta) * s[i]);
        j[i] += h * (c.zeta * snap + (1 - c.zeta) * s[i]);
        a[i] = next[i];
        before[i] = s[i];
        s[i] = snap;
      }
    }
  }
};

}  // namespace plumb::hand
