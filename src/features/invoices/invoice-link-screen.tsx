import { useEffect } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useRecord } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { FailedPage, NoSuchPage } from '../../ui/resource/missing-page.tsx'
import { FormSkeleton, useWayBack } from '../../ui/resource/states.tsx'
import { invoices } from './invoices.ts'

/** Where a document is found by its own id: it leads to the page of its order, on which all of them are. */
export function InvoiceLinkScreen() {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const { data, error, refetch } = useRecord(invoices, id)
  const paths = useRecordPaths()
  const back = useWayBack(invoices)
  const navigateTo = useNavigateTo()
  const page =
    data &&
    paths(
      'purchases',
      `${data.kind === 'rectifying' ? 'refund-invoice' : 'invoice'}-${data.purchaseKind}`,
      data.purchaseId,
    )
  useEffect(() => {
    if (page) navigateTo(page, { replace: true })
  }, [page, navigateTo])
  if (id === null) return <NoSuchPage what={t('Invoice')} back={back} />
  if (error) return <FailedPage error={error} onRetry={() => void refetch()} what={t('Invoice')} back={back} />
  return (
    <PageFrame>
      <FormSkeleton />
    </PageFrame>
  )
}
