import '@mantine/core/styles/ActionIcon.layer.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconChevronUp } from '@tabler/icons-react'
import { Suspense } from 'react'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { nextRecordShortcut, previousRecordShortcut, useShortcut } from '../../ui/shortcuts.web.ts'
import { useScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import classes from './languages.module.css'
import { listUnits } from './queue.endpoints.ts'
import type { QueueState } from './queue-state.web.ts'

/** The texts of one record beside their sources, and a link to the next one in the queue. */
export function RecordTexts({ state }: { state: QueueState }) {
  const resources = useResources()
  const [name = '', number] = (state.open ?? '').split(':')
  const resource = resources.find((one) => one.name === name)
  const id = recordIdIn(number)
  const { previous, next } = useNeighbours(state)
  useShortcut(previousRecordShortcut, () => previous?.open(), previous !== null)
  useShortcut(nextRecordShortcut, () => next?.open(), next !== null)
  return (
    <>
      <div className={classes['editHead']}>
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          onClick={() => state.edit(null)}
        >
          {t('Back to the list')}
        </Button>
        <span className={classes['neighbours']}>
          {previous && (
            <ActionIcon
              variant="default"
              size={30}
              aria-label={t('Previous record')}
              title={`${previous.title} · k`}
              onClick={previous.open}
            >
              <IconChevronUp size={16} aria-hidden />
            </ActionIcon>
          )}
          <NextButton next={next} />
        </span>
      </div>
      {resource && id !== null ? (
        <Editor key={`${name} ${id}`} resource={resource} id={id} onNext={next?.open} />
      ) : (
        <p>{t('No record at this URL.')}</p>
      )}
    </>
  )
}

function Editor({ resource, id, onNext }: { resource: AnyResource; id: number; onNext: (() => void) | undefined }) {
  const { Languages } = useScreenParts()
  const path = useRecordPaths()(resource.name, 'update', id)
  const { data, error, refetch } = useRecord(resource, id)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t(resource.label[0])} />
  if (!data) return <FormSkeleton />
  const record = data as AnyRecord
  const title = String(record[resource.title])
  return (
    <>
      <p className={classes['what']}>
        {t(resource.label[0])} {path === null ? <strong>{title}</strong> : <a href={path}>{title}</a>}
      </p>
      <Suspense fallback={<FormSkeleton />}>
        <Languages of={resource} record={record} isDirty={false} onNext={onNext} />
      </Suspense>
    </>
  )
}

interface Neighbour {
  readonly title: string
  open(): void
}

/** The records before and after it in the filtered list; the open one drops out of it once it is done. */
function useNeighbours(state: QueueState): { previous: Neighbour | null; next: Neighbour | null } {
  const [{ locale: language }] = useRouteQuery()
  const { data } = useAnswer(listUnits, { query: { ...state.query, offset: String(state.offset) } })
  // Each record with its first text, which is where the user continues: in the same language where there is one in it.
  const records = [...Map.groupBy(data?.units ?? [], ({ resource, recordId }) => `${resource}:${recordId}`)].flatMap(
    ([key, units]) => {
      const unit = units.find(({ locale }) => locale === language) ?? units[0]
      return unit ? [[key, unit] as const] : []
    },
  )
  const place = records.findIndex(([key]) => key === state.open)
  const neighbour = (at: number): Neighbour | null => {
    const found = records[at]
    if (!found) return null
    const [key, { title, locale, field }] = found
    return { title, open: () => state.edit(key, locale, field) }
  }
  return { previous: neighbour(place - 1), next: neighbour(place + 1) }
}

function NextButton({ next }: { next: Neighbour | null }) {
  if (!next) return null
  return (
    <Button variant="default" rightSection={<IconArrowRight size={15} aria-hidden />} title="j" onClick={next.open}>
      {t('Next: {title}', { title: next.title })}
    </Button>
  )
}
