import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { publications } from '../../core/resource/page.ts'
import { idParams } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'
import { ifMatch, recordSchema } from '../../core/calls/resource-endpoints.ts'

const finding = z.object({
  key: z.string(),
  label: z.string(),
  lack: z.string(),
  isBlocking: z.boolean(),
  isMet: z.boolean(),
  field: z.nullable(z.string()),
  locale: z.nullable(z.string()),
})
const state = z
  .object({
    publication: z.enum(publications),
    findings: z.array(finding),
    /** Nothing that blocks is left. */
    isReady: z.boolean(),
    /** Why the page can never be taken down; null when it can. */
    stays: z.nullable(z.string()),
    addresses: z.array(z.object({ locale: z.string(), path: z.string(), isFallback: z.boolean() })),
    redirects: z.array(
      z.object({
        locale: z.string(),
        path: z.string(),
        reason: z.enum(['moved', 'replaced', 'gone']),
        targetId: z.nullable(z.int()),
        createdAt: z.string(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'PublicationState' })
export type PublicationState = z.output<typeof state>

/** A resource whose records are pages. */
export function isPage(resource: AnyResource): boolean {
  return resource.page !== undefined && resource.operations.includes('read')
}

export function publicationEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/publication`, {
    summary: 'Read what one record lacks before it is published, and where its page is',
    operationId: 'readPublication',
    each: resource,
    access: [resource.access.object, 'ui'],
    tag: 'Publication',
    params: idParams,
    output: state,
  })
}

const reviewSteps = ['in_review', 'draft', 'archived'] as const

const reviewInput = z
  .strictObject({
    to: z.enum(reviewSteps, { error: () => t('Send the new status: {steps}.', { steps: reviewSteps.join(', ') }) }),
  })
  .register(z.globalRegistry, { id: 'PublicationStep' })

export function reviewEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/review`, {
    summary: `Send one ${inSentence(one)} for review, take it back to draft, or archive it`,
    access: [resource.access.object, 'write'],
    tag: many,
    params: idParams,
    output: recordSchema(resource),
    headers: ifMatch,
    answers: ['ETag'],
    input: reviewInput,
  })
}

const moment = (says: string) =>
  z.optional(
    z.nullable(
      z.iso
        .datetime({ offset: true, abort: true, error: () => t(says) })
        .check(z.overwrite((value) => new Date(value).toISOString())),
    ),
  )

const publishInput = z
  .strictObject({
    /** Left out: now. Null takes back what was planned. */
    at: moment(msg('Send the publish time as 2026-06-01T17:30:00Z.')),
    /** When it is taken down again by itself. */
    until: moment(msg('Send the unpublish time as 2026-06-01T17:30:00Z.')),
  })
  .register(z.globalRegistry, { id: 'PublishInput' })

export function publishEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/publish`, {
    summary: `Publish one ${inSentence(one)}, now or at a moment, when nothing blocks it`,
    access: [resource.access.object, 'publish'],
    tag: many,
    params: idParams,
    output: recordSchema(resource),
    headers: ifMatch,
    answers: ['ETag'],
    input: publishInput,
  })
}

const unpublishInput = z
  .strictObject(
    {
      /** The record whose page takes its place; null: none does, its address answers that it is gone. */
      successorId: z.nullable(z.int({ error: () => t('Send the successor’s id, or null for none.') })),
      /** Pages that refer to the record refer to the successor from now on, and so do link markers in texts. */
      reassignReferences: z.optional(z.boolean({ error: () => t('Choose yes or no.') })),
    },
    { error: () => t('Send the replacement page (successorId), or null for none.') },
  )
  .register(z.globalRegistry, { id: 'UnpublishInput' })

export function unpublishEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/unpublish`, {
    summary: `Take the page of one ${inSentence(one)} down and say where its address leads then`,
    access: [resource.access.object, 'publish'],
    tag: many,
    params: idParams,
    output: recordSchema(resource),
    headers: ifMatch,
    answers: ['ETag'],
    input: unpublishInput,
  })
}

const releaseInput = z
  .strictObject({
    path: z.string({ error: () => t('Send the former URL.') }).check(z.minLength(1), z.maxLength(400)),
  })
  .register(z.globalRegistry, { id: 'ReleaseAddressInput' })

export function releaseEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/release-address`, {
    summary: 'Let go of a former address of one record, so that another page can have it',
    operationId: 'releaseAddress',
    each: resource,
    access: [resource.access.object, 'publish'],
    tag: 'Publication',
    params: idParams,
    output: state,
    input: releaseInput,
  })
}
