import type { Section } from './manifest.ts'
import type { VenueLayout } from './venue-configurations.ts'

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const lettered = (count: number) => letters.split('').slice(0, count)
const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

interface Tier {
  readonly zone: string
  readonly rank: number
  readonly names: readonly string[]
  readonly rows: readonly string[]
}

const range = (from: number, to: number, word = '') =>
  Array.from({ length: to - from + 1 }, (_, index) => `${word}${from + index}`)

/** Sections as houses of the kind usually have them; `count` is how many blocks a large tier is cut into. */
const tiers: Readonly<Record<VenueLayout, (count: number) => readonly Tier[]>> = {
  football: (count) => [
    { zone: 'Lower tier', rank: 10, names: range(101, 100 + count), rows: numbered(24) },
    { zone: 'Club', rank: 5, names: range(201, 200 + Math.ceil(count / 3)), rows: lettered(10) },
    { zone: 'Upper tier', rank: 40, names: range(301, 300 + count + 6), rows: numbered(28) },
  ],
  end_stage: (count) => [
    { zone: 'Floor', rank: 1, names: ['Standing'], rows: [] },
    { zone: 'Lower tier', rank: 10, names: range(101, 100 + count), rows: lettered(18) },
    { zone: 'Upper tier', rank: 40, names: range(401, 400 + count + 4), rows: lettered(14) },
  ],
  in_the_round: (count) => [
    { zone: 'Floor', rank: 1, names: range(1, 4, 'Floor '), rows: numbered(12) },
    { zone: 'Lower tier', rank: 10, names: range(101, 100 + count), rows: lettered(18) },
    { zone: 'Upper tier', rank: 40, names: range(401, 400 + count + 4), rows: lettered(14) },
  ],
  arena: (count) => [
    { zone: 'Courtside', rank: 1, names: range(1, 4, 'Court '), rows: lettered(3) },
    // Tiers that share their numbers, as in many halls: a number alone can be either.
    { zone: 'Lower tier', rank: 10, names: range(101, 100 + count, 'Lower '), rows: lettered(20) },
    { zone: 'Upper tier', rank: 40, names: range(101, 100 + count, 'Upper '), rows: lettered(16) },
  ],
  theatre: () => [
    { zone: 'Stalls', rank: 1, names: ['Stalls left', 'Stalls centre', 'Stalls right'], rows: lettered(20) },
    { zone: 'Boxes', rank: 15, names: range(1, 8, 'Box '), rows: ['1'] },
    {
      zone: 'Dress circle',
      rank: 20,
      names: ['Dress circle left', 'Dress circle centre', 'Dress circle right'],
      rows: lettered(8),
    },
    {
      zone: 'Upper circle',
      rank: 40,
      names: ['Upper circle left', 'Upper circle centre', 'Upper circle right'],
      rows: lettered(10),
    },
    { zone: 'Balcony', rank: 60, names: ['Balcony'], rows: lettered(6) },
  ],
  gallery: () => [{ zone: 'Entry', rank: 1, names: ['Timed entry', 'Exhibition', 'Garden', 'Roof'], rows: [] }],
  general_admission: () => [
    { zone: 'Front', rank: 1, names: ['Golden circle'], rows: [] },
    { zone: 'Field', rank: 20, names: ['General standing', 'Family field', 'Camping field'], rows: [] },
    { zone: 'Terrace', rank: 10, names: ['VIP terrace', 'Accessible platform'], rows: [] },
  ],
}

/** A manifest for a made-up house of so many seats. */
export function demoSections(layout: VenueLayout, capacity: number): Section[] {
  const count = Math.max(8, Math.min(32, Math.round(capacity / 2_200)))
  const all = tiers[layout](count)
  const sections = all.reduce((sum, { names }) => sum + names.length, 0)
  return all.flatMap(({ zone, rank, names, rows }) =>
    names.map((name) => ({
      code: name.toLowerCase().replaceAll(' ', '-'),
      name,
      zone,
      rank,
      isGeneralAdmission: rows.length === 0,
      rows: [...rows],
      capacity: Math.max(1, Math.round(capacity / sections)),
      viewImageUrl: null,
    })),
  )
}
