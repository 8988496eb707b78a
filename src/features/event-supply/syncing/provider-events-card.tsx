import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ref } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { formatNumber, timeAgo } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { ChooseRecordDialog } from '../../../ui/resource/choose-record-dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { performances } from '../../events/performance/performances.ts'
import { stateLabels } from './event-labels.ts'
import { ProviderEventRow } from './provider-event-row.tsx'
import type { EventState, ProviderEvent, ProviderEvents } from './provider-events.endpoints.ts'
import { decideProviderEvents, eventStates, listProviderEvents } from './provider-events.endpoints.ts'
import classes from './provider-events.module.css'

const performanceField = ref(nameOf<typeof performances>('performances'), { required: true, label: 'Performance' })

type Decision = 'match' | 'ignore' | 'reset'

const toggled = (chosen: readonly number[], id: number) =>
  chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]

/** What a provider sells, with what each of its events is here, and the decisions that the sync leaves alone. */
export function ProviderEventsCard({ code, canEdit }: { code: string; canEdit: boolean }) {
  const [state, setState] = useState<EventState>()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [choosingFor, setChoosingFor] = useState<ProviderEvent | null>(null)
  const answer = useAnswer(listProviderEvents, { params: { code }, query: { ...(state && { state }) } })
  const decide = useCommand(decideProviderEvents)
  const shown = state ?? eventStates.find((one) => (answer.data?.counts[one] ?? 0) > 0) ?? 'matched'

  async function run(decision: Decision, ids: readonly number[]): Promise<void> {
    // A failure has been shown by the client already.
    const done = await decide.mutateAsync({ params: { code }, input: { ids: [...ids], decision } }).catch(() => null)
    if (!done) return
    // Others were decided or taken away since they were listed.
    if (done.changed < ids.length) toast.warning(doneWords(decision, done.changed))
    else toast.success(doneWords(decision, done.changed))
    setChosen([])
    await answer.refetch()
  }

  return (
    <AnswerPanel title={t('Their events')} answer={answer}>
      {({ counts, events, more, readAt, problem }) => (
        <>
          <ListState readAt={readAt} problem={problem} />
          <StateButtons
            counts={counts}
            shown={shown}
            onShow={(one) => {
              setState(one)
              setChosen([])
            }}
          />
          {events.length === 0 ? (
            <p className={classes['quiet']}>{t('No events in this state.')}</p>
          ) : (
            <>
              {canEdit && (
                <Bulk
                  events={events}
                  chosen={chosen}
                  state={shown}
                  isBusy={decide.isPending}
                  onChoose={setChosen}
                  onDecide={(decision) => void run(decision, chosen)}
                />
              )}
              <ul className={classes['events']} aria-label={t('Their events')}>
                {events.map((event) => (
                  <ProviderEventRow
                    key={event.id}
                    event={event}
                    isChosen={chosen.includes(event.id)}
                    onToggle={canEdit ? () => setChosen(toggled(chosen, event.id)) : undefined}
                    onChooseOther={canEdit ? () => setChoosingFor(event) : undefined}
                  />
                ))}
              </ul>
              {more > 0 && <p className={classes['quiet']}>{t('Decide these to see the next ones.')}</p>}
            </>
          )}
          {choosingFor && (
            <ChoosePerformance
              code={code}
              event={choosingFor}
              onClose={() => setChoosingFor(null)}
              onDone={() => {
                setChoosingFor(null)
                void answer.refetch()
              }}
            />
          )}
        </>
      )}
    </AnswerPanel>
  )
}

function ListState({ readAt, problem }: Pick<ProviderEvents, 'readAt' | 'problem'>) {
  return (
    <>
      <p className={classes['quiet']}>
        {readAt === null ? t('Their list has not been read yet.') : t('List read {when}', { when: timeAgo(readAt) })}
      </p>
      {problem !== null && (
        <p className={classes['problem']} role="note">
          {problem}
        </p>
      )}
    </>
  )
}

interface StateButtonsProps {
  counts: ProviderEvents['counts']
  shown: EventState
  onShow: (state: EventState) => void
}

function StateButtons({ counts, shown, onShow }: StateButtonsProps) {
  return (
    <div className={classes['states']} role="group" aria-label={t('State')}>
      {eventStates.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant={one === shown ? 'light' : 'subtle'}
          aria-pressed={one === shown}
          onClick={() => onShow(one)}
        >
          {t(stateLabels[one])} {formatNumber(counts[one])}
        </Button>
      ))}
    </div>
  )
}

function doneWords(decision: Decision, n: number): string {
  switch (decision) {
    case 'match':
      return t('{n, plural, one {# event matched} other {# events matched}}', { n })
    case 'ignore':
      return t('{n, plural, one {# event ignored} other {# events ignored}}', { n })
    case 'reset':
      return t('{n, plural, one {# match reset} other {# matches reset}}', { n })
  }
}

interface BulkProps {
  events: readonly ProviderEvent[]
  chosen: readonly number[]
  state: EventState
  isBusy: boolean
  onChoose: (ids: readonly number[]) => void
  onDecide: (decision: Decision) => void
}

function Bulk({ events, chosen, state, isBusy, onChoose, onDecide }: BulkProps) {
  const isAll = chosen.length === events.length
  const isNone = chosen.length === 0
  return (
    <div className={classes['bulk']}>
      <Checkbox
        size="xs"
        label={isNone ? t('Select all') : t('{n} selected', { n: formatNumber(chosen.length) })}
        checked={isAll}
        indeterminate={!isAll && !isNone}
        onChange={() => onChoose(isAll ? [] : events.map(({ id }) => id))}
      />
      {state === 'suggested' && (
        <Button size="compact-sm" disabled={isNone} loading={isBusy} onClick={() => onDecide('match')}>
          {t('Match')}
        </Button>
      )}
      {state !== 'ignored' && state !== 'matched' && (
        <Button size="compact-sm" variant="default" disabled={isNone || isBusy} onClick={() => onDecide('ignore')}>
          {t('Ignore')}
        </Button>
      )}
      {(state === 'matched' || state === 'ignored') && (
        <Button size="compact-sm" variant="default" disabled={isNone || isBusy} onClick={() => onDecide('reset')}>
          {t('Reset')}
        </Button>
      )}
    </div>
  )
}

interface ChooseProps {
  code: string
  event: ProviderEvent
  onClose: () => void
  onDone: () => void
}

function ChoosePerformance({ code, event, onClose, onDone }: ChooseProps) {
  const [performanceId, setPerformanceId] = useState<number | null>(event.performance?.id ?? null)
  const [problem, setProblem] = useState<string>()
  const decide = useCommand(decideProviderEvents, { quiet: [422] })

  async function submit(): Promise<void> {
    if (performanceId === null) return setProblem(t('Choose a performance.'))
    try {
      await decide.mutateAsync({ params: { code }, input: { ids: [event.id], decision: 'match', performanceId } })
      toast.success(t('{event} matched', { event: event.name }))
      onDone()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(failure.body.fields?.['performanceId'] ?? failure.message)
    }
  }

  return (
    <ChooseRecordDialog
      title={t('Match {event}', { event: event.name })}
      field={performanceField}
      name="performanceId"
      value={performanceId}
      suggested={event.performance ? { id: event.performance.id, title: event.performance.name } : undefined}
      problem={problem}
      action={t('Match')}
      isBusy={decide.isPending}
      onChange={(id) => {
        setPerformanceId(id)
        setProblem(undefined)
      }}
      onSubmit={() => void submit()}
      onClose={onClose}
    />
  )
}
