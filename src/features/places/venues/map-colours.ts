import type { Section } from './manifest.ts'

/** Number of colours; further zones start again from the first. */
const colours = 6

/** The number of each zone's colour, in the order of the manifest. */
export function zoneColours(sections: readonly Section[]): ReadonlyMap<string, number> {
  const zones = [...new Set(sections.map(({ zone }) => zone ?? ''))]
  return new Map(zones.map((zone, index) => [zone, index % colours]))
}
