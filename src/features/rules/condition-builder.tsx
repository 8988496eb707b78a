import { ActionIcon, Button } from '@mantine/core'
import { IconFlask, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { AnyField } from '../../core/resource/fields.ts'
import { isWritable } from '../../core/resource/fields.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import type { Dimension, Rule } from './rule-evaluation.ts'
import { dimensions, dimensionsOf } from './rule-evaluation.ts'
import { conditionKeys, useIntent } from './rule-intent.web.ts'
import { ruleSentence, titlesIn } from './rule-labels.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'

const TrialDialog = lazy(async () => ({ default: (await import('./trial-dialog.tsx')).TrialDialog }))

const labels: Readonly<Record<Dimension, string>> = {
  event: msg('Event'),
  performer: msg('Performer'),
  venue: msg('Venue'),
  competition: msg('Competition'),
  subcategory: msg('Subcategory'),
  category: msg('Category'),
  type: msg('Kind of event'),
  provider: msg('Provider'),
  country: msg('Country'),
  price: msg('Price band'),
  days: msg('Days to the event'),
}

/**
 * The conditions of a rule in one place, showing only those it has; the rule as a sentence; and a trial on live events.
 */
export function ConditionBuilder(props: InputProps & { field: AnyField }) {
  const { draft, record, errors, readOnly, setField } = props
  // The form keeps a draft by the definition that rules are part of.
  const rule = draft as unknown as Rule
  const place = useRef<HTMLDivElement>(null)
  const [{ added }, setIntent] = useIntent()
  const [isTrying, setTrying] = useState(false)
  const mayTry = useMay()('ui', 'events')
  const held = new Set(dimensionsOf(rule))
  const unheard = [...held].filter((one) => !added.has(one)).join(' ')
  const shown = dimensions.filter(
    (one) => held.has(one) || added.has(one) || conditionKeys[one].some((key) => errors[key] !== undefined),
  )
  const rest = dimensions.filter((one) => !shown.includes(one))
  const setAdded = (change: (before: ReadonlySet<Dimension>) => ReadonlySet<Dimension>) =>
    setIntent((before) => ({ ...before, added: change(before.added) }))

  // An emptied condition stays in place: the user can be about to fill it in again.
  useEffect(() => {
    if (unheard !== '')
      setIntent((before) => ({
        ...before,
        added: new Set([...before.added, ...dimensions.filter((one) => unheard.split(' ').includes(one))]),
      }))
  }, [unheard, setIntent])

  function add(one: Dimension): void {
    setAdded((before) => new Set([...before, one]))
    focusOn(place.current, `[data-condition="${one}"] input:not([disabled])`)
  }

  function remove(one: Dimension): void {
    for (const key of conditionKeys[one]) setField?.(key, Array.isArray(draft[key]) ? [] : null)
    setAdded((before) => new Set([...before].filter((other) => other !== one)))
    focusOn(place.current, `[data-add="${one}"]`)
  }

  return (
    <div ref={place} className={classes['builder']}>
      {shown.map((one) => (
        <ConditionFields key={one} dimension={one} onRemove={() => remove(one)} {...props} />
      ))}
      {!readOnly && rest.length > 0 && <AddConditions dimensions={rest} onAdd={add} />}
      <div className={classes['sentence']}>
        <p role="status">{ruleSentence(rule, titlesIn(record))}</p>
        {mayTry && (
          <Button variant="light" leftSection={<IconFlask size={15} aria-hidden />} onClick={() => setTrying(true)}>
            {t('Try before saving')}
          </Button>
        )}
      </div>
      {isTrying && (
        <Suspense>
          <TrialDialog
            id={typeof record?.['id'] === 'number' ? record['id'] : null}
            draft={writable(draft)}
            onClose={() => setTrying(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface ConditionFieldsProps extends Pick<InputProps, 'draft' | 'record' | 'errors' | 'readOnly' | 'setField'> {
  readonly dimension: Dimension
  readonly onRemove: () => void
}

/** One condition: its inputs, and the way to drop it. */
function ConditionFields(props: ConditionFieldsProps) {
  const { dimension, draft, record, errors, readOnly, setField, onRemove } = props
  return (
    <fieldset className={classes['condition']} data-condition={dimension}>
      <legend className="visually-hidden">{t(labels[dimension])}</legend>
      <div className={classes['inputs']} data-many={conditionKeys[dimension].length > 1}>
        {conditionKeys[dimension].map((key) => (
          <div key={key}>
            {inputOf(rules.fields[key], {
              name: key,
              value: draft[key],
              onChange: (value) => setField?.(key, value),
              error: errors[key],
              errors,
              readOnly,
              draft,
              record,
            })}
          </div>
        ))}
      </div>
      {!readOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes['remove']}
          aria-label={t('Remove the condition {name}', { name: t(labels[dimension]) })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}

interface AddConditionsProps {
  readonly dimensions: readonly Dimension[]
  readonly onAdd: (dimension: Dimension) => void
}

function AddConditions({ dimensions: offered, onAdd }: AddConditionsProps) {
  return (
    <div className={classes['adding']} role="group" aria-label={t('Add a condition')}>
      <span aria-hidden>{t('Add a condition')}</span>
      {offered.map((one) => (
        <Button
          key={one}
          size="compact-sm"
          variant="default"
          data-add={one}
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onAdd(one)}
        >
          {t(labels[one])}
        </Button>
      ))}
    </div>
  )
}

/** How long to wait for a condition's input to load, in milliseconds. */
const patience = 3_000

/** Focuses an element as soon as it appears: the first reference input is still loading when its condition is added. */
function focusOn(place: HTMLElement | null, selector: string, since = performance.now()): void {
  requestAnimationFrame(() => {
    const found = place?.querySelector<HTMLElement>(selector)
    if (found) found.focus()
    else if (place?.isConnected && performance.now() - since < patience) focusOn(place, selector, since)
  })
}

function writable(draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(rules.fields)
      .filter(([, field]) => isWritable(field))
      .map(([key]) => [key, draft[key]]),
  )
}
