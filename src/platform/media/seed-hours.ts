import type { Canvas, Colour } from './seed-canvas.ts'

/** The light of an hour: the sky from above to the horizon, what lies far and near, and lamps. */
export interface Hour {
  readonly name: string
  readonly spanish: string
  readonly zenith: Colour
  readonly haze: Colour
  readonly far: Colour
  readonly near: Colour
  readonly lamp: Colour
  readonly sun: Colour
  readonly isNight: boolean
}

export const hours = {
  dawn: {
    name: 'at dawn',
    spanish: 'al amanecer',
    zenith: [92, 116, 168],
    haze: [250, 205, 180],
    far: [150, 140, 170],
    near: [52, 56, 84],
    lamp: [255, 226, 170],
    sun: [255, 238, 214],
    isNight: false,
  },
  day: {
    name: 'by day',
    spanish: 'de día',
    zenith: [74, 144, 206],
    haze: [206, 230, 242],
    far: [134, 168, 190],
    near: [48, 84, 92],
    lamp: [246, 244, 232],
    sun: [255, 252, 236],
    isNight: false,
  },
  dusk: {
    name: 'at dusk',
    spanish: 'al atardecer',
    zenith: [58, 52, 110],
    haze: [244, 140, 92],
    far: [122, 78, 110],
    near: [38, 30, 54],
    lamp: [255, 214, 130],
    sun: [255, 196, 128],
    isNight: false,
  },
  night: {
    name: 'at night',
    spanish: 'de noche',
    zenith: [10, 16, 40],
    haze: [40, 56, 98],
    far: [30, 42, 78],
    near: [10, 14, 30],
    lamp: [255, 214, 140],
    sun: [238, 240, 250],
    isNight: true,
  },
} as const satisfies Record<string, Hour>

export type Painter = (canvas: Canvas, hour: Hour, roll: () => number) => void

export const horizon = 0.62
