import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import { recordIdIn } from '../../kit/record-id.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { readCustomerDetails } from './customer-calls.ts'
import { CustomerOrders } from './customer-orders.tsx'
import { CustomerSessions, CustomerSpent } from './customer-panels.tsx'
import { customers } from './customers.ts'
import classes from './customers.module.css'
import { ViewAsCustomer } from './view-as-customer.tsx'

/** One customer: who they are, what they bought and where they are signed in. */
export function CustomerFormScreen() {
  const [query] = useRouteQuery()
  // Customers make themselves; nobody makes one here.
  if (recordIdIn(query['id']) === null) return <PageFrame><p>{t('Open a customer from the list: this address names none.')}</p></PageFrame>
  return <FormScreen of={customers} aside={AsideOf} below={BelowOf} actions={ActionsOf} />
}

function ActionsOf(record: AnyRecord) {
  return <ViewAsCustomer record={record} />
}
function AsideOf(record: AnyRecord) {
  return <CustomerAside id={record.id} />
}
function BelowOf(record: AnyRecord) {
  return <CustomerTables id={record.id} />
}

function CustomerAside({ id }: { id: number }) {
  const { mayWrite } = usePage()
  const { data, error, refetch } = useAnswer(readCustomerDetails, { params: { id } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Customer')} />
  if (!data) return null
  return (
    <>
      {data.spent && <CustomerSpent spent={data.spent} />}
      <CustomerSessions id={id} sessions={data.sessions} mayWrite={mayWrite} onChange={refetch} />
    </>
  )
}

function CustomerTables({ id }: { id: number }) {
  return useMay()('ui', 'purchases') ? <div className={classes['panels']}><CustomerOrders id={id} /></div> : null
}
