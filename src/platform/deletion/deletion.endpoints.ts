import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'
import { ifMatch, recordSchema, shapeName } from '../../core/calls/resource-endpoints.ts'

const wholeNumber = { type: 'integer', minimum: 1, parameter: 'SuccessorId' }
const whole = { error: () => t('Send the successor’s id.') }

/** The id of a successor, as a query has it. */
const successorQuery = z.optional(
  z
    .string(whole)
    .check(z.regex(/^[1-9][0-9]{0,14}$/, whole))
    .register(z.globalRegistry, {
      ...wholeNumber,
      description:
        'The id of the record that takes its place: what people have written that refers to the deleted one refers to it from then on, and the address of its page leads there. ' +
        'Left out, nothing is handed over.',
    }),
)

const previewInput = z
  .strictObject({
    /** The record that would take its place; null or left out: none. */
    successorId: z.optional(z.nullable(z.int(whole).check(z.positive(whole)))),
  })
  .register(z.globalRegistry, { id: 'DeletionPreviewInput' })

const deletionPreview = z
  .object({ isPossible: z.boolean(), why: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'DeletionPreview' })
export type DeletionPreview = z.output<typeof deletionPreview>

/** Finds out whether a record could be deleted, by itself or for a successor. Nothing is changed. */
export function deletionPreviewEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/deletion-preview`, {
    summary: 'Preview the deletion of one record: whether it is possible, and why not',
    operationId: 'previewDeletion',
    each: resource,
    access: [resource.access.object, 'write'],
    // It names what refers to the record.
    also: [[resource.access.object, 'ui']],
    tag: 'References',
    params: idParams,
    input: previewInput,
    output: deletionPreview,
  })
}

/** Deletes a record, like every resource with that operation, and also hands over the references to it. */
export function deleteEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`DELETE ${basePathOf(resource)}/:id`, {
    summary: `Delete one ${inSentence(one)}, and say which takes its place`,
    operationId: `delete${shapeName(resource)}`,
    access: [resource.access.object, 'write'],
    tag: many,
    params: idParams,
    query: z.object({ successorId: successorQuery }),
    output: recordSchema(resource),
    headers: ifMatch,
    ...(resource.access.asksProof && { asksProof: true as const }),
  })
}
