import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { ReassignButton } from '../../platform/references/reassign-button.tsx'
import type { CommandProps } from '../../ui/resource/screen-parts.web.ts'
import { subcategories } from '../categories/subcategories.ts'
import { reassignProducts } from './subcategory-products.endpoints.ts'

/** On a subcategory: gives its products to another one. */
export function MoveProducts({ records: [record] }: CommandProps) {
  const may = useMay()
  return record && may('write', 'subcategories') ? (
    <ReassignButton
      record={record}
      of={subcategories}
      command={reassignProducts}
      label={t('Move products…')}
      said={(count) => t('{n, plural, one {# product moved} other {# products moved}}', { n: count })}
    />
  ) : null
}
