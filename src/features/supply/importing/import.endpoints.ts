import * as z from 'zod/mini'
import { defineEndpoint } from '../../../core/http/endpoint.ts'
import { idParams } from '../../../core/http/path-params.ts'
import { t } from '../../../core/i18n/language.ts'
import { outcomes } from '../../../core/outcome.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import { maxCodes, maxPasted } from './code-list.ts'
import { preview, typedBand } from './code-preview.ts'
import { codeStatuses } from './product-codes.ts'
import { catalogueQuery, foundInCatalogue } from './catalogue-found.ts'
import type { SupplierFacts } from './supplier-facts.ts'

const ids = z
  .array(z.int({ error: () => t('Every id must be a whole number.') }), {
    error: () => t('Send the codes as a list of ids.'),
  })
  .check(
    z.minLength(1, { error: () => t('Choose at least one code.') }),
    z.maxLength(maxCodes, { error: () => t('Choose at most {n} codes at a time.', { n: maxCodes }) }),
  )
const place = z.optional(z.nullable(z.int({ error: () => t('Send its id.') })))

/** Known codes that the answer to a paste names: as many as one reads. */
export const maxKnownNamed = 10

const knownCode = z.object({ id: z.int(), code: z.string(), status: z.enum(codeStatuses) })
export type KnownCode = z.output<typeof knownCode>

const pasted = z
  .object({
    added: z.int(),
    /** Codes that were there already: nothing happens to them. */
    known: z.int(),
    /** The first of them, in the order of the paste. */
    knownCodes: z.array(knownCode),
    duplicates: z.int(),
    refused: z.array(z.object({ line: z.int(), text: z.string() })),
  })
  .register(z.globalRegistry, { id: 'PastedCodes' })

const paste = z
  .strictObject({
    text: z
      .string({ error: () => t('Paste at least one code.') })
      .check(z.maxLength(maxPasted, { error: () => t('That’s more text than {n} codes need.', { n: maxCodes }) })),
    cityId: place,
    subcategoryId: place,
  })
  .register(z.globalRegistry, { id: 'PasteCodes' })

const values = z.record(
  z.string(),
  z.string().check(z.maxLength(300, { error: () => t('Use at most 300 characters.') })),
)

/** The same for suppliers of products and providers of tickets. */
export const connectionFacts = {
  isEnabled: z.boolean(),
  baseUrl: z.string(),
  /** `demo`: the simulator, as nothing is set up; `none`: nothing is set up and imports wait. */
  source: z.enum(['stored', 'demo', 'none']),
  fields: z.record(z.string(), z.string()),
  /** The last four signs of each secret that is stored. */
  secrets: z.record(z.string(), z.string()),
  perSecond: z.number(),
  left: z.int(),
  /** Calls pause, because the supplier failed too often. */
  isPaused: z.boolean(),
}

const connection = z
  .object({
    ...connectionFacts,
    counts: z.record(z.enum(codeStatuses), z.int()),
  })
  .register(z.globalRegistry, { id: 'SupplierConnection' })
export type Connection = z.output<typeof connection>

export const connectionInput = z
  .strictObject({
    isEnabled: z.boolean({ error: () => t('Send whether imports are on.') }),
    baseUrl: z.string({ error: () => t('Enter the API URL.') }),
    fields: z.optional(values),
    /** Secrets that are left out stay as they are. */
    secrets: z.optional(values),
  })
  .register(z.globalRegistry, { id: 'SupplierConnectionUpdate' })

const id = (problem: () => string) => z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: problem })))
const dryRunQuery = z.strictObject({
  code: z.string({ error: () => t('Enter a code.') }).check(z.maxLength(300)),
  cityId: id(() => t('City not found.')),
  subcategoryId: id(() => t('Subcategory not found.')),
})

/** Bands of which a person chooses the type at a time. */
export const maxBands = 200

