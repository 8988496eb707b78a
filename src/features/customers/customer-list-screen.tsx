import { t } from '../../core/i18n/language.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { customers } from './customers.ts'

export function CustomerListScreen() {
  return <ListScreen of={customers} start={<p>{t('Customers appear here once they sign up or buy.')}</p>} />
}
