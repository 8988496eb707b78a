import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'
import { statementBases, statementProviders } from './statement-kinds.ts'

/** Characters of a file that one call takes: about 7,000 lines. */
export const longestFile = 900_000

export const uploadStatement = defineEndpoint('POST /rest/data/statements/upload', {
  summary: 'Read a statement from a CSV file and match it; the same file again changes nothing',
  access: ['purchases', 'write'],
  tag: 'Statements',
  input: z.strictObject({
    provider: z.enum(statementProviders, { error: () => t('Choose a provider.') }),
    fileName: z
      .string({ error: () => t('Send the file’s name.') })
      .check(z.trim(), z.minLength(1, { error: () => t('Send the file’s name.') }), z.maxLength(120)),
    /** Of a supplier's statement: what its days are. Those of visits where it is left out. */
    basis: z.optional(z.enum(statementBases, { error: () => t('Choose which date the statement uses.') })),
    /** The columns of Stripe's "Itemised balance change from activity", or those of a supplier; see the README of the feature. */
    content: z
      .string({ error: () => t('Choose a file.') })
      .check(z.maxLength(longestFile, { error: () => t('The file is too long. Split it into several.') })),
  }),
  output: z.object({ id: z.int(), isKnown: z.boolean(), lines: z.int(), differences: z.int() }),
})

export const withdrawStatement = defineEndpoint('POST /rest/data/statements/:id/withdraw', {
  summary: 'Withdraw an uploaded statement',
  access: ['purchases', 'write'],
  tag: 'Statements',
  params: idParams,
  input: z.strictObject({}),
  output: z.object({ id: z.int(), lines: z.int() }),
})
