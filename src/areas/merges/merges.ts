import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { basePathOf, inSentence } from '../../kit/resource.ts'
import { events } from '../events/events.ts'
import { performers } from '../events/performers.ts'
import { cities } from '../places/cities.ts'
import { venues } from '../places/venues.ts'
import { tags } from '../tags/tags.ts'

/** The resources whose records can be merged. Others join by a line here, and by what stands in their way in merge-rules.server.ts. */
export const mergeable: readonly AnyResource[] = [cities, venues, tags, performers, events]

/** Rows up to which a merge is done at once; a job does larger ones. */
export const mostAtOnce = 100

const params = z.object({ id: z.string() })
const record = z.object({ id: z.int(), title: z.string() })

const preview = z.object({
  /** The one that goes, with its slug: two of one name are what merges are about. */
  from: z.object({ id: z.int(), title: z.string(), slug: z.nullable(z.string()) }),
  into: record,
  /** What points at it and is moved. */
  moves: z.array(z.object({
    /** Null where it is no record that people keep. */
    resource: z.nullable(z.string()),
    label: z.string(),
    field: z.string(),
    count: z.int(),
  })),
  total: z.int(),
  /** Fields in which both have something of their own: whoever merges says which is kept. */
  choices: z.array(z.object({
    /** What the answer names. */
    key: z.string(),
    label: z.string(),
    into: z.string(),
    from: z.string(),
  })),
  /** What the one that stays gets besides, as a field's label and the words of what comes. */
  gains: z.array(z.object({ label: z.string(), added: z.array(z.string()) })),
  /** Records that both have: those of the one that stays remain. */
  folded: z.array(z.object({ label: z.string(), count: z.int() })),
  /** Sentences that say what has to change first; with any of them there is no merge. */
  obstacles: z.array(z.string()),
})
export type MergePreview = z.output<typeof preview>

const merge = z.object({
  id: z.int(),
  loserId: z.int(),
  loserTitle: z.string(),
  status: z.enum(['moving', 'merged', 'undoing', 'undone']),
  moved: z.int(),
  by: z.string(),
  at: z.string(),
  undoUntil: z.string(),
  canUndo: z.boolean(),
})
export type Merge = z.output<typeof merge>

const take = { error: () => t('Name the fields that are kept from the one that goes, as the preview does.') }
const from = { error: () => t('Say which one is to be merged into this one.') }

export function previewMergeEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/merge-preview`, {
    summary: `Read what merging another ${inSentence(one)} into this one would move`,
    access: [resource.access.object, 'ui'], tag: many, params,
    query: z.object({ from: z.string(from).check(z.regex(/^[1-9][0-9]{0,14}$/, from)) }),
    output: preview,
  })
}

export function mergeEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/merge`, {
    summary: `Merge another ${inSentence(one)} into this one, which then answers to both ids and addresses`,
    access: [resource.access.object, 'write'], tag: many, params, output: merge,
    input: z.strictObject({
      from: z.int(from),
      /** Of the choices that the preview names: those that are kept from the one that goes. */
      take: z.optional(z.array(z.string(take)).check(z.maxLength(40, take))),
    }),
  })
}

export function listMergesEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/merges`, {
    summary: `Read what was merged into one ${inSentence(one)}, the newest first`,
    access: [resource.access.object, 'ui'], tag: many, params, output: z.object({ merges: z.array(merge) }),
  })
}

export function undoMergeEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/merges/:merge/undo`, {
    summary: `Take a ${inSentence(one)} that was merged into this one apart again, within 30 days`,
    access: [resource.access.object, 'write'], tag: many, params: z.object({ id: z.string(), merge: z.string() }), output: merge,
  })
}
