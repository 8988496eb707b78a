import { msg } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { storeCredits } from './store-credits.ts'

const questions = [
  { label: msg('Open'), filter: { state: 'open' } },
  { label: msg('Spent'), filter: { state: 'spent' } },
  { label: msg('Expired'), filter: { state: 'expired' } },
] as const

/** A credit opens its customer, where everything about it is. */
const opens = (record: AnyRecord) => ({ of: 'customers', page: 'update', id: Number(record['customerId']) })

export function StoreCreditListScreen() {
  return <ListScreen of={storeCredits} opens={opens} questions={questions} />
}
