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
import { mergeEndpoint, previewMergeEndpoint } from './merges.ts'

interface MergeDialogProps {
  readonly of: AnyResource
  readonly record: { readonly id: number; readonly [key: string]: unknown }
  readonly onClose: () => void
  readonly onDone: () => void
  /** The one that goes, where that is known already. */ readonly from?: number
}

/** Asks which one is the same, and shows everything that would move before it does. */
export function MergeDialog({ of: resource, record, onClose, onDone, from: given }: MergeDialogProps) {
  const [chosen, setChosen] = useState<number | null>(given ?? null)
  const [take, setTake] = useState<ReadonlySet<string>>(new Set())
  const field = useMemo(() => ref(resource, { label: resource.label[0], required: true }), [resource])
  const others = useMemo(() => ({ id: { not: record.id } }), [record.id])
  const previewing = useMemo(() => previewMergeEndpoint(resource), [resource])
  const endpoint = useMemo(() => mergeEndpoint(resource), [resource])
  const refresh = useMemo(() => [resource], [resource])
  const preview = useAnswer(previewing, {
    params: { id: record.id },
    query: { from: chosen },
    enabled: chosen !== null,
    quiet: [422],
    staleTime: 0,
  })
  const command = useCommand(endpoint, { refresh, quiet: [409, 422] })
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
    <Dialog title={t('Merge into {title}', { title: into })} onClose={onClose} size={620}>
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
        {found && (
          <p className={classes['quiet']}>
            {found.from.slug === null
              ? t('{title} has the id {id}.', { title: found.from.title, id: String(found.from.id) })
              : t('{title} has the id {id} and the slug {slug}.', {
                  title: found.from.title,
                  id: String(found.from.id),
                  slug: found.from.slug,
                })}
          </p>
        )}
        {given !== undefined && wrong !== null && (
          <p role="alert" className={classes['problem']}>
            {wrong}
          </p>
        )}
        {found && found.obstacles.length > 0 && (
          <div role="alert">
            <p className={classes['problem']}>{t('They cannot be merged as they are:')}</p>
            <ul>
              {found.obstacles.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {found && found.obstacles.length === 0 && (
          <div role="status">
            <p>
              {found.total === 0
                ? t('Nothing points at {title}.', { title: found.from.title })
                : t('{n, plural, one {# reference moves} other {# references move}} from {from} to {into}.', {
                    n: found.total,
                    from: found.from.title,
                    into: found.into.title,
                  })}
            </p>
            {found.moves.length > 0 && (
              <table className={classes['table']} aria-label={t('What moves')}>
                <thead>
                  <tr>
                    <th scope="col">{t('What')}</th>
                    <th scope="col">{t('Where it is named')}</th>
                    <th scope="col" className={classes['number']}>
                      {t('How many')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.moves.map(({ label, field: named, count }) => (
                    <tr key={`${label} ${named}`}>
                      <th scope="row">{t(label)}</th>
                      <td>{t(named)}</td>
                      <td className={classes['number']}>{formatNumber(count)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {found.collapsedRows.map(({ label, count }) => (
              <p key={label} className={classes['quiet']}>
                {t(
                  '{what} that both have: {n, plural, one {#, which is} other {#, which are}} kept once, as {into} has it.',
                  { what: t(label), n: count, into: found.into.title },
                )}
              </p>
            ))}
            <MergeChoices preview={found} take={take} onTake={setTake} />
            <p className={classes['quiet']}>
              {t(
                'The {one} {title} then leaves the lists. Its id and its addresses lead here, and for 30 days it can be taken out again.',
                { one: inSentence(t(resource.label[0])), title: found.from.title },
              )}
            </p>
          </div>
        )}
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
