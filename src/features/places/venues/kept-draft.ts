import * as z from 'zod/mini'
import type { Section } from './manifest.ts'
import { sectionSchema } from './manifest.ts'
import type { MapDraft } from './map-draft.ts'
import { lostOf, rebased } from './map-draft.ts'

const draftSection = z.object({ origin: z.nullable(z.string()), section: sectionSchema, d: z.nullable(z.string()) })

/** What was changed on a map and is not published: little, however many sections it has. */
const keptDraft = z.object({
  /** Of the configuration. */
  id: z.int(),
  /** Of the manifest that was changed. */
  version: z.int(),
  /** What was drawn was nothing before. */
  changed: z.array(z.object({ now: draftSection, was: z.nullable(draftSection) })),
  deleted: z.array(draftSection),
})
export type KeptDraft = z.output<typeof keptDraft>

/** What the storage of a browser has; null for anything else. */
export function readKeptDraft(stored: unknown): KeptDraft | null {
  return keptDraft.safeParse(stored).data ?? null
}

export function keptOf({ id, version }: Pick<KeptDraft, 'id' | 'version'>, base: MapDraft, draft: MapDraft): KeptDraft {
  const before = new Map(base.map((one) => [one.origin, one]))
  const stayed = new Set(draft.map(({ origin }) => origin))
  return {
    id,
    version,
    changed: draft.flatMap((now) => {
      const was = (now.origin === null ? undefined : before.get(now.origin)) ?? null
      return was !== null && was.section === now.section && was.d === now.d ? [] : [{ now, was }]
    }),
    deleted: base.filter(({ origin }) => !stayed.has(origin)),
  }
}

/** The changes on the sections as they are published now, which can be newer than those that were changed. */
export function restoredOn(now: MapDraft, { changed, deleted }: KeptDraft): MapDraft {
  const mine = new Map(changed.flatMap((one) => (one.now.origin === null ? [] : [[one.now.origin, one] as const])))
  const gone = new Set(deleted.map(({ origin }) => origin))
  const drawn = changed.flatMap((one) => (one.now.origin === null ? [one.now] : []))
  const before = [...now.map((one) => mine.get(one.origin ?? '')?.was ?? one), ...deleted]
  const draft = now.flatMap((one) => (gone.has(one.origin) ? [] : [mine.get(one.origin ?? '')?.now ?? one]))
  return rebased([...draft, ...drawn], before, now)
}

/** The sections that were changed and are no longer published. */
export function lostOfKept(now: MapDraft, { changed }: KeptDraft): Section[] {
  const before = changed.flatMap(({ was }) => was ?? [])
  return lostOf(
    changed.map((one) => one.now),
    before,
    now,
  )
}
