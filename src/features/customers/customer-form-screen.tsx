import { useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { Failure, useWayBack, Waiting } from '../../ui/resource/states.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { readCustomerDetails } from './customer.endpoints.ts'
import { CustomerConsents } from './consents-panel.tsx'
import { CustomerSessions, CustomerSpent } from './customer-panels.tsx'
import { AnonymiseCustomer } from './anonymise-customer.tsx'
import { ExportCustomer } from './export-customer.tsx'
import { DuplicatesOfCustomer } from './duplicates-panel.tsx'
import { LegalHolds } from './legal-hold-panel.tsx'
import { MergeCustomer } from './merge-customer.tsx'
import { customers } from './customers.ts'
import { ViewAsCustomer } from './view-as-customer.tsx'

/** One customer: who they are, their purchases and their sessions. */
export function CustomerFormScreen() {
  const [query] = useRouteQuery()
  const back = useWayBack(customers)
  // Customers create their own accounts; staff cannot.
  if (recordIdIn(query['id']) === null) return <NoSuchPage what={t('Customer')} back={back} />
  return <FormScreen of={customers} aside={AsideOf} actions={ActionsOf} isFieldLocked={isFieldLocked} />
}

/** The server refuses every change to someone who was forgotten, so the form asks for none. */
function isFieldLocked({ status }: AnyRecord, key: string): boolean | string {
  if (status !== 'anonymised') return false
  return key === 'status' ? t('This customer was anonymised, so there is nothing to change.') : true
}

function ActionsOf(record: AnyRecord) {
  return (
    <>
      <ViewAsCustomer record={record} />
      <ExportCustomer record={record} />
      <MergeCustomer record={record} />
      <AnonymiseCustomer record={record} />
    </>
  )
}
function AsideOf(record: AnyRecord) {
  const { status, mergedIntoId } = record
  if (status === 'merged' && typeof mergedIntoId === 'number') return <MergedAway id={record.id} into={mergedIntoId} />
  return <CustomerAside id={record.id} isGone={status === 'anonymised'} />
}

/** Leads on to the customer who remains. The way back goes past the record that is a pointer now. */
function MergedAway({ id, into }: { id: number; into: number }) {
  const navigateTo = useNavigateTo()
  const path = useRecordPaths()('customers', 'update')
  useEffect(() => {
    if (path === undefined) return
    toast.info(t('Customer {id} was merged into this one', { id }))
    navigateTo(`${path}?id=${into}`, { replace: true })
  }, [path, id, into, navigateTo])
  return null
}

function CustomerAside({ id, isGone }: { id: number; isGone: boolean }) {
  const { mayWrite } = usePage()
  const { data, error, refetch } = useAnswer(readCustomerDetails, { params: { id } })
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Customer')} />
  if (!data) return <Waiting />
  return (
    <>
      {!isGone && <DuplicatesOfCustomer id={id} />}
      {data.spent && <CustomerSpent spent={data.spent} />}
      <CustomerConsents id={id} mayWrite={mayWrite && !isGone} />
      <LegalHolds id={id} mayWrite={mayWrite && !isGone} />
      <CustomerSessions id={id} sessions={data.sessions} mayWrite={mayWrite} onChange={refetch} />
    </>
  )
}
