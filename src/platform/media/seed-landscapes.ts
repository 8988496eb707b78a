import { type Canvas, type Colour, between, ridge } from './seed-canvas.ts'
import { type Hour, horizon } from './seed-hours.ts'

export function sky(canvas: Canvas, hour: Hour, roll: () => number, reach = horizon + 0.1): void {
  canvas.fade(0, canvas.height * reach, hour.zenith, hour.haze)
  canvas.fade(canvas.height * reach, canvas.height, hour.haze, hour.haze)
  const [x, y] = [canvas.width * (0.2 + roll() * 0.6), canvas.height * (hour.isNight ? 0.16 : 0.34)]
  canvas.disc(x, y, canvas.width * 0.2, hour.sun, canvas.width * 0.2, 0.5)
  canvas.disc(x, y, canvas.width * (hour.isNight ? 0.022 : 0.036), hour.sun, 3)
  if (hour.isNight)
    for (let star = 0; star < 140; star++)
      canvas.dot(
        Math.floor(roll() * canvas.width),
        Math.floor(roll() * canvas.height * 0.5),
        [255, 255, 255],
        0.3 + roll() * 0.6,
      )
}

/** Houses side by side from the left edge to the right, windows lit by chance. */
export function town(
  canvas: Canvas,
  hour: Hour,
  roll: () => number,
  { level, tallest, colour }: { level: number; tallest: number; colour: Colour },
): void {
  for (let x = -20; x < canvas.width;) {
    const [wide, tall] = [26 + roll() * 70, tallest * (0.25 + roll() ** 2 * 0.75)]
    canvas.box(x, level - tall, wide, tall, between(colour, hour.haze, roll() * 0.14))
    for (let row = level - tall + 9; row < level - 10; row += 16) {
      for (let column = x + 6; column < x + wide - 8; column += 13)
        if (roll() < (hour.isNight ? 0.5 : 0.2)) canvas.box(column, row, 5, 8, hour.lamp, 0.85)
    }
    x += wide + (roll() < 0.3 ? roll() * 16 : 0)
  }
}

export function mountains(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  for (let layer = 0; layer < 4; layer++) {
    const colour = between(hour.far, hour.near, layer / 3)
    canvas.below(
      ridge(
        roll() * 1e6,
        canvas.height * (0.52 + layer * 0.13),
        canvas.height * (0.3 - layer * 0.055),
        1.3 + layer * 0.5,
        canvas.width,
      ),
      colour,
      between(colour, hour.haze, 0.25),
    )
  }
}

export function lake(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  for (let layer = 0; layer < 2; layer++) {
    const colour = between(hour.far, hour.near, layer / 2)
    canvas.below(
      ridge(roll() * 1e6, canvas.height * (0.5 + layer * 0.1), canvas.height * 0.2, 1.2 + layer, canvas.width),
      colour,
      colour,
    )
  }
  const level = canvas.height * 0.64
  for (let x = 0; x < canvas.width; x += 9 + roll() * 16) {
    const tall = 34 + roll() * 62
    canvas.shape(
      [
        [x, level - tall],
        [x + tall * 0.22, level],
        [x - tall * 0.22, level],
      ],
      between(hour.near, [0, 0, 0], roll() * 0.3),
    )
  }
  canvas.mirror(level, hour.near, 0.3)
}

export function harbour(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const level = canvas.height * horizon
  town(canvas, hour, roll, { level, tallest: 130, colour: hour.far })
  town(canvas, hour, roll, { level, tallest: 84, colour: between(hour.far, hour.near, 0.7) })
  canvas.mirror(level, hour.near, 0.35)
  for (let boat = 0; boat < 3; boat++) {
    const [x, y, size] = [canvas.width * (0.15 + roll() * 0.7), level + 60 + boat * 50, 26 + boat * 14]
    canvas.shape(
      [
        [x - size, y],
        [x + size, y],
        [x + size * 0.66, y + size * 0.4],
        [x - size * 0.66, y + size * 0.4],
      ],
      between(hour.near, [0, 0, 0], 0.4),
    )
    canvas.shape(
      [
        [x - 2, y - size * 2.3],
        [x + size * 0.9, y - 5],
        [x - 2, y - 5],
      ],
      between(hour.lamp, hour.far, 0.3),
    )
  }
}

export function beach(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const [width, height] = [canvas.width, canvas.height]
  canvas.fade(
    height * 0.52,
    height * 0.74,
    between(hour.near, hour.zenith, 0.7),
    between(hour.haze, [90, 190, 190], 0.5),
  )
  for (let wave = 0; wave < 5; wave++) {
    const line = ridge(roll() * 1e6, height * (0.7 + wave * 0.018), 14, 2, width)
    for (let x = 0; x < width; x++) canvas.box(x, line(x), 1, 4, [255, 255, 255], 0.4)
  }
  canvas.below(
    ridge(roll() * 1e6, height * 0.8, 26, 0.7, width),
    between([226, 200, 154], hour.near, hour.isNight ? 0.7 : 0.12),
    between([190, 158, 112], hour.near, 0.2),
  )
  for (let shade = 0; shade < 6; shade++) {
    const [x, y] = [width * (0.08 + shade * 0.15 + roll() * 0.06), height * (0.83 + roll() * 0.09)]
    const cloth: Colour = roll() < 0.5 ? [206, 72, 62] : [240, 236, 224]
    canvas.box(x - 2, y - 42, 3, 58, [92, 70, 52])
    canvas.shape(
      [
        [x - 44, y - 36],
        [x, y - 70],
        [x + 44, y - 36],
      ],
      between(cloth, hour.near, hour.isNight ? 0.6 : 0),
    )
  }
}

export function balloons(canvas: Canvas, hour: Hour, roll: () => number): void {
  mountains(canvas, hour, roll)
  const silks: readonly (readonly [Colour, Colour])[] = [
    [
      [214, 74, 62],
      [248, 214, 132],
    ],
    [
      [62, 104, 190],
      [240, 240, 246],
    ],
    [
      [238, 150, 60],
      [120, 54, 110],
    ],
    [
      [54, 150, 126],
      [250, 230, 170],
    ],
  ]
  for (const [index, [one, other]] of silks.entries()) {
    const [x, y, size] = [
      canvas.width * (0.16 + index * 0.22 + roll() * 0.05),
      canvas.height * (0.2 + roll() * 0.34),
      34 + roll() * 46,
    ]
    for (let row = -size; row < size * 1.5; row++) {
      const wide = row < 0 ? Math.sqrt(size ** 2 - row ** 2) : size * (1 - (row / (size * 1.62)) ** 1.7)
      for (let column = -wide; column < wide; column++)
        canvas.dot(
          Math.round(x + column),
          Math.round(y + row),
          between(
            Math.sin(Math.asin(column / wide) * 7) > 0 ? one : other,
            hour.near,
            Math.max(0, column / wide) * 0.35,
          ),
        )
    }
    canvas.box(x - size * 0.14, y + size * 1.68, size * 0.28, size * 0.22, [92, 62, 40])
  }
}
