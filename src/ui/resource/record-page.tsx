import type { ReactNode } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { PageFrame } from '../page-frame.tsx'
import { useRecord } from './client.web.ts'
import { FailedPage, NoSuchPage } from './missing-page.tsx'
import { FormSkeleton, useWayBack } from './states.tsx'

interface RecordPageProps<R extends AnyResource> {
  readonly of: R
  /** Draws the record, with what reads it again. */
  readonly children: (record: NonNullable<ReturnType<typeof useRecord<R>>['data']>, refetch: () => void) => ReactNode
}

/** A page about the record of the address (`?id=`) that is not a form: while it loads, where it is missing, and itself. */
export function RecordPage<R extends AnyResource>({ of, children }: RecordPageProps<R>) {
  const [query] = useRouteQuery()
  const id = recordIdIn(query['id'])
  const { title } = usePage()
  const { data, error, refetch } = useRecord(of, id)
  const back = useWayBack(of)
  const kind = t(of.label[0])
  if (id === null) return <NoSuchPage what={kind} back={back} />
  if (error) return <FailedPage error={error} onRetry={() => void refetch()} what={kind} back={back} />
  if (data) return children(data, () => void refetch())
  return (
    <PageFrame record={{ kind, name: title }}>
      <FormSkeleton />
    </PageFrame>
  )
}
