export interface Size {
  readonly width: number
  readonly height: number
}
export interface FocalPoint {
  readonly x: number
  readonly y: number
}

/**
 * Where a picture has to be moved to so that a frame of another shape shows its focal point as near to the middle as the edges
 * allow: CSS's `object-position`, as shares of what does not fit. `ratio` is the frame's width over its height.
 */
export function cropPosition({ width, height }: Size, ratio: number, { x, y }: FocalPoint): FocalPoint {
  const shown = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
  return { x: shareOf(width, shown.width, x), y: shareOf(height, shown.height, y) }
}

function shareOf(length: number, shown: number, at: number): number {
  const rest = length - shown
  if (rest < 0.5) return 0.5
  return Math.min(Math.max(length * at - shown / 2, 0), rest) / rest
}

/** A share as it is kept: three digits, within the picture. */
export function withinPicture(value: number): number {
  return Math.round(Math.min(Math.max(value, 0), 1) * 1_000) / 1_000
}
