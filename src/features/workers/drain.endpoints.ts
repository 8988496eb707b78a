import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

const tag = 'Workers'

const drainState = z
  .object({
    /** The drain that is on. */
    drain: z.nullable(
      z.object({
        by: z.nullable(z.string()),
        at: z.string(),
        reason: z.nullable(z.string()),
        /** Runs that would have begun since. */
        leftOut: z.int(),
      }),
    ),
    /** Those that are up. */
    servers: z.array(
      z.object({
        instance: z.string(),
        startedAt: z.string(),
        seenAt: z.string(),
        /** Runs under way on it. */
        running: z.int(),
        /** It started before the drain, so it begins nothing. */
        isDrained: z.boolean(),
        /** It answers this call. */
        isThis: z.boolean(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'WorkerDrain' })
export type DrainState = z.output<typeof drainState>

export const readDrain = defineEndpoint('GET /rest/data/workers/drain', {
  summary: 'Whether servers are drained, and how many runs each has under way',
  access: ['settings', 'ui'],
  tag,
  output: drainState,
})

export const drainWorkers = defineEndpoint('POST /rest/data/workers/drain', {
  summary: 'Make all servers that are up begin no more runs until they are restarted or the drain is ended',
  access: ['settings', 'write'],
  tag,
  input: z.strictObject({
    reason: z.optional(
      z.string().check(z.trim(), z.maxLength(300, { error: () => t('Enter at most 300 characters.') })),
    ),
  }),
  output: drainState,
})

export const resumeWorkers = defineEndpoint('DELETE /rest/data/workers/drain', {
  summary: 'End the drain: servers begin runs again, first those that were left out',
  access: ['settings', 'write'],
  tag,
  output: drainState,
})
