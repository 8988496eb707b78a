import { describe, expect, test } from 'vitest'
import { hasOutsideData, outsideListings, outsideManifest, scoreOf } from '../testing/outside-data.server.ts'
import { indexManifest } from '../resolver/manifest-index.ts'
import type { Resolver } from '../resolver/resolve.ts'
import { resolverOf } from '../resolver/resolve.ts'
import { refused } from '../resolver/resolver.ts'
import type { RewriteRule } from '../resolver/rewrite-rule.ts'
import { mineRules } from './mine-rules.ts'

/** Whether the resolver is made to forget how it placed a text, so that only a rule can place it. */
type Forgets = (section: string, isByLetters: boolean) => boolean

/** The score once the first rules that are mined were accepted. */
async function scoreWithMined(
  [manifestPath, listingsPath]: readonly [string, string],
  most: number,
  forgets: Forgets = () => false,
) {
  const manifest = outsideManifest(manifestPath)
  const listings = outsideListings(listingsPath)
  const index = indexManifest(manifest.sections)
  const resolverWith = (rules: readonly RewriteRule[]): Resolver => {
    const resolve = resolverOf(index, rules)
    return (section, row, tell) => {
      const placement = resolve(section, row, tell)
      return placement.candidate !== null &&
        placement.method !== 'rule' &&
        forgets(section, placement.method === 'abbreviation')
        ? refused('unknown_section', null, [])
        : placement
    }
  }
  const wordings = [...Map.groupBy(listings, ({ section, row }) => JSON.stringify([section, row])).values()].flatMap(
    (alike) =>
      alike[0] === undefined
        ? []
        : [{ section: alike[0].section, row: alike[0].row, listings: alike.length, worth: alike.length }],
  )
  const proposals = await mineRules({ index, resolverWith, wordings, decisions: [], pause: async () => {} }, most)
  const rules = proposals.map(({ rule }, place): RewriteRule => ({
    ...rule,
    id: place + 1,
    scope: 'venue',
    priority: 50,
  }))
  return {
    ...scoreOf(resolverWith(rules), manifest, listings),
    before: scoreOf(resolverWith([]), manifest, listings).score,
    patterns: rules.map(({ pattern }) => pattern),
  }
}

const dodgers = ['dodgerstadium_sections.csv', 'dodgertest.csv'] as const
const mets = ['citifield_sections.csv', 'metstest.csv'] as const

describe.skipIf(!hasOutsideData)(
  'rules mined from listings of real venues (skipped where ../shared/data is absent)',
  () => {
    test('at most three of them leave the Dodgers’ file at 990 of 1000 or more, and none is wrong', async () => {
      const { score, wrong, patterns } = await scoreWithMined(dodgers, 3)
      expect(patterns.length).toBeLessThanOrEqual(3)
      expect(wrong).toEqual([])
      expect(score).toBeGreaterThanOrEqual(990)
    })

    test('none are proposed for the Mets’ file, where nothing is left to place', async () => {
      expect(await scoreWithMined(mets, 3)).toMatchObject({ score: 1000, patterns: [] })
    })

    test.each(['fd', 'rs', 'lg', 'td'])(
      'one settles the supplier’s abbreviation %s once the resolver has forgotten it',
      async (letters) => {
        const forgets: Forgets = (section) => new RegExp(`(^|[^a-z])${letters}([^a-z]|$)`, 'i').test(section)
        const { before, score, wrong } = await scoreWithMined(dodgers, 1, forgets)
        expect(before).toBeLessThan(980)
        expect(wrong).toEqual([])
        expect(score).toBeGreaterThanOrEqual(990)
      },
    )

    test('three bring a resolver that knows no abbreviation from half to nine tenths, eight to 990, none wrong', async () => {
      const knowsNone: Forgets = (_, isByLetters) => isByLetters
      const [three, eight] = [await scoreWithMined(dodgers, 3, knowsNone), await scoreWithMined(dodgers, 8, knowsNone)]
      expect(three.before).toBeLessThan(510)
      expect([...three.wrong, ...eight.wrong]).toEqual([])
      expect(three.score).toBeGreaterThanOrEqual(900)
      expect(eight.score).toBeGreaterThanOrEqual(990)
    })
  },
)
