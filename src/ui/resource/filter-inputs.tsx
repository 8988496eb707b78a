import { Button, Checkbox, NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type AnyField, type FieldOf, type KindTable, ask } from '../../core/resource/fields.ts'
import { ownZone } from '../../core/zoned-time.ts'
import { formatDate } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Scalar } from '../../core/list/list-query.ts'
import { countedDays, daysOf, maxDays, namedPeriods, periodWords, todayIn } from '../../core/i18n/relative-dates.ts'
import { useBusinessZone } from './business-zone.web.ts'
import type { Telling } from '../../core/list/condition-labels.ts'
import type { FilterDraft, Mode } from '../../core/list/filter-modes.ts'
import type { InputProps } from './input-props.ts'
import { inputOf, optionsOf } from './inputs.tsx'
import classes from './list.module.css'
import { useResource } from './resources.tsx'

export interface ValueProps {
  readonly name: string
  readonly draft: FilterDraft
  readonly change: (part: Partial<FilterDraft>) => void
  readonly telling: Telling
}
type Editor<F> = (field: F, props: ValueProps) => ReactNode

/** A field's own input under another label, given the currency that the filter leaves. */
function plainInput(
  field: AnyField,
  label: string,
  { name, telling }: ValueProps,
  value: Scalar | null,
  onChange: (value: Scalar | null) => void,
): ReactNode {
  const currency = 'currency' in field ? { [field.currency]: telling.currencyOf(field) } : {}
  const props: InputProps = {
    name: `${name}.${label}`,
    value,
    onChange: (given) => onChange((given ?? null) as Scalar | null),
    errors: {},
    readOnly: false,
    draft: currency,
    record: null,
  }
  return inputOf({ ...field, required: false, help: undefined, label } as unknown as AnyField, props)
}

/** Amounts of several currencies are compared by their numbers alone, which people have to know. */
function amountHint(field: AnyField, { telling }: ValueProps): ReactNode {
  if (!('currency' in field)) return null
  const currency = telling.currencyOf(field)
  return (
    <p className={classes['hint']}>
      {currency === null
        ? t('In each amount’s own currency. Filter by currency too to compare them.')
        : t('In {currency}, as the filter says.', { currency })}
    </p>
  )
}

/** From and to, both included; a link can have set an end that is left out. */
const range: Editor<AnyField> = (field, props) => {
  const {
    draft: { range: given },
    change,
  } = props
  const [low, high] = [given.gt === undefined ? 'gte' : 'gt', given.lt === undefined ? 'lte' : 'lt'] as const
  const set = (end: keyof typeof given) => (value: Scalar | null) => {
    const { [end]: _, ...rest } = given
    change({ range: value === null ? rest : { ...rest, [end]: value } })
  }
  return (
    <>
      <div className={classes['range']}>
        {plainInput(field, low === 'gte' ? t('From') : t('After'), props, given[low] ?? null, set(low))}
        {plainInput(field, high === 'lte' ? t('To') : t('Before'), props, given[high] ?? null, set(high))}
      </div>
      {amountHint(field, props)}
    </>
  )
}

const value: Editor<AnyField> = (field, props) => (
  <>
    {plainInput(field, t('Value'), props, props.draft.one, (one) => props.change({ one }))}
    {amountHint(field, props)}
  </>
)

const words: Editor<AnyField> = (_field, { draft, change }) => (
  <TextInput
    label={t('Text')}
    value={String(draft.one ?? '')}
    maxLength={200}
    autoComplete="off"
    onChange={(event) => change({ one: event.currentTarget.value })}
  />
)

const yesOrNo: Editor<AnyField> = (_field, { draft, change }) => (
  <div className={classes['range']} role="group" aria-label={t('Value')}>
    {[true, false].map((one) => (
      <Button
        key={String(one)}
        variant={draft.one === one ? 'filled' : 'default'}
        aria-pressed={draft.one === one}
        onClick={() => change({ one })}
      >
        {one ? t('Yes') : t('No')}
      </Button>
    ))}
  </div>
)

const tags: Editor<AnyField> = (_field, { draft, change }) => (
  <TagsInput
    label={t('Values')}
    description={t('Separated by commas')}
    value={draft.list.map(String)}
    onChange={(list) => change({ list })}
    splitChars={[',', ';']}
    acceptValueOnBlur
  />
)

const boxes: Editor<FieldOf['select'] | FieldOf['choices']> = (field, { draft: { list }, change }) => (
  <fieldset className={classes['choices']}>
    <legend className="visually-hidden">{t('Values')}</legend>
    {optionsOf(field).map(({ value: option, label }) => (
      <Checkbox
        key={option}
        label={label}
        checked={list.includes(option)}
        onChange={(event) =>
          change({ list: event.currentTarget.checked ? [...list, option] : list.filter((item) => item !== option) })
        }
      />
    ))}
  </fieldset>
)

