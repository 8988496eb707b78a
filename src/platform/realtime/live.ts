import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { followPath, presencePath } from './live-paths.ts'

/** What a user is doing with a record that they have open. */
export const attendances = ['looking', 'editing'] as const

/**
 * Server-sent events for as long as they are wanted: what changed in some resources, and who is on the record on
 * screen.
 */
export const followLive = defineEndpoint(`GET ${followPath}/:resources`, {
  summary: 'Follow what changes in some resources, named with commas between, as server-sent events',
  access: 'signed-in',
  params: z.object({ resources: z.string() }),
  output: z.string(),
  produces: 'text/event-stream',
  tag: 'Live',
})

/** A tab's name for itself: it receives what other tabs do. */
const tabName = z
  .string()
  .check(z.regex(/^[\w-]{8,40}$/, { error: () => t('A tab id has 8 to 40 letters, digits, _ or -.') }))

export const attendRecord = defineEndpoint(`POST ${presencePath}`, {
  summary: 'Report what a tab does with a record, so that others who have it open can see that',
  access: 'signed-in',
  bodyLimit: 1024,
  tag: 'Live',
  input: z.strictObject({
    tab: tabName,
    resource: z.string(),
    id: z.int().check(z.positive()),
    state: z.enum([...attendances, 'gone']),
  }),
  output: z.strictObject({ state: z.enum([...attendances, 'gone']) }),
})
