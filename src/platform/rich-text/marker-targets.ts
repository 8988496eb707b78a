import type { LINK_CODES, LinkTarget } from '../../core/resource/link-marker.ts'
import { SPECIAL_HUBS, parseLinkElement } from '../../core/resource/link-marker.ts'

/** Which records a code is about. Sections have no resource, and hubs are addresses of the website's own. */
const markerResources: Readonly<Partial<Record<(typeof LINK_CODES)[number], string>>> = {
  c: 'cities',
  ev: 'events',
  ca: 'categories',
  sc: 'subcategories',
  pr: 'products',
  pa: 'aliases',
  per: 'performers',
}

/** Places of the website that have no record. */
export const fixedElements: readonly string[] = ['homepage', ...SPECIAL_HUBS.map((hub) => `special-${hub}`)]

export function codeOf(resource: string): string | null {
  return Object.entries(markerResources).find(([, name]) => name === resource)?.[0] ?? null
}

/** The records that a target names: its own, and with a second number the city first and the subcategory behind it. */
export function recordsOf({ code, suffixes }: LinkTarget): { resource: string; id: number }[] {
  const resource = markerResources[code as keyof typeof markerResources]
  const [id] = suffixes
  return resource === undefined || id === undefined ? [] : [{ resource, id }]
}

/** The records that elements name, without duplicates: those to look up to know whether the elements lead anywhere. */
export function recordsNamed(elements: readonly string[]): string[] {
  return [
    ...new Set(
      elements.flatMap((element) => {
        const target = parseLinkElement(element)
        return target ? recordsOf(target).map(({ resource, id }) => `${resource}:${id}`) : []
      }),
    ),
  ]
}
