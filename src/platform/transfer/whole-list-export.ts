import * as z from 'zod/mini'
import type { PermissionObject } from '../../core/access/permissions.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'

/**
 * The export of a list that the browser reads whole, and searches, filters and sorts by itself. `rows` names those that
 * are left in their order, a line each, by the first column of the file.
 */
export function wholeListExport(list: string, object: PermissionObject) {
  return defineEndpoint(`GET /rest/data/${list}/export`, {
    summary: 'Export the rows of a list as CSV',
    access: [object, 'export'],
    also: [[object, 'ui']],
    tag: 'Exports',
    operationId: 'exportRows',
    each: { name: list },
    query: z.strictObject({
      rows: z.optional(
        z
          .string({ error: () => t('rows must be row keys, one per line.') })
          .check(z.maxLength(8_000, { error: () => t('Send fewer rows.') })),
      ),
    }),
    produces: 'text/csv',
    output: z.string(),
  })
}
export type WholeListExport = ReturnType<typeof wholeListExport>
