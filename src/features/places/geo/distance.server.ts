import { earthDiameterKm } from './distance.ts'

/** Latitude and longitude in degrees, as SQL expressions that are safe to repeat. */
interface PointSql {
  readonly latitude: string
  readonly longitude: string
}

export const pointOf = (row: string): PointSql => ({ latitude: `${row}.latitude`, longitude: `${row}.longitude` })

/** Kilometres between two points as SQL, along the surface of a sphere: the same result as `kilometres`. */
export function kilometresSql(a: PointSql, b: PointSql): string {
  return `(${earthDiameterKm} * asin(least(1, sqrt(sin(radians(${a.latitude} - ${b.latitude}) / 2) ^ 2
    + cos(radians(${a.latitude})) * cos(radians(${b.latitude})) * sin(radians(${a.longitude} - ${b.longitude}) / 2) ^ 2))))`
}
