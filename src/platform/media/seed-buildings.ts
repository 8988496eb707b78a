import { type Canvas, type Colour, between } from './seed-canvas.ts'
import type { Hour } from './seed-hours.ts'
import { sky, town } from './seed-landscapes.ts'

export function skyline(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const { height } = canvas
  town(canvas, hour, roll, { level: height * 0.82, tallest: height * 0.52, colour: hour.far })
  town(canvas, hour, roll, { level: height, tallest: height * 0.42, colour: between(hour.far, hour.near, 0.6) })
  town(canvas, hour, roll, { level: height + 20, tallest: height * 0.24, colour: hour.near })
}

export function canal(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const level = canvas.height * 0.68
  const bricks: readonly Colour[] = [
    [150, 74, 58],
    [196, 158, 108],
    [96, 104, 112],
    [178, 116, 84],
    [126, 86, 92],
    [214, 196, 160],
  ]
  for (let x = -30; x < canvas.width;) {
    const [wide, tall] = [84 + roll() * 46, 220 + roll() * 120]
    const wall = between(bricks[Math.floor(roll() * bricks.length)] ?? hour.far, hour.near, hour.isNight ? 0.75 : 0.3)
    canvas.box(x, level - tall, wide, tall, wall)
    canvas.shape(
      [
        [x - 3, level - tall + 1],
        [x + wide * 0.3, level - tall - 44],
        [x + wide * 0.3, level - tall - 60],
        [x + wide * 0.7, level - tall - 60],
        [x + wide * 0.7, level - tall - 44],
        [x + wide + 3, level - tall + 1],
      ],
      between(wall, [0, 0, 0], 0.18),
    )
    for (let row = level - tall + 20; row < level - 50; row += 52) {
      for (let column = 0; column < 3; column++)
        canvas.box(
          x + wide * (0.13 + column * 0.28),
          row,
          wide * 0.17,
          34,
          roll() < 0.4 ? hour.lamp : between(hour.near, hour.zenith, 0.3),
        )
    }
    canvas.box(x + wide * 0.4, level - 44, wide * 0.22, 44, between(hour.near, [60, 30, 20], 0.4))
    x += wide
  }
  canvas.mirror(level, hour.near, 0.4)
}

export function concert(canvas: Canvas, hour: Hour, roll: () => number): void {
  const [width, height] = [canvas.width, canvas.height]
  canvas.fade(0, height, [14, 10, 30], between(hour.zenith, [20, 14, 44], 0.4))
  const lights: readonly Colour[] = [
    [240, 84, 130],
    [90, 150, 255],
    [255, 196, 90],
    [140, 90, 240],
  ]
  for (let beam = 0; beam < 11; beam++) {
    const [x, foot] = [width * (0.05 + beam * 0.09), width * (0.1 + roll() * 0.8)]
    canvas.shape(
      [
        [x - 3, 0],
        [x + 3, 0],
        [foot + 80, height * 0.8],
        [foot - 80, height * 0.8],
      ],
      lights[beam % lights.length] ?? [255, 255, 255],
      0.2,
    )
    canvas.disc(x, 4, 26, [255, 255, 255], 24, 0.9)
  }
  canvas.box(width * 0.16, height * 0.66, width * 0.68, height * 0.1, [24, 20, 40])
  canvas.disc(width * 0.5, height * 0.66, width * 0.3, [255, 226, 190], width * 0.3, 0.5)
  for (const [place, tall] of [
    [0.32, 92],
    [0.5, 112],
    [0.66, 96],
  ] as const) {
    canvas.disc(width * place, height * 0.66 - tall, 15, [12, 10, 22])
    canvas.box(width * place - 17, height * 0.66 - tall + 12, 34, tall - 12, [12, 10, 22])
  }
  for (let row = 0; row < 4; row++) {
    for (let x = -10; x < width; x += 26 + roll() * 14) {
      const y = height * (0.8 + row * 0.06) + roll() * 14
      canvas.disc(x, y, 14 + row * 3, [10 + row * 2, 8, 20])
      canvas.box(x - 22, y + 10, 44, 90, [10 + row * 2, 8, 20])
      if (roll() < 0.25)
        canvas.shape(
          [
            [x + 14, y + 18],
            [x + 21, y - 44],
            [x + 29, y - 44],
            [x + 26, y + 18],
          ],
          [10, 8, 20],
        )
    }
  }
}

