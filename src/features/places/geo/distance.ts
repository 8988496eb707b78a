interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** The diameter of a sphere of the earth's size. */
export const earthDiameterKm = 12_742

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Kilometres between two points, along the surface of a sphere. */
export function kilometres(a: Point, b: Point): number {
  const [north, east] = [
    Math.sin(radians(a.latitude - b.latitude) / 2),
    Math.sin(radians(a.longitude - b.longitude) / 2),
  ]
  return (
    earthDiameterKm *
    Math.asin(
      Math.min(1, Math.sqrt(north ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east ** 2)),
    )
  )
}
