/** A colour: red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number]
type Point = readonly [x: number, y: number]

/** The colour between two, 0 being the first and 1 the second. */
export function between(from: Colour, to: Colour, share: number): Colour {
  const at = Math.min(Math.max(share, 0), 1)
  return [from[0] + (to[0] - from[0]) * at, from[1] + (to[1] - from[1]) * at, from[2] + (to[2] - from[2]) * at]
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Pixels that scenes are painted on, in RGB. Lengths are in px from the top left; what lies outside is left out. */
export class Canvas {
  readonly pixels: Uint8ClampedArray
  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.pixels = new Uint8ClampedArray(width * height * 3)
  }

  /** Blends a colour over a pixel; a `cover` of 1 replaces the pixel. */
  dot(x: number, y: number, colour: Colour, cover = 1): void {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return
    const at = (y * this.width + x) * 3
    for (let part = 0; part < 3; part++) {
      const old = this.pixels[at + part] ?? 0
      this.pixels[at + part] = old + ((colour[part] ?? 0) - old) * cover
    }
  }

  /** Fills from `top` to `bottom` with a gradient. */
  fade(top: number, bottom: number, from: Colour, to: Colour): void {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, bottom); y++) {
      const row = this.pixels.subarray(y * this.width * 3, (y + 1) * this.width * 3)
      row.set(between(from, to, (y - top) / (bottom - top)))
      for (let done = 3; done < row.length; done *= 2) row.copyWithin(done, 0, done)
    }
  }

  box(left: number, top: number, width: number, height: number, colour: Colour, cover = 1): void {
    for (let y = Math.round(top); y < Math.round(top + height); y++) {
      for (let x = Math.round(left); x < Math.round(left + width); x++) this.dot(x, y, colour, cover)
    }
  }

  /** A disc whose edge fades over the last `soft` px. */
  disc(centreX: number, centreY: number, radius: number, colour: Colour, soft = 2, cover = 1): void {
    for (let y = Math.floor(centreY - radius); y <= centreY + radius; y++) {
      for (let x = Math.floor(centreX - radius); x <= centreX + radius; x++) {
        const inside = (radius - Math.hypot(x - centreX, y - centreY)) / soft
        if (inside > 0) this.dot(x, y, colour, Math.min(inside, 1) * cover)
      }
    }
  }

  /** Fills what the corners enclose, line by line. */
  shape(corners: readonly Point[], colour: Colour, cover = 1): void {
    const heights = corners.map(([, y]) => y)
    for (let y = Math.max(0, Math.floor(Math.min(...heights))); y < Math.min(this.height, Math.max(...heights)); y++) {
      const crossings = corners
        .flatMap(([x1, y1], index) => {
          const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1]
          return y1 <= y === y2 <= y ? [] : [x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)]
        })
        .sort((one, other) => one - other)
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        for (let x = Math.round(crossings[pair] ?? 0); x < Math.round(crossings[pair + 1] ?? 0); x++)
          this.dot(x, y, colour, cover)
      }
    }
  }

  /** Fills everything below a line whose height is asked for each column. */
  below(line: (x: number) => number, from: Colour, to: Colour): void {
    const shades = Array.from({ length: this.height }, (_, depth) => between(from, to, depth / (this.height * 0.5)))
    for (let x = 0; x < this.width; x++) {
      const top = Math.max(0, Math.round(line(x)))
      for (let y = top; y < this.height; y++) this.pixels.set(shades[y - top] ?? from, (y * this.width + x) * 3)
    }
  }

  /** Mirrors what is above `level` into the part below it, darker and broken by ripples that grow towards the viewer. */
  mirror(level: number, tint: Colour, cover: number): void {
    for (let y = Math.round(level); y < this.height; y++) {
      const depth = y - level
      const source = Math.max(0, Math.round(level - 1 - depth * 0.9))
      for (let x = 0; x < this.width; x++) {
        const shift = Math.round(Math.sin(depth * 0.55 + Math.sin(x * 0.02) * 1.5) * (1 + depth * 0.02))
        const from = (source * this.width + Math.min(Math.max(x + shift, 0), this.width - 1)) * 3
        const colour: Colour = [this.pixels[from] ?? 0, this.pixels[from + 1] ?? 0, this.pixels[from + 2] ?? 0]
        this.dot(x, y, between(colour, tint, cover))
      }
    }
  }
}

/** A rolling line: hills where there are few waves, crags where there are many. */
export function ridge(seed: number, base: number, rise: number, waves: number, width: number): (x: number) => number {
  const roll = dice(seed)
  const parts = Array.from({ length: 6 }, (_, octave) => ({
    phase: roll() * 6.283,
    speed: waves * 1.9 ** octave,
    rise: rise / 1.8 ** octave,
  }))
  return (x) =>
    base -
    parts.reduce(
      (sum, part) => sum + part.rise * (0.5 + 0.5 * Math.sin(part.phase + (x / width) * part.speed * 6.283)),
      0,
    ) *
      0.6
}