const previewQuery = z.strictObject({
  ids: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,999}$/))),
})
const codesInput = z.strictObject({ ids }).register(z.globalRegistry, { id: 'Codes' })
const rejectInput = z
  .strictObject({
    ids,
    reason: z
      .string({ error: () => t('Enter a reason.') })
      .check(
        z.trim(),
        z.minLength(1, { error: () => t('Enter a reason.') }),
        z.maxLength(500, { error: () => t('Use at most 500 characters.') }),
      ),
  })
  .register(z.globalRegistry, { id: 'RejectCodes' })
const mapInput = z
  .strictObject({
    ids,
    cityId: place,
    subcategoryId: place,
    /** The supplier's tag that means this subcategory from now on. */
    tag: z.optional(z.nullable(z.string().check(z.maxLength(160)))),
    /** For their destinations, where the supplier names none. Empty: that of the city again. */
    timeZone: z.optional(z.nullable(z.string())),
    /** For all products of the supplier of which it names none. */
    currency: z.optional(z.nullable(z.string())),
    /** What the supplier's bands mean from now on. */
    ageBands: z.optional(z.array(z.strictObject(typedBand)).check(z.maxLength(maxBands))),
  })
  .register(z.globalRegistry, { id: 'MapCodes' })

/**
 * The calls about one supplier's codes. Each supplier has them under its own list, with its own object; being alike they are
 * described once for all.
 */
export function importEndpoints({ codes }: SupplierFacts) {
  const base = basePathOf(codes)
  const { object } = codes.access
  const shared = { tag: 'Product imports', each: codes, access: [object, 'write'] as const }
  return {
    paste: defineEndpoint(`POST ${base}/paste`, {
      ...shared,
      summary: 'Add codes of a supplier’s products, in any shape that people paste, to be imported',
      operationId: 'pasteProductCodes',
      idempotencyKey: 'required',
      input: paste,
      output: pasted,
    }),
    retry: defineEndpoint(`POST ${base}/retry`, {
      ...shared,
      summary: 'Import codes again: those that failed, were rejected or look like duplicates, or to refresh them',
      operationId: 'retryProductCodes',
      input: codesInput,
      output: outcomes,
    }),
    reject: defineEndpoint(`POST ${base}/reject`, {
      ...shared,
      summary: 'Reject codes, with a reason; products that were made of them stay',
      operationId: 'rejectProductCodes',
      input: rejectInput,
      output: outcomes,
    }),
    map: defineEndpoint(`POST ${base}/map`, {
      ...shared,
      summary: 'Map codes, which is remembered for their supplier’s destination, tag and age bands, and import them',
      operationId: 'mapProductCodes',
      input: mapInput,
      output: outcomes,
    }),
    preview: defineEndpoint(`GET ${base}/:id/preview`, {
      ...shared,
      access: [object, 'ui'],
      summary: 'Read what a code would become, and the calls made for it',
      operationId: 'previewProductCode',
      params: idParams,
      query: previewQuery,
      output: preview,
    }),
    dryRun: defineEndpoint(`GET ${base}/dry-run`, {
      ...shared,
      summary: 'Ask the supplier for a code now, and read what its import would write. Nothing is stored',
      operationId: 'dryRunProductCode',
      query: dryRunQuery,
      output: preview,
    }),
    search: defineEndpoint(`GET ${base}/catalogue`, {
      ...shared,
      summary: 'Search the supplier’s catalogue by words and place, for products whose codes are not known',
      operationId: 'searchSupplierCatalogue',
      query: catalogueQuery,
      output: foundInCatalogue,
    }),
    readConnection: defineEndpoint(`GET ${base}/connection`, {
      ...shared,
      access: [object, 'ui'],
      summary: 'Read how a supplier is connected, and how far its imports are',
      operationId: 'readSupplierConnection',
      output: connection,
    }),
    saveConnection: defineEndpoint(`PUT ${base}/connection`, {
      ...shared,
      also: [['providers', 'write']],
      asksProof: true,
      summary: 'Change how a supplier is connected; secrets are never shown again',
      operationId: 'saveSupplierConnection',
      input: connectionInput,
      output: connection,
    }),
  }
}
