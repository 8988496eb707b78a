import { useState } from 'react'
import { useRouteParams, useRouteQuery } from '../navigation.tsx'
import { usePage } from '../page-context.tsx'
import { PageFrame } from '../page-frame.tsx'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyRecord } from './client.web.ts'
import { useRecord } from './client.web.ts'
import { FailedPage, NoSuchPage } from './missing-page.tsx'
import { FormSkeleton, useWayBack } from './states.tsx'
import type { FormScreenProps } from './form-screen-props.web.ts'
import { RecordForm } from './record-form.tsx'
import { titleOf } from './record-heading.tsx'

/** Creates a record, of which `from` in the address names the one to begin as a copy of, or updates the one that `id` names. */
export function FormScreen(props: FormScreenProps) {
  const { screen, title } = usePage()
  const [query] = useRouteQuery()
  const { id: idInPath } = useRouteParams()
  const id = recordIdIn(idInPath ?? query['id'])
  const from = id === null && props.of.operations.includes('create') ? recordIdIn(query['from']) : null
  const { data, error, refetch } = useRecord(props.of, id ?? from)
  const back = useWayBack(props.of)
  // Only the first answers are waited for: what is typed stays on the page while they are read again.
  const [shownId, setShownId] = useState<number | null>(null)
  if (data && id !== null && id !== shownId && !props.isWaiting) setShownId(id)
  const namesOne = idInPath !== undefined || screen.endsWith('/update')
  if (id === null && namesOne) return <NoSuchPage what={t(props.of.label[0])} back={back} />
  if (id === null && from === null) return <RecordForm {...props} record={null} />
  // The record being edited stays on the page, whatever a later fetch returns.
  if (error && !data)
    return <FailedPage error={error} onRetry={() => void refetch()} what={t(props.of.label[0])} back={back} />
  if (!data || (props.isWaiting && id !== null && id !== shownId)) {
    const name = data ? (props.nameOf?.(data as AnyRecord) ?? titleOf(props.of, data as AnyRecord)) : title
    return (
      // As high as the record's own heading, so that nothing moves when it comes.
      <PageFrame record={from === null ? { kind: t(props.of.label[0]), name } : undefined}>
        <FormSkeleton />
      </PageFrame>
    )
  }
  if (from !== null) return <RecordForm key={`from ${from}`} {...props} record={null} source={data as AnyRecord} />
  return <RecordForm key={id} {...props} record={data as AnyRecord} />
}