export function theatre(canvas: Canvas, _hour: Hour, roll: () => number): void {
  const [width, height] = [canvas.width, canvas.height]
  const phase = roll() * 6
  for (let x = 0; x < width; x++) {
    const fold = 0.5 + 0.5 * Math.sin(phase + x * 0.055 + Math.sin(x * 0.011) * 2)
    canvas.box(x, 0, 1, height, between([70, 8, 18], [186, 28, 44], fold))
  }
  const opening = (y: number) => width * (0.16 + 0.17 * Math.sin(Math.min(y / height, 0.86) * 1.8))
  for (let y = 0; y < height * 0.86; y++)
    canvas.box(width / 2 - opening(y), y, opening(y) * 2, 1, between([38, 24, 46], [120, 86, 76], y / height))
  canvas.disc(width / 2, height * 0.5, width * 0.24, [255, 232, 190], width * 0.24, 0.8)
  canvas.box(0, height * 0.86, width, height * 0.14, [74, 48, 34])
  for (let plank = 0; plank < 12; plank++)
    canvas.shape(
      [
        [width / 2 + (plank - 6) * 70, height * 0.86],
        [width / 2 + (plank - 6) * 70 + 3, height * 0.86],
        [width / 2 + (plank - 6) * 150 + 5, height],
        [width / 2 + (plank - 6) * 150, height],
      ],
      [48, 30, 22],
    )
  for (let x = 0; x < width; x++)
    canvas.box(
      x,
      0,
      1,
      66 + 26 * Math.abs(Math.sin((x / width) * 6.283 * 2)),
      between([96, 12, 22], [160, 24, 38], 0.5 + 0.5 * Math.sin(x * 0.07)),
    )
  for (let x = 0; x < width; x++)
    canvas.box(x, 64 + 26 * Math.abs(Math.sin((x / width) * 6.283 * 2)), 1, 6, [218, 178, 96])
}

export function museum(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const [width, height] = [canvas.width, canvas.height]
  const stone = between([226, 216, 198], hour.near, hour.isNight ? 0.55 : 0.1)
  const shade = between(stone, hour.near, 0.45)
  canvas.shape(
    [
      [width * 0.16, height * 0.36],
      [width * 0.5, height * 0.19],
      [width * 0.84, height * 0.36],
    ],
    stone,
  )
  canvas.shape(
    [
      [width * 0.24, height * 0.345],
      [width * 0.5, height * 0.22],
      [width * 0.76, height * 0.345],
    ],
    shade,
  )
  canvas.box(width * 0.16, height * 0.36, width * 0.68, height * 0.06, stone)
  canvas.box(width * 0.2, height * 0.42, width * 0.6, height * 0.36, between(shade, hour.near, 0.5))
  for (let column = 0; column < 8; column++) {
    const x = width * (0.19 + column * 0.0815)
    for (let part = 0; part < 44; part++)
      canvas.box(x + part, height * 0.42, 1, height * 0.36, between(stone, shade, Math.abs(part - 15) / 30))
    canvas.box(x - 5, height * 0.42, 54, 11, stone)
  }
  for (let step = 0; step < 5; step++)
    canvas.box(
      width * (0.15 - step * 0.022),
      height * (0.78 + step * 0.024),
      width * (0.7 + step * 0.044),
      height * 0.024,
      between(stone, shade, step / 6),
    )
  canvas.fade(height * 0.9, height, between(stone, hour.near, 0.5), between(stone, hour.near, 0.65))
}

export function stadium(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll, 0.5)
  const [width, height] = [canvas.width, canvas.height]
  canvas.shape(
    [
      [0, height * 0.3],
      [width * 0.2, height * 0.2],
      [width * 0.8, height * 0.2],
      [width, height * 0.3],
      [width, height * 0.6],
      [0, height * 0.6],
    ],
    between(hour.near, [30, 34, 60], 0.5),
  )
  for (let seat = 0; seat < 5200; seat++) {
    const y = height * (0.23 + roll() * 0.28)
    canvas.box(roll() * width, y, 4, 4, roll() < 0.5 ? [206, 60, 64] : [232, 232, 236], 0.7)
  }
  for (let stripe = 0; stripe < 10; stripe++) {
    const [left, right] = [(at: number) => width / 2 + (at - 5) * 108, (at: number) => width / 2 + (at - 5) * 210]
    canvas.shape(
      [
        [left(stripe), height * 0.52],
        [left(stripe + 1), height * 0.52],
        [right(stripe + 1), height],
        [right(stripe), height],
      ],
      stripe % 2 ? [58, 138, 66] : [72, 156, 78],
    )
  }
  canvas.shape(
    [
      [0, height * 0.52],
      [width / 2 - 540, height * 0.52],
      [width / 2 - 1050, height],
    ],
    [58, 138, 66],
  )
  canvas.box(0, height * 0.525, width, 3, [240, 244, 240])
  canvas.shape(
    [
      [width * 0.32, height * 0.53],
      [width * 0.322, height * 0.53],
      [width * 0.26, height * 0.7],
      [width * 0.256, height * 0.7],
    ],
    [240, 244, 240],
  )
  canvas.shape(
    [
      [width * 0.68, height * 0.53],
      [width * 0.682, height * 0.53],
      [width * 0.744, height * 0.7],
      [width * 0.74, height * 0.7],
    ],
    [240, 244, 240],
  )
  canvas.box(width * 0.256, height * 0.698, width * 0.488, 4, [240, 244, 240])
  for (const x of [0.12, 0.88]) {
    canvas.box(width * x - 3, height * 0.06, 6, height * 0.24, [40, 44, 58])
    for (let lamp = 0; lamp < 8; lamp++)
      canvas.disc(width * x - 34 + (lamp % 4) * 23, height * 0.05 + Math.floor(lamp / 4) * 20, 15, [255, 255, 246], 12)
  }
}
