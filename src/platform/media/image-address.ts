/** Widths in px in which every image can be had, and its square around the focal point. */
export const imageWidths = [320, 640, 1280, 2560] as const

/**
 * Where a rendition is. A square moves with the focal point, so it is another file with each version of the record: browsers
 * keep every address for good.
 */
export function imageAddress(
  image: { readonly id: number; readonly version?: number },
  rendition: 'square' | (typeof imageWidths)[number],
): string {
  const version = rendition === 'square' && image.version !== undefined ? `?v=${image.version}` : ''
  return `/rest/data/images/${image.id}/files/${rendition}${version}`
}
