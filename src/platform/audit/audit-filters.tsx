import { useState } from 'react'
import { inOrder } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { Condition } from '../../core/list/list-query.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { ChoiceFilter } from '../../ui/resource/choice-filter.tsx'
import { DateInput } from '../../ui/resource/date-input.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { FilterBar } from '../../ui/resource/filter-bar.tsx'
import { SearchBox } from '../../ui/resource/list-search-box.tsx'
import { instantOf, localOf, ownZone } from '../../core/zoned-time.ts'
import { readAuditChoices } from './audit.endpoints.ts'
import type { AuditState } from './audit-state.web.ts'
import { audit } from './audit.ts'
import classes from './audit.module.css'
import { actionWords, objectWords } from './entry-labels.ts'

/** What has a control of its own; the other fields are added as in every list. */
const controlled = new Set(['personId', 'object', 'action', 'at', 'outcome'])

const minute = 60_000
const stretches = [
  { value: '60', label: msg('Last hour') },
  { value: 'today', label: msg('Today') },
  { value: String(7 * 24 * 60), label: msg('Last 7 days') },
  { value: String(30 * 24 * 60), label: msg('Last 30 days') },
  { value: 'given', label: msg('From … to …') },
] as const

export function AuditFilters({ state, byName }: { state: AuditState; byName: ReadonlyMap<string, AnyResource> }) {
  const { data } = useAnswer(readAuditChoices, { staleTime: minute })
  const { filter } = state
  const [people, objects, actions] = [data?.people ?? [], data?.objects ?? [], data?.actions ?? []]
  const others = Object.fromEntries(Object.entries(filter).filter(([key]) => !controlled.has(key)))
  return (
    <>
      <SearchBox state={{ q: state.q, setQ: state.search }} what={inSentence(t(audit.label[1]))} />
      <FilterBar
        of={audit}
        state={{ filter: others, setCondition: state.setCondition, clearFilters: state.clear }}
        fixed={controlled}
        isNarrowed={state.isNarrowed}
      >
        <Choice
          label={t('Person')}
          value={filter['personId']}
          onChange={(value) => state.setCondition('personId', value === null ? null : Number(value))}
          options={people.map(({ id, name, email }) => ({
            value: String(id),
            label: email === null || email === name ? name : `${name} · ${email}`,
          }))}
        />
        <Choice
          label={t('Object')}
          value={filter['object']}
          onChange={(value) => state.setCondition('object', value)}
          options={sorted(objects.map((value) => ({ value, label: objectWords(value, byName.get(value)) })))}
        />
        <Choice
          label={t('Action')}
          value={filter['action']}
          onChange={(value) => state.setCondition('action', value)}
          options={sorted(actions.map((value) => ({ value, label: actionWords(value) })))}
        />
        <Time condition={filter['at']} onChange={(condition) => state.setCondition('at', condition)} />
        <Choice
          label={t('Outcome')}
          value={filter['outcome']}
          onChange={(value) => state.setCondition('outcome', value)}
          options={outcomes()}
        />
      </FilterBar>
    </>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

/** Two objects can have the same label; then each label includes its value. */
function sorted(options: readonly Option[]): Option[] {
  const isTwice = (label: string) => options.filter((option) => option.label === label).length > 1
  return options
    .map((option) => (isTwice(option.label) ? { ...option, label: `${option.label} (${option.value})` } : option))
    .sort((a, b) => inOrder(a.label, b.label))
}

interface ChoiceProps {
  label: string
  value: Condition | undefined
  options: readonly Option[]
  onChange: (value: string | null) => void
}

/** What the address names need not be among the choices, or be a plain one. */
function Choice({ value, ...props }: ChoiceProps) {
  const isPlain = typeof value === 'string' || typeof value === 'number'
  const chosen = value === undefined ? null : isPlain ? String(value) : 'several'
  return <ChoiceFilter {...props} value={chosen} {...(!isPlain && { otherwise: t('as in the URL') })} />
}

function outcomes(): Option[] {
  const { outcome } = audit.fields
  return outcome.choices.map((value) => ({ value, label: choiceLabelOf(outcome, value) }))
}

function partsOf(condition: Condition | undefined): { gte?: string; lte?: string } {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition)) return {}
  const { gte, lte } = condition as Record<string, unknown>
  return { ...(typeof gte === 'string' && { gte }), ...(typeof lte === 'string' && { lte }) }
}

function startOf(stretch: string): string {
  const now = Date.now()
  if (stretch !== 'today') return new Date(now - Number(stretch) * minute).toISOString()
  return instantOf(`${localOf(now, ownZone()).slice(0, 10)}T00:00`, ownZone()).instant
}

/** A stretch of time: a usual one, or any by its ends, on the reader's own clock. */
function Time({
  condition,
  onChange,
}: {
  condition: Condition | undefined
  onChange: (condition: Condition | null) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const { gte, lte } = partsOf(condition)
  const isGiven = condition !== undefined || isOpen
  const change = (end: 'gte' | 'lte', instant: string | null) => {
    const kept = Object.entries({ gte, lte, [end]: instant }).filter(([, value]) => value)
    onChange(kept.length === 0 ? null : Object.fromEntries(kept))
  }
  return (
    <>
      <ChoiceFilter
        label={t('Time')}
        value={isGiven ? 'given' : null}
        options={stretches.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(value) => {
          setOpen(value === 'given')
          if (value === null) onChange(null)
          else if (value !== 'given') onChange({ gte: startOf(value) })
        }}
      />
      {isGiven && (
        <span className={classes['time']}>
          <DateInput
            kind="instant"
            zone={ownZone()}
            aria-label={t('From')}
            value={gte ?? null}
            onChange={(instant) => change('gte', instant)}
          />
          <span aria-hidden>–</span>
          <DateInput
            kind="instant"
            zone={ownZone()}
            aria-label={t('To')}
            value={lte ?? null}
            onChange={(instant) => change('lte', instant)}
          />
        </span>
      )}
    </>
  )
}
