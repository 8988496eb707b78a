import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText, numberText } from '../../core/http/path-params.ts'
import { linkVerdict } from '../../platform/rich-text/link-verdicts.ts'

const versionParams = z.object({ id: idText, versionId: numberText('The id of the version') })
const texts = z.record(z.string(), z.object({ title: z.string(), body: z.string() }))

const version = z
  .object({
    id: z.int(),
    number: z.int(),
    title: z.string(),
    body: z.string(),
    /** Its other languages, by locale. */
    texts,
    note: z.nullable(z.string()),
    effectiveFrom: z.string(),
    createdAt: z.string(),
    createdBy: z.string(),
    /** Of title, text and every language: proves later that nothing has changed. */
    sha256: z.string(),
    state: z.enum(['planned', 'in_force', 'superseded']),
  })
  .register(z.globalRegistry, { id: 'StaticPageVersion' })
export type PageVersion = z.output<typeof version>

export const readPageVersions = defineEndpoint('GET /rest/data/static-pages/:id/versions', {
  summary: 'Read the versions of one static page, the newest first, and whether its text differs from the last one',
  access: ['static-pages', 'ui'],
  tag: 'Static pages',
  params: idParams,
  output: z.object({ versions: z.array(version), isDraftNewer: z.boolean() }),
})

const moment = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: () => t('Send the time it applies from as 2026-06-01T17:30:00Z.'),
  })
  .check(z.overwrite((value) => new Date(value).toISOString()))

export const addPageVersion = defineEndpoint('POST /rest/data/static-pages/:id/versions', {
  summary: 'Keep the text of one static page, in all its languages, as the version that applies from a moment on',
  access: ['static-pages', 'publish'],
  tag: 'Static pages',
  params: idParams,
  output: version,
  status: 201,
  input: z.strictObject({
    /** Null: from now on. */
    effectiveFrom: z.nullable(moment),
    note: z.nullable(
      z
        .string({ error: () => t('The note must be text, or null.') })
        .check(
          z.minLength(1, { error: () => t('The note must be text, or null.') }),
          z.maxLength(300, { error: () => t('The note can have at most 300 characters.') }),
        ),
    ),
  }),
})

export const withdrawPageVersion = defineEndpoint('DELETE /rest/data/static-pages/:id/versions/:versionId', {
  summary: 'Withdraw a version of one static page that has not come into force yet',
  access: ['static-pages', 'publish'],
  tag: 'Static pages',
  params: versionParams,
  output: version,
})

export const restorePageVersion = defineEndpoint('POST /rest/data/static-pages/:id/versions/:versionId/restore', {
  summary: 'Make the text of a version the draft of one static page again; what applies stays as it is',
  access: ['static-pages', 'write'],
  tag: 'Static pages',
  params: versionParams,
  output: z.object({ id: z.int(), version: z.int() }),
})

export const readPageLinks = defineEndpoint('GET /rest/data/static-pages/:id/links', {
  summary: 'Read where the link markers of one static page lead, in each of its languages, broken ones first',
  access: ['static-pages', 'ui'],
  tag: 'Static pages',
  params: idParams,
  output: z.object({ links: z.array(linkVerdict) }),
})

const applied = z
  .object({
    key: z.string(),
    pageId: z.int(),
    versionId: z.int(),
    number: z.int(),
    effectiveFrom: z.string(),
    sha256: z.string(),
    /** That of the text: the customer's language, or the source's if there was no translation. */
    locale: z.string(),
    title: z.string(),
    body: z.string(),
  })
  .register(z.globalRegistry, { id: 'AppliedTerms' })
export type AppliedVersion = z.output<typeof applied>

export const readLegalSnapshot = defineEndpoint('GET /rest/data/static-pages/legal-snapshot', {
  summary: 'Read which version of each legal page applied at a moment, in a language',
  access: ['static-pages', 'ui'],
  tag: 'Static pages',
  query: z.object({
    at: z.optional(moment),
    locale: z.optional(z.string().check(z.maxLength(12))),
    /** One page alone. */
    key: z.optional(z.string().check(z.maxLength(60))),
  }),
  output: z.object({ at: z.string(), versions: z.array(applied) }),
})

export const readPurchaseTerms = defineEndpoint('GET /rest/data/purchases/:id/legal-snapshot', {
  summary: 'Read the legal versions a purchase was made under: text in its customer’s language, titles in yours',
  access: ['purchases', 'ui'],
  tag: 'Purchases',
  params: idParams,
  output: z.object({ at: z.string(), versions: z.array(applied) }),
})
