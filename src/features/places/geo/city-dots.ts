interface Point {
  readonly latitude: number
  readonly longitude: number
}
interface Named extends Point {
  readonly id: number
  readonly name: string
}

export const locatorSize = [320, 220] as const
const margin = 18
/** Room that a name takes, in the units of the drawing. */
const letter = 5.6
const line = 13

interface Place {
  readonly x: number
  readonly y: number
  /** True when its label goes before it, for lack of room after it. */ readonly isAtEnd: boolean
}
export interface Dot extends Place {
  readonly id: number
  readonly name: string
  readonly isNamed: boolean
}

/**
 * Positions of cities in a drawing that fits all of them, with degrees of longitude as narrow as they are at that
 * latitude. Labels are placed in the order of the cities, as long as there is room.
 */
export function dotsOf(
  own: Point & { readonly name: string },
  others: readonly Named[],
): { readonly dots: readonly Dot[]; readonly own: Place } {
  const [width, height] = locatorSize
  // Around the city's own meridian, so that no country is torn apart at the date line.
  const east = (point: Point) => ((point.longitude - own.longitude + 540) % 360) - 180
  const narrow = Math.max(0.05, Math.cos((own.latitude * Math.PI) / 180))
  const flat = [own, ...others].map((point) => ({ x: east(point) * narrow, y: -point.latitude }))
  const [xs, ys] = [flat.map(({ x }) => x), flat.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const scale = Math.min((width - 2 * margin) / Math.max(across, 0.5), (height - 2 * margin) / Math.max(down, 0.5))
  const placed = flat.map(({ x, y }) => {
    const at = (width - across * scale) / 2 + (x - left) * scale
    return { x: at, y: (height - down * scale) / 2 + (y - top) * scale, isAtEnd: at > width * 0.62 }
  })
  const [mine = { x: width / 2, y: height / 2, isAtEnd: false }, ...rest] = placed
  const taken = [boxOf(mine, own.name, 1.2)]
  const dots = others.flatMap((city, index) => {
    const place = rest[index]
    if (!place) return []
    const box = boxOf(place, city.name)
    const isNamed =
      box.from >= 0 &&
      box.to <= width &&
      !taken.some((other) => box.from < other.to && other.from < box.to && Math.abs(box.y - other.y) < line)
    if (isNamed) taken.push(box)
    return [{ ...place, id: city.id, name: city.name, isNamed }]
  })
  return { dots, own: mine }
}

function boxOf({ x, y, isAtEnd }: Place, name: string, size = 1) {
  const long = 10 + name.length * letter * size
  return isAtEnd ? { from: x - long, to: x + 4, y } : { from: x - 4, to: x + long, y }
}
