import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { formatInstant } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { RecordLink } from '../../ui/resource/record-link.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { performances } from '../events/performance/performances.ts'
import type { MatchChange } from './fixture.endpoints.ts'
import { decideMatchChanges, listMatchChanges } from './fixture.endpoints.ts'
import { differenceWords } from './kickoff-labels.ts'
import { notifyCustomers } from '../events/notices/notify-customers.ts'
import { Filled } from '../../ui/resource/screen-parts.web.ts'
import { matches } from './matches.ts'
import classes from './matches.module.css'

/** Changes to kickoffs that later files reported, to approve or decline. Approving one also moves what is sold. */
export function MatchChanges() {
  const { data, error, refetch } = useAnswer(listMatchChanges)
  const [toNotify, setToNotify] = useState<readonly number[] | null>(null)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Kickoff changes')} />
  if (!data) return <FormSkeleton />
  if (toNotify)
    return (
      <>
        <Suspense>
          <Filled slot={notifyCustomers} props={{ changes: toNotify, onClose: () => setToNotify(null) }} />
        </Suspense>
        <Undecided changes={data.changes} total={data.total} onChanged={setToNotify} />
      </>
    )
  if (data.changes.length === 0)
    return (
      <p className={classes['help']}>
        {t('Nothing to approve. When a fixture file disagrees with a match, the change shows up here.')}
      </p>
    )
  return <Undecided changes={data.changes} total={data.total} onChanged={setToNotify} />
}

function Undecided({
  changes,
  total,
  onChanged,
}: {
  changes: readonly MatchChange[]
  total: number
  onChanged: (ids: readonly number[]) => void
}) {
  const may = useMay()
  const queries = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const decide = useCommand(decideMatchChanges, { refresh: [matches, performances] })
  const chosen = changes.filter(({ id }) => selected.has(id))
  const mayDecide = may('write', 'rules')

  async function run(kind: 'approve' | 'decline'): Promise<void> {
    const ids = chosen.map(({ id }) => id)
    const {
      approved,
      declined,
      performances: moved,
      changes: toNotify,
    } = await decide.mutateAsync({
      input: { approve: kind === 'approve' ? ids : [], decline: kind === 'decline' ? ids : [] },
    })
    toast.success(
      kind === 'approve'
        ? t(
            '{approved, plural, one {# change} other {# changes}} approved, {moved, plural, =0 {no performance} one {# performance} other {# performances}} moved',
            { approved, moved },
          )
        : t('{declined, plural, one {# change} other {# changes}} declined', { declined }),
    )
    setSelected(new Set())
    // Decide whether to notify customers of a move before anything else.
    if (toNotify.length > 0) onChanged(toNotify)
    await queries.invalidateQueries({ queryKey: [listMatchChanges.path] })
  }

  return (
    <div className={classes['changes']}>
      {!mayDecide && (
        <p className={classes['notice']}>
          {t('You can read these, but approving them changes matches, which needs write permission on rules.')}
        </p>
      )}
      {total > changes.length && (
        <p className={classes['help']}>{t('The first {n} of {total}.', { n: changes.length, total })}</p>
      )}
      <Changes {...{ changes, selected, mayDecide }} onSelect={setSelected} />
      {mayDecide && (
        <DecisionBar
          chosen={chosen}
          isBusy={decide.isPending}
          onRun={(kind) => void run(kind).catch(() => undefined)}
        />
      )}
    </div>
  )
}

interface ChangesProps {
  readonly changes: readonly MatchChange[]
  readonly selected: ReadonlySet<number>
  readonly mayDecide: boolean
  readonly onSelect: (selected: ReadonlySet<number>) => void
}

function Changes({ changes, selected, mayDecide, onSelect }: ChangesProps) {
  const isAll = changes.every(({ id }) => selected.has(id))
  const isSome = changes.some(({ id }) => selected.has(id))
  return (
    <div className={classes['tableBox']} tabIndex={0} role="group" aria-label={t('Changes')}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {mayDecide && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={t('Select all changes')}
                  checked={isAll}
                  indeterminate={!isAll && isSome}
                  onChange={() => onSelect(new Set(isAll ? [] : changes.map(({ id }) => id)))}
                />
              </th>
            )}
            <th scope="col">{t('Match')}</th>
            <th scope="col">{t('Now')}</th>
            <th scope="col">{t('The file says')}</th>
            <th scope="col">{t('Also affects')}</th>
            <th scope="col">{t('From')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Row
              key={change.id}
              change={change}
              mayDecide={mayDecide}
              isSelected={selected.has(change.id)}
              onSelect={() => {
                const next = new Set(selected)
                if (!next.delete(change.id)) next.add(change.id)
                onSelect(next)
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DecisionBarProps {
  readonly chosen: readonly MatchChange[]
  readonly isBusy: boolean
  readonly onRun: (kind: 'approve' | 'decline') => void
}

/** What the selected changes move, and the two decisions about them. */
function DecisionBar({ chosen, isBusy, onRun }: DecisionBarProps) {
  const may = useMay()
  const sold = chosen.filter(({ performance }) => performance !== null && !performance.isPast)
  const purchases = sold.reduce((sum, { performance }) => sum + (performance?.purchases ?? 0), 0)
  const lacksPerformances = sold.length > 0 && !may('write', 'performances')
  return (
    <div className={classes['bar']}>
      <p role="status">
        {chosen.length === 0
          ? t('Select what you want to decide about.')
          : t(
              '{n, plural, one {# change} other {# changes}} selected; {moving, plural, =0 {no performance moves} one {# performance moves} other {# performances move}}, with {purchases, plural, one {# purchase} other {# purchases}}.',
              { n: chosen.length, moving: sold.length, purchases },
            )}
        {lacksPerformances && <> {t('You can’t change performances, so you can’t approve these.')}</>}
      </p>
      <Button variant="default" disabled={chosen.length === 0} loading={isBusy} onClick={() => onRun('decline')}>
        {t('Decline')}
      </Button>
      <Button disabled={chosen.length === 0 || lacksPerformances} loading={isBusy} onClick={() => onRun('approve')}>
        {t('Approve')}
      </Button>
    </div>
  )
}

interface RowProps {
  readonly change: MatchChange
  readonly mayDecide: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Row({
  change: { matchId, name, competition, round, was, becomes, performance, source, foundBy, foundAt },
  mayDecide,
  isSelected,
  onSelect,
}: RowProps) {
  const words = differenceWords(was, becomes)
  return (
    <tr>
      {mayDecide && (
        <td>
          <Checkbox size="xs" aria-label={t('Select {name}', { name })} checked={isSelected} onChange={onSelect} />
        </td>
      )}
      <td>
        <RecordLink to="matches" id={matchId}>
          {name}
        </RecordLink>
        <small>{round === null ? competition : `${competition} · ${round}`}</small>
      </td>
      <td>{words.was}</td>
      <td>
        <strong>{words.becomes}</strong>
      </td>
      <td>
        {performance === null || performance.isPast ? (
          '–'
        ) : (
          <>
            {performance.eventName}
            <small>{t('{n, plural, one {# purchase} other {# purchases}}', { n: performance.purchases })}</small>
          </>
        )}
      </td>
      <td>
        {source}
        <small>{t('{name}, {when}', { name: foundBy, when: formatInstant(foundAt) })}</small>
      </td>
    </tr>
  )
}
