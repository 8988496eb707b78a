import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldOf } from '../../core/resource/resource.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { labelOf } from '../../core/resource/fields.ts'
import { formatNumber, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { ListFrame } from '../../ui/resource/list-frame.tsx'
import { Pager } from '../../ui/resource/pagination.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { AssignControl } from './assign-control.tsx'
import classes from './languages.module.css'
import type { Counted, Unit } from './queue.endpoints.ts'
import { approveUnits, deepest, listTranslators, listUnits, pageSize } from './queue.endpoints.ts'
import { QueueFilterBar } from './queue-filter-bar.tsx'
import type { QueueState } from './queue-state.web.ts'
import { statusTones, statusWords } from './status-labels.ts'

interface QueueProps {
  counted: Counted
  state: QueueState
  onChanged: () => void
}

const keyOf = ({ resource, recordId, field, locale }: Unit) => `${resource} ${recordId} ${field} ${locale}`

/** Texts to translate or approve, best sellers first. */
export function TranslationQueue({ counted, state, onChanged }: QueueProps) {
  const resources = useResources()
  const mayWrite = useMay()('write', 'translations')
  const { data, error, refetch } = useAnswer(listUnits, { query: { ...state.query, offset: String(state.offset) } })
  const approve = useCommand(approveUnits, { quiet: [422] })
  const { data: people = [] } = useAnswer(listTranslators)
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const units = data?.units ?? []
  const { selected, select, checkOf } = useSelection(units)
  const approvable = selected.flatMap(({ id, status }) =>
    id !== null && status !== 'approved' && status !== 'outdated' ? [id] : [],
  )

  async function approveChosen(): Promise<void> {
    const { approved, refused: left } = await approve.mutateAsync({ input: { ids: approvable } })
    setRefused(new Map(left.map(({ id, message }) => [id, message])))
    select(units.filter(({ id }) => left.some((one) => one.id === id)))
    sayApproved(approved, left.length)
    await refetch()
    onChanged()
  }

  return (
    <section aria-labelledby="queue">
      <h2 className={classes['heading']} id="queue">
        {t('Texts')}
      </h2>
      <ListFrame
        tools={<QueueFilterBar counted={counted} state={state} resources={resources} people={people} />}
        foot={<QueuePager state={state} shown={units.length} hasMore={data?.hasMore === true} />}
      >
        {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Texts')} />}
        {mayWrite && units.length > 0 && (
          <div className={classes['commands']}>
            <SelectAll units={units} selected={selected} onChoose={select} />
            <Button
              variant="default"
              leftSection={<IconChecks size={15} aria-hidden />}
              disabled={approvable.length === 0}
              loading={approve.isPending}
              onClick={() => void approveChosen()}
            >
              {t('{n, plural, =0 {Approve} one {Approve # text} other {Approve # texts}}', { n: approvable.length })}
            </Button>
            <AssignControl
              units={selected}
              people={people}
              onDone={() => {
                select([])
                void refetch()
              }}
            />
          </div>
        )}
        {data && units.length === 0 && <p className={classes['empty']}>{emptyWords(state)}</p>}
        {units.length > 0 && (
          <ul className={classes['queue']}>
            {units.map((unit) => (
              <Row
                key={keyOf(unit)}
                unit={unit}
                resource={resources.find(({ name }) => name === unit.resource)}
                state={state}
                problem={unit.id === null ? undefined : refused.get(unit.id)}
                check={mayWrite ? checkOf(unit) : null}
              />
            ))}
          </ul>
        )}
      </ListFrame>
    </section>
  )
}

/** The texts of this page that are selected. */
function useSelection(units: readonly Unit[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const checkOf = (unit: Unit): Check => ({
    isChosen: chosen.has(keyOf(unit)),
    choose: (isChosen) =>
      setChosen(
        (before) => new Set(isChosen ? [...before, keyOf(unit)] : [...before].filter((key) => key !== keyOf(unit))),
      ),
  })
  return {
    selected: units.filter((unit) => chosen.has(keyOf(unit))),
    select: (ones: readonly Unit[]) => setChosen(new Set(ones.map(keyOf))),
    checkOf,
  }
}

function sayApproved(approved: number, refused: number): void {
  if (approved > 0) toast.success(t('{n, plural, one {# text approved} other {# texts approved}}', { n: approved }))
  if (refused > 0)
    toast.warning(
      t('{n, plural, one {# text} other {# texts}} not approved. The reason is shown beside each.', { n: refused }),
      { duration: 8000 },
    )
}

interface QueuePagerProps {
  readonly state: QueueState
  /** Texts on this page. */
  readonly shown: number
  readonly hasMore: boolean
}

/** How far into the queue this page is. The server gives none beyond the deepest. */
function QueuePager({ state, shown, hasMore }: QueuePagerProps) {
  const { offset } = state
  return (
    <Pager
      range={shown === 0 ? t('No rows') : `${formatNumber(offset + 1)}–${formatNumber(offset + shown)}`}
      previous={offset === 0 ? null : () => state.goTo(Math.max(0, offset - pageSize))}
      next={hasMore && offset + pageSize <= deepest ? () => state.goTo(offset + pageSize) : null}
    />
  )
}

interface SelectAllProps {
  readonly units: readonly Unit[]
  readonly selected: readonly Unit[]
  readonly onChoose: (units: readonly Unit[]) => void
}

function SelectAll({ units, selected, onChoose }: SelectAllProps) {
  return (
    <Checkbox
      label={t('Select all on this page')}
      checked={selected.length === units.length}
      indeterminate={selected.length > 0 && selected.length < units.length}
      onChange={(event) => onChoose(event.currentTarget.checked ? units : [])}
    />
  )
}

/** Why the list is empty: only where everything that is missing or outdated was asked for is everything done. */
function emptyWords({ filters: { status, assignee, translator, q, field }, offset }: QueueState): string {
  if (offset > 0) return t('No texts on this page.')
  if (status === '' && assignee === '' && translator === '' && q === '' && field === '')
    return t('Nothing is missing or outdated here.')
  return t('No text matches these filters.')
}

interface Check {
  readonly isChosen: boolean
  choose(isChosen: boolean): void
}

interface RowProps {
  unit: Unit
  resource: AnyResource | undefined
  state: QueueState
  problem: string | undefined
  check: Check | null
}

function Row({ unit, resource, state, problem, check }: RowProps) {
  const { title, field, locale, status, source, text, orders, recordId, translator, assignee } = unit
  const name = labelOf(field, resource ? (fieldOf(resource, field) ?? {}) : {})
  const language = nameOf('language', locale)
  const told = problem ?? unit.problem
  return (
    <li>
      <div className={classes['rowHead']}>
        {check && (
          <Checkbox
            checked={check.isChosen}
            aria-label={t('Select {field} of {title} in {language}', { field: name, title, language })}
            onChange={(event) => check.choose(event.currentTarget.checked)}
          />
        )}
        <button
          type="button"
          className={classes['open']}
          aria-label={t('{title}, {field} in {language}', { title, field: name, language })}
          onClick={() => state.edit(`${unit.resource}:${recordId}`, locale, field)}
        >
          {title}
        </button>
        <span>
          {resource ? t(resource.label[0]) : unit.resource} · {name} · {language}
        </span>
        <Chip tone={statusTones[status]}>{t(statusWords[status])}</Chip>
        {assignee && <span>{t('for {name}', { name: assignee.name })}</span>}
        <span className={classes['worth']}>
          {orders > 0 && t('{n, plural, one {# order} other {# orders}} in 90 days', { n: orders })}
        </span>
      </div>
      <p className={classes['source']}>{plainOfRichText(source)}</p>
      {text !== null && (
        <p className={classes['target']} lang={locale}>
          {plainOfRichText(text)}
          {translator !== null && <small> {translator}</small>}
        </p>
      )}
      {unit.warning !== null && <p className={classes['warning']}>{unit.warning}</p>}
      {told !== null && told !== undefined && <p className={classes['problem']}>{told}</p>}
    </li>
  )
}
