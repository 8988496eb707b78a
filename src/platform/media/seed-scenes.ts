import { between, Canvas, dice, ridge } from './seed-canvas.ts'
import type { Colour } from './seed-canvas.ts'

/** The light of an hour: the sky from above to the horizon, what lies far and near, and lamps. */
interface Hour {
  readonly name: string
  readonly spanish: string
  readonly sky: readonly [Colour, Colour]
  readonly far: Colour
  readonly near: Colour
  readonly lamp: Colour
  readonly sun: Colour
  readonly isNight: boolean
}

const hours = {
  dawn: {
    name: 'at dawn',
    spanish: 'al amanecer',
    sky: [
      [92, 116, 168],
      [250, 205, 180],
    ],
    far: [150, 140, 170],
    near: [52, 56, 84],
    lamp: [255, 226, 170],
    sun: [255, 238, 214],
    isNight: false,
  },
  day: {
    name: 'by day',
    spanish: 'de día',
    sky: [
      [74, 144, 206],
      [206, 230, 242],
    ],
    far: [134, 168, 190],
    near: [48, 84, 92],
    lamp: [246, 244, 232],
    sun: [255, 252, 236],
    isNight: false,
  },
  dusk: {
    name: 'at dusk',
    spanish: 'al atardecer',
    sky: [
      [58, 52, 110],
      [244, 140, 92],
    ],
    far: [122, 78, 110],
    near: [38, 30, 54],
    lamp: [255, 214, 130],
    sun: [255, 196, 128],
    isNight: false,
  },
  night: {
    name: 'at night',
    spanish: 'de noche',
    sky: [
      [10, 16, 40],
      [40, 56, 98],
    ],
    far: [30, 42, 78],
    near: [10, 14, 30],
    lamp: [255, 214, 140],
    sun: [238, 240, 250],
    isNight: true,
  },
} as const satisfies Record<string, Hour>

type Painter = (canvas: Canvas, hour: Hour, roll: () => number) => void

/** The subject of each kind of picture, in both languages, and how it is painted. */
interface Subject {
  readonly file: string
  readonly words: string
  readonly spanish: string
  readonly hours: readonly (keyof typeof hours)[]
  readonly paint: Painter
}

const horizon = 0.62

function sky(canvas: Canvas, hour: Hour, roll: () => number, reach = horizon + 0.1): void {
  canvas.fade(0, canvas.height * reach, ...hour.sky)
  canvas.fade(canvas.height * reach, canvas.height, hour.sky[1], hour.sky[1])
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
function town(
  canvas: Canvas,
  hour: Hour,
  roll: () => number,
  { level, tallest, colour }: { level: number; tallest: number; colour: Colour },
): void {
  for (let x = -20; x < canvas.width;) {
    const [wide, tall] = [26 + roll() * 70, tallest * (0.25 + roll() ** 2 * 0.75)]
    canvas.box(x, level - tall, wide, tall, between(colour, hour.sky[1], roll() * 0.14))
    for (let row = level - tall + 9; row < level - 10; row += 16) {
      for (let column = x + 6; column < x + wide - 8; column += 13)
        if (roll() < (hour.isNight ? 0.5 : 0.2)) canvas.box(column, row, 5, 8, hour.lamp, 0.85)
    }
    x += wide + (roll() < 0.3 ? roll() * 16 : 0)
  }
}

function mountains(canvas: Canvas, hour: Hour, roll: () => number): void {
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
      between(colour, hour.sky[1], 0.25),
    )
  }
}

function lake(canvas: Canvas, hour: Hour, roll: () => number): void {
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

function harbour(canvas: Canvas, hour: Hour, roll: () => number): void {
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

function skyline(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const { height } = canvas
  town(canvas, hour, roll, { level: height * 0.82, tallest: height * 0.52, colour: hour.far })
  town(canvas, hour, roll, { level: height, tallest: height * 0.42, colour: between(hour.far, hour.near, 0.6) })
  town(canvas, hour, roll, { level: height + 20, tallest: height * 0.24, colour: hour.near })
}

function canal(canvas: Canvas, hour: Hour, roll: () => number): void {
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
          roll() < 0.4 ? hour.lamp : between(hour.near, hour.sky[0], 0.3),
        )
    }
    canvas.box(x + wide * 0.4, level - 44, wide * 0.22, 44, between(hour.near, [60, 30, 20], 0.4))
    x += wide
  }
  canvas.mirror(level, hour.near, 0.4)
}

