import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { MergeChoices } from './merge-choices.tsx'
import classes from './merges.module.css'
import type { MergePreview } from './merges.ts'
import { mergeEndpoint, previewMergeEndpoint } from './merges.ts'

interface MergeDialogProps {
  readonly of: AnyResource
  readonly record: { readonly id: number; readonly [key: string]: unknown }
  readonly onClose: () => void
  readonly onDone: () => void
  /** The one that goes, where that is known already. */
  readonly from?: number
}

/** Asks which one is the same, and shows everything that would move before it does. */
export function MergeDialog({ of: resource, record, onClose, onDone, from: given }: MergeDialogProps) {
  const [chosen, setChosen] = useState<number | null>(given ?? null)
  const [take, setTake] = useState<ReadonlySet<string>>(new Set())
  const field = useMemo(() => ref(resource, { label: resource.label[0], required: true }), [resource])
  const others = useMemo(() => ({ id: { not: record.id } }), [record.id])
  const endpoint = useMemo(() => mergeEndpoint(resource), [resource])
  const refresh = useMemo(() => [resource], [resource])
  const preview = useMergePreview(resource, record.id, chosen)
  const command = useCommand(endpoint, { refresh, quiet: [403, 409, 422] })
  const [problem, setProblem] = useState<string | null>(null)
  const into = String(record[resource.title])
  const found = chosen !== null && preview.data?.from.id === chosen ? preview.data : null
  const wrong =
    problem ??
    (preview.error instanceof FailedRequest ? (preview.error.body.fields?.['from'] ?? preview.error.message) : null)

  async function submit(): Promise<void> {
    if (chosen === null) return
    try {
      const merge = await command.mutateAsync({ params: { id: record.id }, input: { from: chosen, take: [...take] } })
      toast.success(
        merge.status === 'merged'
          ? t('{from} merged into {into}', { from: merge.duplicateTitle, into })
          : t('{from} is being merged into {into}', { from: merge.duplicateTitle, into }),
      )
      onDone()
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.message)
    }
  }

  return (
    <Dialog title={t('Merge into {title}', { title: into })} onClose={onClose} isBusy={command.isPending} size={620}>
      <div className={classes['stack']}>
        {given === undefined &&
          inputOf(field, {
            name: 'from',
            value: chosen,
            errors: {},
            error: wrong ?? undefined,
            readOnly: false,
            draft: {},
            record: null,
            among: others,
            onChange: (value) => {
              setProblem(null)
              setTake(new Set())
              setChosen(typeof value === 'number' ? value : null)
            },
          })}
        {found && <Identity of={found.from} />}
        {given !== undefined && wrong !== null && (
          <p role="alert" className={classes['problem']}>
            {wrong}
          </p>
        )}
        {found && <Outcome of={found} resource={resource} take={take} onTake={setTake} />}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={command.isPending}>
            {t('Cancel')}
          </Button>
          <Button
            disabled={found === null || found.obstacles.length > 0}
            loading={command.isPending}
            onClick={() => void submit()}
          >
            {t('Merge')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function useMergePreview(resource: AnyResource, into: number, from: number | null) {
  const endpoint = useMemo(() => previewMergeEndpoint(resource), [resource])
  return useAnswer(endpoint, {
    params: { id: into },
    query: { from },
    enabled: from !== null,
    quiet: [422],
    staleTime: 0,
  })
}

function Identity({ of: { id, title, slug } }: { of: MergePreview['from'] }) {
  return (
    <p className={classes['quiet']}>
      {slug === null
        ? t('{title} has the id {id}.', { title, id: String(id) })
        : t('{title} has the id {id} and the slug {slug}.', { title, id: String(id), slug })}
    </p>
  )
}

interface OutcomeProps {
  readonly of: MergePreview
  readonly resource: AnyResource
  readonly take: ReadonlySet<string>
  readonly onTake: (take: ReadonlySet<string>) => void
}

/** Everything that the merge would do, or what speaks against it. */
function Outcome({ of: preview, resource, take, onTake }: OutcomeProps) {
  if (preview.obstacles.length > 0) return <Obstacles of={preview} />
  return (
    <div role="status">
      <Moves of={preview} />
      <MergeChoices preview={preview} take={take} onTake={onTake} />
      <p className={classes['quiet']}>
        {t(
          'The {one} {title} is then hidden from lists, and its id and URLs redirect here. You can undo this for 30 days.',
          { one: inSentence(t(resource.label[0])), title: preview.from.title },
        )}
      </p>
    </div>
  )
}

function Obstacles({ of: { obstacles } }: { of: MergePreview }) {
  return (
    <div role="alert">
      <p className={classes['problem']}>{t('Can’t be merged:')}</p>
      <ul>
        {obstacles.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )
}

/** The references that move, and what both have of which one is kept. */
function Moves({ of: { from, into, total, moves, collapsedRows } }: { of: MergePreview }) {
  return (
    <>
      <p>
        {total === 0
          ? t('Nothing links to {title}.', { title: from.title })
          : t('{n, plural, one {# reference moves} other {# references move}} from {from} to {into}.', {
              n: total,
              from: from.title,
              into: into.title,
            })}
      </p>
      {moves.length > 0 && (
        <table className={classes['table']} aria-label={t('What moves')}>
          <thead>
            <tr>
              <th scope="col">{t('What')}</th>
              <th scope="col">{t('Field')}</th>
              <th scope="col" className={classes['number']}>
                {t('How many')}
              </th>
            </tr>
          </thead>
          <tbody>
            {moves.map(({ label, field: named, count }) => (
              <tr key={`${label} ${named}`}>
                <th scope="row">{t(label)}</th>
                <td>{t(named)}</td>
                <td className={classes['number']}>{formatNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {collapsedRows.map(({ label, count }) => (
        <p key={label} className={classes['quiet']}>
          {t(
            '{what} that both have: {n, plural, one {#, which is} other {#, which are}} kept once, as {into} has it.',
            { what: t(label), n: count, into: into.title },
          )}
        </p>
      ))}
    </>
  )
}
