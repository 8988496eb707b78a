export interface Focus {
  readonly focalX: number
  readonly focalY: number
}

/**
 * The part of a picture that a square shows: as much as there is room for, as near to the focal point as the edges allow.
 */
export function squareAround({ width, height }: { width: number; height: number }, { focalX, focalY }: Focus) {
  const side = Math.min(width, height)
  const begin = (length: number, at: number) => Math.round(Math.min(Math.max(length * at - side / 2, 0), length - side))
  return { left: begin(width, focalX), top: begin(height, focalY), width: side, height: side }
}
