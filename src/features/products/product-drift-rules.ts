import { boolean, percent, ref, select, text } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { defineResource } from '../../core/resource/resource.ts'
import { supplierFieldLabels, supplierFields } from './supplier-fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { providers } from '../providers/providers.ts'

const numbers: readonly string[] = ['netFrom', 'cancellationHours', 'latitude', 'longitude']

/** Accepts changes of one field automatically, starting with the next import. Overridden fields are never touched. */
export const productDriftRules = defineResource('product-drift-rules', {
  label: ['Auto-accept rule', 'Auto-accept rules'],
  access: 'products',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    field: select(supplierFields, { required: true, labels: supplierFieldLabels }),
    providerId: ref(nameOf<typeof providers>('providers'), { help: 'Blank means every provider' }),
    maxChange: percent({
      min: 0,
      max: 10_000,
      label: 'Largest change',
      help: 'For numbers: larger changes wait for a review',
    }),
    isEnabled: boolean({ initial: true, label: 'Enabled' }),
  },
  list: {
    columns: ['name', 'field', 'providerId', 'maxChange', 'isEnabled', 'updatedAt'],
    filters: ['field', 'providerId', 'isEnabled'],
    search: ['name'],
    sort: 'name',
  },
  form: { main: [{ title: 'Auto-accept rule', fields: ['name', 'field', 'providerId', 'maxChange', 'isEnabled'] }] },
  *check(draft) {
    if (draft.maxChange !== null && !numbers.includes(draft.field))
      yield {
        field: 'maxChange',
        message: t('Only numbers change by percent. Leave it blank for this field.'),
      }
  },
  summary: 'Rules by which changes of suppliers are accepted without being asked about.',
})
