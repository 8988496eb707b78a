import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import { t } from '../../core/i18n/language.ts'

const moved = z.object({ moved: z.int() })
const toId = z.int({ error: () => t('Send the id of the target.') })

export const reassignProducts = defineEndpoint('POST /rest/data/subcategories/:id/reassign', {
  summary: 'Move every product of a subcategory to another one',
  access: ['subcategories', 'write'],
  tag: 'Subcategories',
  params: idParams,
  input: z.strictObject({ toId }),
  output: moved,
})
