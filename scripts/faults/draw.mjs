import { KINDS } from './places.mjs'
import { randomOf } from './random.mjs'

// Which faults belong to a seed. An area draws by itself, so that it gets the same faults alone and among others.

/** Areas in the order in which they are drawn from: a name, and the folders with its files. */
export const AREAS = [
  ['core', 'src/core/'],
  ['platform', 'src/platform/'],
  ['coupons', 'src/features/coupons/'],
  ['purchases', 'src/features/purchases/'],
  ['events', 'src/features/events/'],
]

/** What several features do together, drawn from when it is asked for. */
const GROUPS = [
  ['order-modules', ['orders', 'purchases/states']],
  ['money-modules', ['payments', 'ledger', 'disputes', 'invoices', 'reconciliation']],
]

/** The areas that a person asked for: those above, or one of them, a group, or another feature. */
export function areasOf(only) {
  if (!only) return AREAS
  const group = GROUPS.find(([name]) => name === only)
  if (group) return [[only, group[1].map((feature) => `src/features/${feature}/`)]]
  return [AREAS.find(([name]) => name === only) ?? [only, `src/features/${only}/`]]
}

/** Whether faults can be in a file: what runs in the product, and no demo data. */
export function isDrawnFrom(path) {
  return (
    /^src\/.*\.tsx?$/.test(path) &&
    !/\.test\.tsx?$|\.d\.ts$|\/testing\/|-test-page\.tsx$|\/(demo|seed)-[^/]*$|\/(demo-data|seed|locales)\//.test(path)
  )
}

/**
 * Draws as many faults as requested, evenly over the areas and within an area over the kinds. `filesOf(folder)` gives
 * files as `{ path, text, places, whereOf, optionsOf }`. A place where nothing can be changed is skipped for the next
 * draw.
 */
export function drawFaults(areas, filesOf, { seed, count }) {
  return areas.flatMap(([area, folder], index) => {
    const share = Math.floor(count / areas.length) + (index < count % areas.length ? 1 : 0)
    return drawFrom(area, [folder].flat().flatMap(filesOf), share, seed)
  })
}

function drawFrom(area, files, count, seed) {
  const random = randomOf(`${seed} ${area}`)
  const pools = new Map(
    KINDS.map((kind) => [
      kind,
      files.flatMap((file) => file.places.filter((place) => place.kind === kind).map((place) => ({ file, place }))),
    ]),
  )
  const faults = []
  let turn = Math.floor(random() * KINDS.length)
  while (faults.length < count && [...pools.values()].some((pool) => pool.length > 0)) {
    const kind = KINDS[turn++ % KINDS.length]
    const fault = drawOf(kind, pools.get(kind), random)
    if (fault) faults.push({ id: `${area}-${faults.length + 1}`, area, ...fault })
  }
  return faults
}

/** One fault of a kind, null when no place of the kind is left. */
function drawOf(kind, pool, random) {
  while (pool.length > 0) {
    const [{ file, place }] = pool.splice(Math.floor(random() * pool.length), 1)
    const options = file.optionsOf(place)
    if (options.length === 0) continue
    const option = options[Math.floor(random() * options.length)]
    const edits = option.edits.map((edit) => ({ ...edit, was: file.text.slice(edit.start, edit.end) }))
    const { line, inside } = file.whereOf(place.start)
    return { file: file.path, line, inside, kind, ...option, edits }
  }
  return null
}