const records: Editor<FieldOf['ref'] | FieldOf['refs']> = (field, props) => <Records field={field} {...props} />

function Records({ field, name, draft, change, telling }: ValueProps & { field: FieldOf['ref'] | FieldOf['refs'] }) {
  // Waits for the definition here, so that the whole editor comes at once and its first input can be focused.
  useResource(field.to)
  const key = `${name}.values`
  const titles = draft.list.map((id) => ({ id, title: telling.titleOf(field.to, Number(id)) }))
  return inputOf(
    { kind: 'refs', to: field.to, label: t('Values') },
    {
      name: key,
      value: draft.list,
      onChange: (list) => {
        change({ list: list as number[] })
        closeList()
      },
      errors: {},
      readOnly: false,
      draft: {},
      record: { [key]: titles },
    },
  )
}

/** The results are done with once an option is chosen; the next key asks again. */
function closeList(): void {
  const input = document.activeElement
  if (!(input instanceof HTMLInputElement)) return
  input.blur()
  input.focus()
}

const nothing: Editor<AnyField> = () => null

const lists = {
  text: tags,
  longText: tags,
  integer: tags,
  decimal: tags,
  percent: tags,
  money: tags,
  boolean: tags,
  date: tags,
  time: tags,
  instant: tags,
  select: boxes,
  choices: boxes,
  words: tags,
  ref: records,
  refs: records,
  rows: nothing,
} satisfies KindTable<[ValueProps], ReactNode>

const ones = {
  text: words,
  longText: words,
  integer: value,
  decimal: value,
  percent: value,
  money: value,
  boolean: yesOrNo,
  date: value,
  time: value,
  instant: value,
  select: value,
  choices: nothing,
  words,
  ref: value,
  refs: nothing,
  rows: nothing,
} satisfies KindTable<[ValueProps], ReactNode>

const list: Editor<AnyField> = (field, props) => ask<[ValueProps], ReactNode>(lists, field, props)
const one: Editor<AnyField> = (field, props) => ask<[ValueProps], ReactNode>(ones, field, props)

const counted = ['next', 'last'] as const
/** The default number of days. */
const usualCount = 14

const period: Editor<AnyField> = (_field, props) => <Period {...props} />

/** A period that moves with the calendar, the days that it is now, and on whose clocks. */
function Period({ draft, change }: ValueProps) {
  const business = useBusinessZone()
  const zone = draft.zone ?? business
  const count = countedDays(draft.period)
  const { from, to } = daysOf(draft.period, todayIn(zone))
  const last = new Date(Date.parse(`${to}T00:00:00Z`) - 1).toISOString().slice(0, 10)
  const zones = [...new Set([business, zone, ownZone()])]
  return (
    <>
      <NativeSelect
        label={t('Period')}
        value={count?.side ?? draft.period}
        data={[
          ...namedPeriods.map((name) => ({ value: name, label: capital(periodWords(name)) })),
          ...counted.map((side) => ({ value: side, label: side === 'next' ? t('Next … days') : t('Last … days') })),
        ]}
        onChange={({ currentTarget: { value: chosen } }) => {
          change({
            period: chosen === 'next' || chosen === 'last' ? `${chosen}${count?.count ?? usualCount}Days` : chosen,
          })
        }}
      />
      {count && (
        <NumberInput
          label={t('Days')}
          min={1}
          max={maxDays}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          value={count.count}
          onChange={(days) => {
            if (Number(days) >= 1) change({ period: `${count.side}${Number(days)}Days` })
          }}
        />
      )}
      {zones.length > 1 && (
        <NativeSelect
          label={t('Counted in')}
          value={zone}
          data={zones.map((name) => ({
            value: name,
            label: name === business ? t('{name} (the business)', { name }) : name,
          }))}
          onChange={({ currentTarget: { value: chosen } }) => change({ zone: chosen === business ? null : chosen })}
        />
      )}
      <p className={classes['hint']} aria-live="polite">
        {t('Now {days}, in {zone}.', {
          zone,
          days:
            from === last ? formatDate(from) : t('{from} to {to}', { from: formatDate(from), to: formatDate(last) }),
        })}
      </p>
    </>
  )
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const editors: Readonly<Record<Mode, Editor<AnyField>>> = {
  between: range,
  during: period,
  is: one,
  not: one,
  oneOf: list,
  noneOf: list,
  contains: words,
  startsWith: words,
  empty: nothing,
  filled: nothing,
}

/** The inputs of a mode; none where the mode says it all. */
export function valueInputs(field: AnyField, props: ValueProps): ReactNode {
  return editors[props.draft.mode](field, props)
}
