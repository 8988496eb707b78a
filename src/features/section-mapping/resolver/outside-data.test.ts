import { describe, expect, test } from 'vitest'
import {
  hasOutsideData,
  outsideGroups,
  outsideListings,
  outsideManifest,
  scoreOf,
} from '../testing/outside-data.server.ts'
import { indexManifest } from './manifest-index.ts'
import { resolverOf } from './resolve.ts'

function scoreWithoutRules(manifestPath: string, listingsPath: string) {
  const manifest = outsideManifest(manifestPath)
  return scoreOf(resolverOf(indexManifest(manifest.sections), []), manifest, outsideListings(listingsPath))
}

describe.skipIf(!hasOutsideData)(
  'listings of real venues, without venue rules (skipped where ../shared/data is absent)',
  () => {
    test('the Mets’ file scores at least 990 of 1000', () => {
      const { score, wrong } = scoreWithoutRules('citifield_sections.csv', 'metstest.csv')
      expect(wrong).toHaveLength(0)
      expect(score).toBeGreaterThanOrEqual(990)
    })

    test('the Dodgers’ file scores at least 990 of 1000', () => {
      const { score, wrong } = scoreWithoutRules('dodgerstadium_sections.csv', 'dodgertest.csv')
      expect(wrong).toHaveLength(0)
      expect(score).toBeGreaterThanOrEqual(990)
    })

    test.each(['ticket-groups-138953.json', 'ticket-groups-1591449.json'])(
      '%s: what is mapped there is mapped alike or refused',
      (path) => {
        const groups = outsideGroups(path)
        const isMapped = ({ section, tevo_section_name }: (typeof groups)[number]) =>
          tevo_section_name !== section.toLowerCase() ||
          groups.some((one) => one.tevo_section_name === tevo_section_name && one.section !== section)
        const names = [...new Set(groups.filter(isMapped).map((one) => one.tevo_section_name))]
        const resolve = resolverOf(
          indexManifest(
            names.map((name, index) => ({
              id: index + 1,
              code: `s${index}`,
              name,
              zone: null,
              isGeneralAdmission: false,
              rows: [],
            })),
          ),
          [],
        )
        const found = groups.map((group) => ({
          group,
          name: resolve(group.section, group.row).candidate?.section.name,
        }))
        expect(found.filter(({ group, name }) => name !== undefined && name !== group.tevo_section_name)).toEqual([])
        expect(found.filter(({ name }) => name !== undefined).length).toBeGreaterThan(groups.length * 0.6)
      },
    )
  },
)