function beach(canvas: Canvas, hour: Hour, roll: () => number): void {
  sky(canvas, hour, roll)
  const [width, height] = [canvas.width, canvas.height]
  canvas.fade(
    height * 0.52,
    height * 0.74,
    between(hour.near, hour.sky[0], 0.7),
    between(hour.sky[1], [90, 190, 190], 0.5),
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

function concert(canvas: Canvas, hour: Hour, roll: () => number): void {
  const [width, height] = [canvas.width, canvas.height]
  canvas.fade(0, height, [14, 10, 30], between(hour.sky[0], [20, 14, 44], 0.4))
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

function theatre(canvas: Canvas, _hour: Hour, roll: () => number): void {
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

function museum(canvas: Canvas, hour: Hour, roll: () => number): void {
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

function stadium(canvas: Canvas, hour: Hour, roll: () => number): void {
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

function balloons(canvas: Canvas, hour: Hour, roll: () => number): void {
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

const subjects: readonly Subject[] = [
  {
    file: 'mountains',
    words: 'Mountain ranges one behind the other {hour}',
    spanish: 'Sierras una detrás de otra {hour}',
    hours: ['dawn', 'day'],
    paint: mountains,
  },
  {
    file: 'lake',
    words: 'A still lake between firs {hour}',
    spanish: 'Un lago en calma entre abetos {hour}',
    hours: ['dusk', 'day', 'night'],
    paint: lake,
  },
  {
    file: 'harbour',
    words: 'A harbour {hour}, with sailing boats before the town',
    spanish: 'Un puerto {hour}, con veleros frente a la ciudad',
    hours: ['dusk', 'dawn', 'night'],
    paint: harbour,
  },
  {
    file: 'skyline',
    words: 'The skyline of a city {hour}',
    spanish: 'El perfil de una ciudad {hour}',
    hours: ['night', 'dusk', 'day'],
    paint: skyline,
  },
  {
    file: 'canal',
    words: 'Gabled houses along a canal {hour}',
    spanish: 'Casas con gabletes junto a un canal {hour}',
    hours: ['day', 'night', 'dusk'],
    paint: canal,
  },
  {
    file: 'beach',
    words: 'A beach with parasols {hour}',
    spanish: 'Una playa con sombrillas {hour}',
    hours: ['day', 'dusk'],
    paint: beach,
  },
  {
    file: 'concert',
    words: 'A band on stage in beams of light, seen from the crowd',
    spanish: 'Un grupo en el escenario entre haces de luz, visto desde el público',
    hours: ['night'],
    paint: concert,
  },
  {
    file: 'theatre',
    words: 'A red curtain opens on an empty stage',
    spanish: 'Un telón rojo se abre sobre un escenario vacío',
    hours: ['night'],
    paint: theatre,
  },
  {
    file: 'museum',
    words: 'The columns of a museum {hour}',
    spanish: 'Las columnas de un museo {hour}',
    hours: ['day', 'dusk', 'night'],
    paint: museum,
  },
  {
    file: 'stadium',
    words: 'A football ground under floodlights {hour}',
    spanish: 'Un estadio de fútbol bajo los focos {hour}',
    hours: ['dusk', 'night'],
    paint: stadium,
  },
  {
    file: 'balloons',
    words: 'Hot-air balloons over mountains {hour}',
    spanish: 'Globos aerostáticos sobre las montañas {hour}',
    hours: ['dawn', 'day'],
    paint: balloons,
  },
]

/** A picture for the demo: painted when it is asked for, the same every time. */
export interface Scene {
  readonly subject: string
  readonly fileName: string
  readonly altText: string
  readonly altTextInSpanish: string
  paint(width: number, height: number): Canvas
}

export const demoScenes: readonly Scene[] = subjects.flatMap(({ file, words, spanish, hours: wanted, paint }, place) =>
  wanted.map((key, turn): Scene => {
    const hour = hours[key]
    return {
      subject: file,
      fileName: `${file}-${key}.jpg`,
      altText: `${words.replace('{hour}', hour.name)}.`,
      altTextInSpanish: `${spanish.replace('{hour}', hour.spanish)}.`,
      paint(width, height) {
        const canvas = new Canvas(width, height)
        paint(canvas, hour, dice(place * 100 + turn))
        return canvas
      },
    }
  }),
)
