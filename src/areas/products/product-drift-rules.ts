import { boolean, percent, ref, select, text } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { defineResource } from '../../kit/resource.ts'
import { supplierFieldLabels, supplierFields } from './supplier-fields.ts'

const numbers: readonly string[] = ['netFrom', 'cancellationHours', 'latitude', 'longitude']

/** Takes changes of one field without asking anybody, from the next import on. Fields that are overridden are never touched. */
export const productDriftRules = defineResource('product-drift-rules', {
  label: ['Auto-accept rule', 'Auto-accept rules'],
  access: 'products',
  operations: ['list', 'read', 'create', 'update', 'delete'],
  title: 'name',
  fields: {
    name: text({ required: true, max: 120 }),
    field: select(supplierFields, { required: true, labels: supplierFieldLabels }),
    providerId: ref('providers', { help: 'Every provider where it is left empty' }),
    maxChange: percent({ min: 0, max: 10_000, label: 'Largest change', help: 'Of numbers: a bigger step up or down waits for somebody' }),
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
    if (draft.maxChange !== null && !numbers.includes(draft.field)) yield {
      field: 'maxChange', message: t('Only numbers change by a share: leave it empty for this field.'),
    }
  },
  summary: 'Rules by which changes of suppliers are accepted without being asked about.',
})
