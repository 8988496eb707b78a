import * as z from 'zod/mini'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { basePathOf, inSentence } from '../../kit/resource.ts'
import { recordSchema } from '../../kit/resource-endpoints.ts'

const whole = { error: () => t('Name the successor by its id.') }

/** The id of a successor, as a query has it. */
export const successorQuery = z.optional(z.string(whole).check(z.regex(/^[1-9][0-9]{0,14}$/, whole), z.describe(
  'The id of the record that takes its place: what people have written that refers to the deleted one refers to it from then on, and the address of its page leads there. '
  + 'Left out, nothing is handed over.',
)))

/** Deletes, as every resource does that has the operation, and besides hands over what refers to the record. */
export function deleteEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`DELETE ${basePathOf(resource)}/:id`, {
    summary: `Delete one ${inSentence(one)}, and say which takes its place`,
    access: [resource.access.object, 'write'], tag: many, params: z.object({ id: z.string() }), query: z.object({ successorId: successorQuery }),
    output: recordSchema(resource), headers: { 'If-Match': 'The ETag of the record as it was read' },
  })
}
