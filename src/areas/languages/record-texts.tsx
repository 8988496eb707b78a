import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../../kit/language.ts'
import { recordIdIn } from '../../kit/record-id.ts'
import type { AnyResource } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer, useRecord } from '../../kit/screens/client.web.ts'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useResources } from '../../kit/screens/resources.tsx'
import { useScreenParts } from '../../kit/screens/screen-parts.web.ts'
import { Failure, FormSkeleton } from '../../kit/screens/states.tsx'
import classes from './languages.module.css'
import { listUnits } from './queue-calls.ts'
import type { QueueState } from './queue-state.web.ts'

/** The texts of one record beside their sources, and the way to the next one of the queue. */
export function RecordTexts({ state }: { state: QueueState }) {
  const resources = useResources()
  const [name = '', number] = (state.open ?? '').split(':')
  const resource = resources.find((one) => one.name === name)
  const id = recordIdIn(number)
  return (
    <>
      <div className={classes['editHead']}>
        <Button variant="default" leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={() => state.edit(null)}>{t('Back to the list')}</Button>
        <NextButton state={state} />
      </div>
      {resource && id !== null ? <Editor key={`${name} ${id}`} resource={resource} id={id} /> : <p>{t('This address names no record.')}</p>}
    </>
  )
}

function Editor({ resource, id }: { resource: AnyResource; id: number }) {
  const { Languages } = useScreenParts()
  const path = useRecordPaths()(resource.name, 'update', id)
  const { data, error, refetch } = useRecord(resource, id)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t(resource.label[0])} />
  if (!data) return <FormSkeleton />
  const record = data as AnyRecord
  const title = String(record[resource.title])
  return (
    <>
      <p className={classes['what']}>{t(resource.label[0])} {path === null ? <strong>{title}</strong> : <a href={path}>{title}</a>}</p>
      <Suspense fallback={<FormSkeleton />}><Languages of={resource} record={record} isDirty={false} /></Suspense>
    </>
  )
}

/** The next record of the list as it is filtered; the one that is open drops out of it once it is done. */
function NextButton({ state }: { state: QueueState }) {
  const { data } = useAnswer(listUnits, { query: { ...state.query, offset: String(state.offset) } })
  // Each record with the first of its texts: that is where one goes on.
  const records = [...Map.groupBy(data?.units ?? [], ({ resource, recordId }) => `${resource}:${recordId}`)].flatMap(([key, [unit]]) => (unit ? [[key, unit] as const] : []))
  const place = records.findIndex(([key]) => key === state.open)
  const next = records[place + 1]
  if (!next) return null
  const [key, unit] = next
  return (
    <Button variant="default" rightSection={<IconArrowRight size={15} aria-hidden />} onClick={() => state.edit(key, unit.locale, unit.field)}>
      {t('Next: {title}', { title: unit.title })}
    </Button>
  )
}
