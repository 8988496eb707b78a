import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { listOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest, RequestFailure } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './merges.module.css'
import { mergeEndpoint, previewMergeEndpoint } from './merges.ts'

interface BulkMergeDialogProps {
  readonly of: AnyResource
  readonly rows: readonly AnyRecord[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks which record to keep, shows what each of the others would add, and merges them one after the other. */
export function BulkMergeDialog({ of: resource, rows, onClose, onDone }: BulkMergeDialogProps) {
  const [into, setInto] = useState(rows[0]?.id ?? 0)
  const { failed, done, isRunning, mergeAll, forgetFailures } = useMergesInTurn(resource, into)
  const others = rows.filter(({ id }) => id !== into)
  const stays = rows.find(({ id }) => id === into)

  async function run(): Promise<void> {
    const { merged, hasFailed } = await mergeAll(others)
    if (merged > 0)
      toast.success(
        t('{n, plural, one {# merged} other {# merged}} into {into}', {
          n: merged,
          into: stays ? titleOf(resource, stays) : '',
        }),
      )
    if (hasFailed) return
    onDone()
    onClose()
  }

  function close(): void {
    if (done.size > 0) onDone()
    onClose()
  }

  return (
    <Dialog
      title={t('Merge {n} {many}', { n: rows.length, many: inSentence(t(resource.label[1])) })}
      onClose={close}
      isBusy={isRunning}
      size={620}
    >
      <div className={classes['stack']}>
        <Survivor
          of={resource}
          rows={rows}
          chosen={into}
          disabled={isRunning || done.size > 0}
          onChoose={(id) => {
            setInto(id)
            forgetFailures()
          }}
        />
        <ul className={classes['previews']} aria-label={t('What moves')}>
          {others.map((row) => (
            <Preview
              key={row.id}
              of={resource}
              into={into}
              row={row}
              isDone={done.has(row.id)}
              problem={failed[row.id] ?? null}
            />
          ))}
        </ul>
        <p className={classes['quiet']}>
          {t(
            'Where values differ, such as names, the surviving record’s is kept. Each merge can be undone on its own for 30 days.',
          )}
        </p>
        <div className={classes['buttons']}>
          <Button variant="default" onClick={close} disabled={isRunning}>
            {t('Cancel')}
          </Button>
          <Button loading={isRunning} onClick={() => void run()}>
            {t('Merge')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const titleOf = (resource: AnyResource, row: AnyRecord) => String(row[resource.title])

/** Merges records one after the other, and remembers which of them are merged and why others are not. */
function useMergesInTurn(resource: AnyResource, into: number) {
  const [failed, setFailed] = useState<Readonly<Record<number, string>>>({})
  const [done, setDone] = useState<ReadonlySet<number>>(new Set())
  const [isRunning, setRunning] = useState(false)
  const endpoint = useMemo(() => mergeEndpoint(resource), [resource])
  const refresh = useMemo(() => [resource], [resource])
  const command = useCommand(endpoint, { refresh, quiet: [403, 409, 422] })

  async function mergeAll(others: readonly AnyRecord[]): Promise<{ merged: number; hasFailed: boolean }> {
    setRunning(true)
    const problems: Record<number, string> = {}
    const merged = new Set(done)
    try {
      for (const { id } of others.filter((row) => !done.has(row.id))) {
        try {
          await command.mutateAsync({ params: { id: into }, input: { from: id } })
          merged.add(id)
        } catch (failure) {
          if (!(failure instanceof RequestFailure)) throw failure
          const isAnswer = failure instanceof FailedRequest
          problems[id] = isAnswer ? failure.message : t('The server isn’t responding. Check your connection.')
          if (!isAnswer) break
        }
      }
    } finally {
      setRunning(false)
      setDone(merged)
      setFailed(problems)
    }
    return { merged: merged.size, hasFailed: Object.keys(problems).length > 0 }
  }

  return { failed, done, isRunning, mergeAll, forgetFailures: () => setFailed({}) }
}

interface SurvivorProps {
  readonly of: AnyResource
  readonly rows: readonly AnyRecord[]
  readonly chosen: number
  readonly disabled: boolean
  readonly onChoose: (id: number) => void
}

function Survivor({ of: resource, rows, chosen, disabled, onChoose }: SurvivorProps) {
  return (
    <fieldset className={classes['choice']}>
      <legend>{t('Keep')}</legend>
      {rows.map((row) => (
        <label key={row.id} data-chosen={row.id === chosen}>
          <input
            type="radio"
            name="into"
            checked={row.id === chosen}
            disabled={disabled}
            onChange={() => onChoose(row.id)}
          />
          <span>
            {titleOf(resource, row)} (#{row.id})
          </span>
        </label>
      ))}
    </fieldset>
  )
}

interface PreviewProps {
  readonly of: AnyResource
  readonly into: number
  readonly row: AnyRecord
  readonly isDone: boolean
  readonly problem: string | null
}

function Preview({ of: resource, into, row, isDone, problem }: PreviewProps) {
  const endpoint = useMemo(() => previewMergeEndpoint(resource), [resource])
  const { data, error } = useAnswer(endpoint, {
    params: { id: into },
    query: { from: row.id },
    enabled: !isDone,
    quiet: [422],
    staleTime: 0,
  })
  const wrong = problem ?? (error instanceof FailedRequest ? error.message : null)
  const words =
    data && data.total > 0 ? listOf(data.moves.map(({ label, count }) => `${count} ${t(label).toLowerCase()}`)) : null
  return (
    <li>
      <strong>
        {titleOf(resource, row)} (#{row.id})
      </strong>
      {isDone ? (
        <span>{t('Merged')}</span>
      ) : wrong !== null ? (
        <span role="alert" className={classes['problem']}>
          {wrong}
        </span>
      ) : (
        data && (
          <>
            <span>
              {words === null ? t('Nothing links to it.') : t('{what} move.', { what: words })}
              {data.collapsedRows.map(
                ({ label, count }) => ` ${t('{what} on both: {n}, kept once.', { what: t(label), n: count })}`,
              )}
            </span>
            {data.obstacles.map((message) => (
              <span key={message} className={classes['problem']}>
                {message}
              </span>
            ))}
          </>
        )
      )}
    </li>
  )
}
