// node bench/sections.server.ts: what it costs to find the sections of a million raw listings, as long as one core works.
// Not part of npm run bench. The house and its sellers are made up by a fixed rule, so that runs can be compared.
import { performance } from 'node:perf_hooks'
import type { ManifestSection } from '../src/features/section-mapping/resolver/manifest-index.ts'
import { indexManifest } from '../src/features/section-mapping/resolver/manifest-index.ts'
import { resolverOf } from '../src/features/section-mapping/resolver/resolve.ts'
import type { RewriteRule } from '../src/features/section-mapping/resolver/rewrite-rule.ts'

const listings = Number(process.env['BENCH_LISTINGS'] ?? 1_000_000)
const pairs = Number(process.env['BENCH_PAIRS'] ?? 120_000)
const [sectionCount, ruleCount, singles] = [2_000, 500, 20_000]
const tiers = [
  'Lower',
  'Club',
  'Upper',
  'Terrace',
  'Loge Box',
  'Balcony',
  'Field Box',
  'Reserve',
  'Pavilion',
  'Grandstand',
]
const written = ['Sec ', 'Section ', '', 'Sect. ', 'BLK ']
const mebibyte = 2 ** 20
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const sections = Array.from({ length: sectionCount }, (_, place): ManifestSection => {
  const tier = tiers[place % tiers.length] ?? ''
  return {
    id: place + 1,
    code: `s${place}`,
    name: `${tier} ${100 + Math.floor(place / tiers.length)}`,
    zone: null,
    isGeneralAdmission: false,
    rows: Array.from({ length: 26 }, (_row, row) => String.fromCodePoint(65 + row)),
  }
})
const matches = ['exact', 'prefix', 'token_map', 'number_range', 'pattern'] as const
const rules = Array.from({ length: ruleCount }, (_, place): RewriteRule => {
  const match = matches[place % matches.length] ?? 'exact'
  const tier = tiers[place % tiers.length] ?? ''
  const pattern = {
    exact: `House name ${place}`,
    prefix: `Wing ${place}x`,
    token_map: `Tier${place}x`,
    number_range: `Hall${place}x 100-300`,
    pattern: `deck${place}x[ -]*([0-9]{3})`,
  }[match]
  const replacement = {
    exact: `${tier} 120`,
    prefix: tier,
    token_map: tier,
    number_range: `${tier} {n}`,
    pattern: `${tier} $1`,
  }[match]
  return {
    id: place + 1,
    scope: 'venue',
    field: 'section',
    match,
    pattern,
    action: 'replace',
    replacement,
    priority: 50,
  }
})

/** A wording and row: the map's name in many spellings, words that only a rule knows, and what no map has. */
function pairOf(n: number): readonly [string, string] {
  const section = sections[(n * 7_919) % sections.length]?.name ?? ''
  const number = /\d+/.exec(section)?.[0] ?? ''
  const rule = (n * 31) % ruleCount
  const text = [
    `${written[Math.floor(n / 7) % written.length] ?? ''}${section}`,
    section.toUpperCase(),
    `${number}${section.replaceAll(/[^A-Z]/g, '')}`,
    `Tier${rule}x ${number}`,
    `Deck${rule}x ${number}`,
    `Row ends here ${n % 977}`,
  ][n % 6]
  return [`${text ?? ''}${n % 3 === 0 ? ' ' : ''}`, String.fromCodePoint(65 + (Math.floor(n / 2_000) % 26))]
}

const distinct = new Map<string, readonly [string, string]>()
for (let n = 0; distinct.size < pairs && n < listings; n++) distinct.set(pairOf(n).join('\u0000'), pairOf(n))
const all = [...distinct.values()]
const resolve = resolverOf(indexManifest(sections), rules)
globalThis.gc?.()
const memory = process.memoryUsage().heapUsed
let peak = memory
const start = performance.now()
const used = process.cpuUsage()
let placed = 0
for (let n = 0; n < listings; n++) {
  const [section, row] = all[(n * 104_729) % all.length] ?? ['', '']
  if (resolve(section, row).candidate) placed += 1
  if (n % 50_000 === 0) peak = Math.max(peak, process.memoryUsage().heapUsed)
}
const seconds = (performance.now() - start) / 1_000
const { user, system } = process.cpuUsage(used)

const fresh = resolverOf(indexManifest(sections), rules)
const times = all.slice(0, singles).map(([section, row]) => {
  const from = performance.now()
  fresh(section, row)
  return performance.now() - from
})
const sorted = times.toSorted((a, b) => a - b)
const at = (share: number) => `${((sorted[Math.floor(sorted.length * share)] ?? 0) * 1_000).toFixed(0)} µs`

say(
  `${listings} listings, ${all.length} distinct pairs, ${sectionCount} sections, ${ruleCount} rules, ${placed} placed`,
)
say(`${seconds.toFixed(1)} s, ${((user + system) / 1_000_000).toFixed(1)} s of processor time`)
say(`heap ${(memory / mebibyte).toFixed(0)} MiB before, ${(peak / mebibyte).toFixed(0)} MiB at most`)
say(`one listing, never seen before: ${at(0.5)} at the median, ${at(0.99)} at the 99th percentile`)
