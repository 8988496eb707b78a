import { ActionIcon, Button } from '@mantine/core'
import { IconFlask, IconPlus, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { AnyField } from '../../kit/fields.ts'
import { isWritable } from '../../kit/fields.ts'
import { msg, t } from '../../kit/language.ts'
import type { InputProps } from '../../kit/screens/input-props.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { useMay } from '../../kit/session.web.ts'
import type { Dimension, Rule } from './rule-evaluation.ts'
import { dimensions, dimensionsOf } from './rule-evaluation.ts'
import { ruleSentence, titlesIn } from './rule-words.ts'
import classes from './rules.module.css'
import { rules } from './rules.ts'

const TrialDialog = lazy(async () => ({ default: (await import('./trial-dialog.tsx')).TrialDialog }))

type Key = keyof typeof rules.fields

interface Condition { readonly label: string; readonly keys: readonly Key[] }

const conditions: Readonly<Record<Dimension, Condition>> = {
  event: { label: msg('Event'), keys: ['eventIds'] },
  performer: { label: msg('Performer'), keys: ['performerIds'] },
  venue: { label: msg('Venue'), keys: ['venueIds'] },
  competition: { label: msg('Competition'), keys: ['competition'] },
  category: { label: msg('Category'), keys: ['categoryIds'] },
  type: { label: msg('Kind of event'), keys: ['eventTypes'] },
  provider: { label: msg('Provider'), keys: ['providerIds'] },
  country: { label: msg('Country'), keys: ['countryIds'] },
  price: { label: msg('Price band'), keys: ['currency', 'priceFrom', 'priceTo'] },
  days: { label: msg('Days to the event'), keys: ['daysFrom', 'daysTo'] },
}

/** Every condition of a rule in one place, those alone that it has; what the rule says as a sentence; and a try on live events. */
export function ConditionBuilder(props: InputProps & { field: AnyField }) {
  const { draft, record, errors, readOnly, setField } = props
  // The form keeps a draft by the definition that rules are part of.
  const rule = draft as unknown as Rule
  const place = useRef<HTMLDivElement>(null)
  const [added, setAdded] = useState<ReadonlySet<Dimension>>(new Set())
  const [isTrying, setTrying] = useState(false)
  const mayTry = useMay()('ui', 'events')
  const held = new Set(dimensionsOf(rule))
  const shown = dimensions.filter((one) => held.has(one) || added.has(one) || conditions[one].keys.some((key) => errors[key] !== undefined))
  const rest = dimensions.filter((one) => !shown.includes(one))
  const focusOn = (selector: string) => requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(selector)?.focus())

  function add(one: Dimension): void {
    setAdded((before) => new Set([...before, one]))
    focusOn(`[data-condition="${one}"] input`)
  }

  function remove(one: Dimension): void {
    for (const key of conditions[one].keys) setField?.(key, Array.isArray(draft[key]) ? [] : null)
    setAdded((before) => new Set([...before].filter((other) => other !== one)))
    focusOn(`[data-add="${one}"]`)
  }

  return (
    <div ref={place} className={classes['builder']}>
      {shown.map((one) => (
        <fieldset key={one} className={classes['condition']} data-condition={one}>
          <legend className="visually-hidden">{t(conditions[one].label)}</legend>
          <div className={classes['inputs']} data-many={conditions[one].keys.length > 1}>
            {conditions[one].keys.map((key) => (
              <div key={key}>
                {inputOf(rules.fields[key], {
                  name: key, value: draft[key], onChange: (value) => setField?.(key, value), error: errors[key], errors, readOnly, draft, record,
                })}
              </div>
            ))}
          </div>
          {!readOnly && (
            <ActionIcon variant="subtle" color="gray" className={classes['remove']} aria-label={t('Remove the condition {name}', { name: t(conditions[one].label) })} onClick={() => remove(one)}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          )}
        </fieldset>
      ))}
      {!readOnly && rest.length > 0 && (
        <div className={classes['adding']} role="group" aria-label={t('Add a condition')}>
          <span aria-hidden>{t('Add a condition')}</span>
          {rest.map((one) => (
            <Button key={one} size="compact-sm" variant="default" data-add={one} leftSection={<IconPlus size={13} aria-hidden />} onClick={() => add(one)}>{t(conditions[one].label)}</Button>
          ))}
        </div>
      )}
      <div className={classes['sentence']}>
        <p role="status">{ruleSentence(rule, titlesIn(record))}</p>
        {mayTry && <Button variant="light" leftSection={<IconFlask size={15} aria-hidden />} onClick={() => setTrying(true)}>{t('Try before saving')}</Button>}
      </div>
      {isTrying && <Suspense><TrialDialog id={typeof record?.['id'] === 'number' ? record['id'] : null} draft={writable(draft)} onClose={() => setTrying(false)} /></Suspense>}
    </div>
  )
}

function writable(draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rules.fields).filter(([, field]) => isWritable(field)).map(([key]) => [key, draft[key]]))
}
