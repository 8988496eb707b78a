import * as z from 'zod/mini'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'

const noticeSchema = z.object({
  object: z.string(),
  count: z.int(),
  at: z.string(),
  tab: z.nullish(z.string()),
  records: z.optional(
    z.array(
      z.object({
        id: z.nullable(z.string()),
        version: z.nullable(z.int()),
        action: z.string(),
        kind: z.string(),
        who: z.nullable(z.int()),
        name: z.string(),
      }),
    ),
  ),
})
/** What one transaction changed in one kind of record, as the database reports it (`change_notices`). */
export type ChangeNotice = z.output<typeof noticeSchema>

/** @throws ZodError for what no migration of ours sends */
export function parseNotice(message: unknown): ChangeNotice {
  return z.parse(noticeSchema, message)
}

/** One change of one record, before any permissions are checked. */
interface RecordChange {
  readonly id: number
  readonly version: number | null
  readonly action: string
  /** Null: the server itself. */
  readonly name: string | null
  readonly tab: string | null
}

/** What happened to a resource within a moment. */
export interface ResourceChange {
  readonly resource: string
  readonly at: string
  /** The tabs that made the change; null among them means any caller that isn't a tab. */
  readonly tabs: ReadonlySet<string | null>
  /** Null: too many, or records that have no number. */
  readonly records: readonly RecordChange[] | null
}

/** How long changes are collected before they are sent, in milliseconds. */
const gatherFor = 250
/** After that, a resource that keeps changing is reported at most once per this many milliseconds. */
const restFor = 1_000
const maxRecords = 50

interface Gathered {
  at: string
  tabs: Set<string | null>
  records: Map<string, RecordChange> | null
}

export interface ChangeFeed {
  hear(notice: ChangeNotice): void
  stop(): void
}

/**
 * Gathers what transactions say they changed and tells it by resource: a command over thousands of rows is one
 * change, and a busy resource costs its followers one event a second.
 */
export function createChangeFeed(
  resources: readonly AnyResource[],
  tell: (changes: readonly ResourceChange[]) => void,
): ChangeFeed {
  const names = namesByObject(resources)
  const gathered = new Map<string, Gathered>()
  const restsUntil = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function gather(resource: string, { at, tab = null }: ChangeNotice, records: readonly RecordChange[] | null): void {
    const known: Gathered = gathered.get(resource) ?? { at, tabs: new Set(), records: new Map() }
    known.at = at
    known.tabs.add(tab)
    if (records === null) known.records = null
    for (const record of records ?? []) known.records?.set(`${record.id} ${record.tab}`, record)
    if (known.records && known.records.size > maxRecords) known.records = null
    gathered.set(resource, known)
    timer ??= setTimeout(flush, gatherFor)
  }

  function flush(): void {
    timer = undefined
    const now = performance.now()
    const due = [...gathered].filter(([resource]) => (restsUntil.get(resource) ?? 0) <= now)
    for (const [resource] of due) {
      gathered.delete(resource)
      restsUntil.set(resource, now + restFor)
    }
    if (gathered.size > 0) {
      const next = Math.min(...[...gathered.keys()].map((resource) => restsUntil.get(resource) ?? 0))
      timer = setTimeout(flush, Math.max(gatherFor, next - now))
    }
    if (due.length > 0) {
      tell(
        due.map(([resource, { at, tabs, records }]) => ({
          resource,
          at,
          tabs,
          records: records && [...records.values()],
        })),
      )
    }
  }

  return {
    hear(notice) {
      for (const resource of names.get(notice.object) ?? []) gather(resource, notice, recordsOf(notice))
      // Whatever leaves a trace makes a row of the audit.
      if (notice.count > 0 && names.has('audit')) gather('audit', notice, null)
    },
    stop: () => clearTimeout(timer),
  }
}

function recordsOf({ records, tab = null }: ChangeNotice): RecordChange[] | null {
  if (!records) return null
  const numbered = records.flatMap(({ id, version, action, kind, name }) => {
    const isNumber = id !== null && /^[1-9][0-9]{0,14}$/.test(id)
    return isNumber ? [{ id: Number(id), version, action, name: kind === 'staff' ? name : null, tab }] : []
  })
  return numbered.length === records.length ? numbered : null
}

/** Resources that share a table have one object name in the audit, so one name can stand for several resources. */
function namesByObject(resources: readonly AnyResource[]): Map<string, readonly string[]> {
  return new Map(
    resources.map((resource) => [
      resource.name,
      resources.filter((other) => tableOf(other) === tableOf(resource)).map(({ name }) => name),
    ]),
  )
}
