import * as z from 'zod/mini'
import { t } from '../../../core/i18n/language.ts'
import { unitTypes } from '../../products/product-age-bands.ts'
import { callLine } from '../../../platform/outbound/logged-call.ts'

/** A supplier's age band by its label and ages, and the type of unit that it becomes. */
export const typedBand = {
  label: z.string().check(z.minLength(1), z.maxLength(80)),
  minAge: z.int().check(z.gte(0), z.lte(120)),
  maxAge: z.int().check(z.gte(0), z.lte(120)),
  type: z.enum(unitTypes, { error: () => t('Choose a type of unit.') }),
}

const lacking = z.enum(['timeZone', 'currency'])
export type Lacking = z.output<typeof lacking>

const mapping = z.object({
  /** Each once. `isKnown`: by its words or because staff have chosen its type. */
  ageBands: z.array(z.object({ ...typedBand, isKnown: z.boolean() })),
  /** What the supplier does not name of some of the codes. */
  lacks: z.array(lacking),
  /** What staff have chosen where it names none. */
  timeZone: z.nullable(z.string()),
  currency: z.nullable(z.string()),
})
export type CodeMapping = z.output<typeof mapping>

const dryRunField = z.object({
  field: z.string(),
  ours: z.unknown(),
  theirs: z.unknown(),
  /** What the product would have then. */
  after: z.unknown(),
  /** `written` at once, `taken` by a rule, `waiting` in the drift inbox, `refused` because staff have overridden it. */
  outcome: z.enum(['written', 'taken', 'waiting', 'refused']),
})
export type DryRunField = z.output<typeof dryRunField>

const dryRun = z
  .object({
    outcome: z.enum(['create', 'update', 'unchanged', 'needs_mapping', 'duplicate', 'rejected', 'failed']),
    reason: z.nullable(z.string()),
    productId: z.nullable(z.int()),
    duplicateOfId: z.nullable(z.int()),
    /** Of the prices as the product has them. */
    currency: z.nullable(z.string()),
    /** Of the supplier's prices. Where it is another one, no price is written. */
    supplierCurrency: z.nullable(z.string()),
    /** Fields in which both say the same. */
    unchanged: z.int(),
    fields: z.array(dryRunField),
    newOptions: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'DryRun' })
export type DryRun = z.output<typeof dryRun>

export const preview = z
  .object({
    /** What an import of it would write now; null before anything was fetched. */
    dryRun: z.nullable(dryRun),
    /** The product as it would be imported, where the supplier's answer could be read. */
    draft: z.nullable(
      z.object({
        title: z.string(),
        description: z.nullable(z.string()),
        imageUrl: z.nullable(z.string()),
        /** A small copy of that picture, as a data address; null before an import has fetched it. */
        picture: z.nullable(z.string()),
        net: z.nullable(z.int()),
        retail: z.nullable(z.int()),
        /** Empty where there is none yet; amounts are then left out or of no use. */
        currency: z.string(),
        rating: z.nullable(z.number()),
        reviewCount: z.int(),
        timeZone: z.nullable(z.string()),
        destination: z.nullable(z.object({ key: z.string(), name: z.nullable(z.string()) })),
        cancellationPolicy: z.enum(['STANDARD', 'CUSTOM', 'ALL_SALES_FINAL']),
        cancellationHours: z.nullable(z.int()),
        options: z.array(
          z.object({
            code: z.string(),
            title: z.string(),
            durationMinutes: z.nullable(z.int()),
            startTimes: z.array(z.string()),
          }),
        ),
        units: z.array(
          z.object({
            optionCode: z.nullable(z.string()),
            label: z.string(),
            minAge: z.int(),
            maxAge: z.int(),
            net: z.int(),
            retail: z.int(),
          }),
        ),
        warnings: z.array(z.string()),
      }),
    ),
    /** What people choose of it beside city and subcategory; null before anything was fetched. */
    mapping: z.nullable(mapping),
    /** The product that it looks like, while a person has not said that it is another one. Likeness of titles in basis points. */
    duplicate: z.nullable(
      z.object({
        id: z.int(),
        title: z.string(),
        provider: z.string(),
        city: z.string(),
        retail: z.nullable(z.int()),
        currency: z.string(),
        rating: z.nullable(z.number()),
        reviewCount: z.int(),
        likeness: z.int(),
        metres: z.nullable(z.int()),
        /** Addresses of both pictures. Null: there is none, or it is not compared yet. */
        pictures: z.object({
          code: z.nullable(z.string()),
          product: z.nullable(z.string()),
          isSame: z.nullable(z.boolean()),
        }),
      }),
    ),
    /** Products of which staff have said that it is not the same. */
    distinctions: z.array(z.object({ id: z.int(), title: z.string(), by: z.string(), at: z.string() })),
    /** The newest calls that were made for it or its product. */
    calls: z.array(callLine),
  })
  .register(z.globalRegistry, { id: 'CodePreview' })
export type CodePreview = z.output<typeof preview>
