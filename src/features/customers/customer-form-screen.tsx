import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { Failure, useWayBack } from '../../ui/resource/states.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { readCustomerDetails } from './customer.endpoints.ts'
import { CustomerConsents } from './consents-panel.tsx'
import { CustomerSessions, CustomerSpent } from './customer-panels.tsx'
import { AnonymiseCustomer } from './anonymise-customer.tsx'
import { ExportCustomer } from './export-customer.tsx'
import { customers } from './customers.ts'
import { ViewAsCustomer } from './view-as-customer.tsx'

/** One customer: who they are, their purchases and their sessions. */
export function CustomerFormScreen() {
  const [query] = useRouteQuery()
  const back = useWayBack(customers)
  // Customers create their own accounts; staff cannot.
  if (recordIdIn(query['id']) === null) return <NoSuchPage what={t('Customer')} back={back} />
  return <FormScreen of={customers} aside={AsideOf} actions={ActionsOf} />
}

function ActionsOf(record: AnyRecord) {
  return (
    <>
      <ViewAsCustomer record={record} />
      <ExportCustomer record={record} />
      <AnonymiseCustomer record={record} />
    </>
  )
}
function AsideOf(record: AnyRecord) {
  return <CustomerAside id={record.id} isGone={record['status'] === 'anonymised'} />
}
function CustomerAside({ id, isGone }: { id: number; isGone: boolean }) {
  const { mayWrite } = usePage()
  const { data, error, refetch } = useAnswer(readCustomerDetails, { params: { id } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Customer')} />
  if (!data) return null
  return (
    <>
      {data.spent && <CustomerSpent spent={data.spent} />}
      <CustomerConsents id={id} mayWrite={mayWrite && !isGone} />
      <CustomerSessions id={id} sessions={data.sessions} mayWrite={mayWrite} onChange={refetch} />
    </>
  )
}
