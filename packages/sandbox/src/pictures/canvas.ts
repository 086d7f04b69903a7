/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

/** A shape on a canvas, in pixels. */
export interface Shape {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** Signed distance of a point to the edge: below 0 inside, above 0 outside. */
  distance: (x: number, y: number) => number;
}

/** An opaque raster image on which shapes are painted with antialiased edges. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, row by row. */
  readonly data: Uint8Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.data = new Uint8Array(width * height * 3);
  }

  /** `opacity` is 0 to 1. */
  paint({ left, top, right, bottom, distance }: Shape, color: Color, opacity = 1): void {
    const [red, green, blue] = color;
    const { data, width } = this;
    const lastX = Math.min(width, Math.ceil(right));
    const lastY = Math.min(this.height, Math.ceil(bottom));
    for (let y = Math.max(0, Math.floor(top)); y < lastY; y++) {
      for (let x = Math.max(0, Math.floor(left)); x < lastX; x++) {
        const cover = Math.min(1, 0.5 - distance(x + 0.5, y + 0.5)) * opacity;
        if (cover <= 0) continue;
        const at = (y * width + x) * 3;
        data[at] = mix(data[at] ?? 0, red, cover);
        data[at + 1] = mix(data[at + 1] ?? 0, green, cover);
        data[at + 2] = mix(data[at + 2] ?? 0, blue, cover);
      }
    }
  }
}

function mix(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}

export function color(hex: string): Color {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
