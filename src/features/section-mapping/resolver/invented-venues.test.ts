import { describe, expect, test } from 'vitest'
import { inventedArenas } from '../testing/invented-arenas.ts'
import { inventedGrounds } from '../testing/invented-grounds.ts'
import { inventedHalls } from '../testing/invented-halls.ts'
import { indexManifest } from './manifest-index.ts'
import { resolverOf } from './resolve.ts'

describe.each([...inventedHalls, ...inventedGrounds, ...inventedArenas])(
  '$name',
  ({ sections, placed, placedOrRefused, refused }) => {
    const resolve = resolverOf(
      indexManifest(
        sections.map(([name, zone], index) => ({
          id: index + 1,
          code: `outline-${index}`,
          name,
          zone,
          isGeneralAdmission: /^(?:General Admission|Standing|Pit)$/.test(name),
          rows: [],
        })),
      ),
      [],
    )
    const answered = (raw: string) => [raw, resolve(raw, null).candidate?.section.name ?? null]

    test('what is sure is placed', () => {
      expect(placed.map(([raw]) => answered(raw))).toEqual(placed)
    })
    test('what is hardly sure is placed there or nowhere', () => {
      const found = placedOrRefused.map(([raw]) => answered(raw))
      expect(found.map(([raw, name], at) => [raw, name ?? placedOrRefused[at]?.[1]])).toEqual(placedOrRefused)
    })
    test('nothing else is placed', () => expect(refused.map(answered)).toEqual(refused.map((raw) => [raw, null])))
  },
)
