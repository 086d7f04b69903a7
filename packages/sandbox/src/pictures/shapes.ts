import type { Shape } from './canvas.ts';

export function rectangle(left: number, top: number, width: number, height: number): Shape {
  const right = left + width;
  const bottom = top + height;
  return {
    left,
    top,
    right,
    bottom,
    distance: (x, y) => Math.max(left - x, x - right, top - y, y - bottom),
  };
}

/** All points within `width / 2` of a circle; a width of at least twice the radius fills it. */
export function ring(x: number, y: number, radius: number, width: number): Shape {
  const reach = radius + width / 2 + 1;
  return {
    left: x - reach,
    top: y - reach,
    right: x + reach,
    bottom: y + reach,
    distance: (px, py) => Math.abs(Math.hypot(px - x, py - y) - radius) - width / 2,
  };
}

export function disc(x: number, y: number, radius: number): Shape {
  return ring(x, y, radius / 2, radius);
}

/** Clips a shape to the bounding rectangle of another. */
export function within(frame: Shape, shape: Shape): Shape {
  return {
    left: Math.max(frame.left, shape.left),
    top: Math.max(frame.top, shape.top),
    right: Math.min(frame.right, shape.right),
    bottom: Math.min(frame.bottom, shape.bottom),
    distance: shape.distance,
  };
}

/** A line with round ends through all points, given as pairs of x and y. */
export function stroke(points: readonly (readonly [number, number])[], width: number): Shape {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const reach = width / 2 + 1;
  return {
    left: Math.min(...xs) - reach,
    top: Math.min(...ys) - reach,
    right: Math.max(...xs) + reach,
    bottom: Math.max(...ys) + reach,
    distance: (x, y) => {
      let nearest = Infinity;
      for (let index = 1; index < points.length; index++) {
        const [fromX, fromY] = points[index - 1] ?? [0, 0];
        const [toX, toY] = points[index] ?? [0, 0];
        const dx = toX - fromX;
        const dy = toY - fromY;
        const length = dx * dx + dy * dy || 1;
        const along = Math.max(0, Math.min(1, ((x - fromX) * dx + (y - fromY) * dy) / length));
        nearest = Math.min(nearest, Math.hypot(x - fromX - along * dx, y - fromY - along * dy));
      }
      return nearest - width / 2;
    },
  };
}
