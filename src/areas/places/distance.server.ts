import { earthDiameterKm } from './distance.ts'

/** SQL of degrees, each of an expression that may stand in it several times. */
interface PointSql { readonly latitude: string; readonly longitude: string }

export const pointOf = (row: string): PointSql => ({ latitude: `${row}.latitude`, longitude: `${row}.longitude` })

/** Kilometres between two points as SQL, along the surface of a sphere: what `kilometres` says of the same two. */
export function kilometresSql(a: PointSql, b: PointSql): string {
  return `(${earthDiameterKm} * asin(least(1, sqrt(sin(radians(${a.latitude} - ${b.latitude}) / 2) ^ 2
    + cos(radians(${a.latitude})) * cos(radians(${b.latitude})) * sin(radians(${a.longitude} - ${b.longitude}) / 2) ^ 2))))`
}
