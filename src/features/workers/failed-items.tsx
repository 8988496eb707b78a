import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { http } from '../../core/browser/http-client.web.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatInstant, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { OtherFaults } from './other-faults.tsx'
import type { Typed } from './parameter-fields.tsx'
import { ParameterFields } from './parameter-fields.tsx'
import type { WorkerItem, WorkerItems, WorkerParameter } from './workers.endpoints.ts'
import { listFailedItems, replayItems } from './workers.endpoints.ts'
import classes from './workers.module.css'

/** What a worker gave up, to be put back as it is or corrected first. */
export function FailedItems({ name, mayWrite }: { name: string; mayWrite: boolean }) {
  const { data } = useQuery({
    queryKey: ['workers', name, 'items'],
    queryFn: async ({ signal }) =>
      (await http.request('GET', pathOf(listFailedItems, { name }), { signal })).data as WorkerItems,
  })
  const replay = useReplay(name)
  const [edited, setEdited] = useState<WorkerItem | null>(null)
  if (!data || data.count === 0) return null
  const { items, count, fields } = data
  const retry = (ids: readonly string[]) => void replay.mutateAsync({ ids: [...ids] }).catch(() => {})
  return (
    <section className={classes['card']} aria-label={t('Failed items')}>
      <div className={classes['head']}>
        <h2>{t('Failed items')}</h2>
        {mayWrite && (
          <Button
            variant="default"
            size="compact-sm"
            loading={replay.isPending}
            onClick={() => retry(items.map(({ id }) => id))}
          >
            {count > items.length
              ? t('Retry {n} of {count}', { n: items.length, count })
              : t('Retry all {count}', { count })}
          </Button>
        )}
      </div>
      <ul className={classes['items']}>
        {items.map((item) => (
          <li key={item.id}>
            <div>
              <a href={item.href}>{item.title}</a>
              <p className={classes['error']}>{item.error ?? t('No message')}</p>
              <p className={classes['quiet']}>
                <time dateTime={item.failedAt} title={formatInstant(item.failedAt)}>
                  {timeAgo(item.failedAt)}
                </time>
                {item.attempts > 0 && ` · ${t('{n, plural, one {# try} other {# tries}}', { n: item.attempts })}`}
              </p>
            </div>
            {mayWrite && (
              <div className={classes['buttons']}>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={t('Retry {title}', { title: item.title })}
                  disabled={replay.isPending}
                  onClick={() => retry([item.id])}
                >
                  {t('Retry')}
                </Button>
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={t('Edit and retry {title}', { title: item.title })}
                  aria-haspopup="dialog"
                  onClick={() => setEdited(item)}
                >
                  {t('Edit and retry…')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {edited && <EditItem name={name} item={edited} fields={fields} onClose={() => setEdited(null)} />}
    </section>
  )
}

interface Replay {
  readonly ids: string[]
  readonly values?: Typed
}

function useReplay(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: Replay) =>
      (
        await http.request('POST', pathOf(replayItems, { name }), {
          body,
          headers: { 'Idempotency-Key': crypto.randomUUID() },
          quiet: body.values ? [422] : [],
        })
      ).data as { replayed: string[] },
    async onSuccess({ replayed }, { ids }) {
      if (replayed.length > 0)
        toast.success(t('{n, plural, one {# item queued} other {# items queued}}', { n: replayed.length }))
      if (replayed.length < ids.length)
        toast.warning(
          t('{n, plural, one {# item can’t be retried} other {# items can’t be retried}}', {
            n: ids.length - replayed.length,
          }),
        )
      await queries.invalidateQueries({ queryKey: ['workers', name] })
    },
  })
}

interface EditItemProps {
  readonly name: string
  readonly item: WorkerItem
  readonly fields: readonly WorkerParameter[]
  readonly onClose: () => void
}

function EditItem({ name, item, fields, onClose }: EditItemProps) {
  const replay = useReplay(name)
  const [values, setValues] = useState<Typed>(item.values)
  const faults = replay.error instanceof FailedRequest ? (replay.error.body.fields ?? null) : null

  async function submit(): Promise<void> {
    // What is wrong is on its field.
    if (await replay.mutateAsync({ ids: [item.id], values }).catch(() => null)) onClose()
  }

  return (
    <Dialog title={t('Edit and retry')} onClose={onClose} isBusy={replay.isPending} size={460}>
      <form
        noValidate
        className={classes['stack']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>{item.title}</p>
        <p className={classes['error']}>{item.error}</p>
        <ParameterFields
          parameters={fields}
          values={values}
          faults={faults}
          onChange={(next) => {
            replay.reset()
            setValues(next)
          }}
        />
        <OtherFaults failure={replay.error} parameters={fields} />
        <div className={classes['buttons']}>
          <Button variant="default" disabled={replay.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={replay.isPending}>
            {t('Retry')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
