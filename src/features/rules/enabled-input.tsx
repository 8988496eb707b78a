import { Checkbox } from '@mantine/core'
import type { AnyField } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import type { InputProps } from '../../ui/resource/input-props.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { countLiveEvents } from './rule.endpoints.ts'
import type { Rule } from './rule-evaluation.ts'
import { dimensionsOf } from './rule-evaluation.ts'
import { isStoredForAll, useIntent } from './rule-intent.web.ts'
import classes from './rules.module.css'

/** Enables a rule; a rule without any condition must first be confirmed to apply to everything. */
export function EnabledInput({ field, ...props }: InputProps & { field: AnyField }) {
  const [{ from }] = useRouteQuery()
  const [{ added }, setIntent] = useIntent()
  // The form keeps a draft by the definition that rules are part of.
  const isForAll = dimensionsOf(props.draft as unknown as Rule).length === 0 && added.size === 0
  const isMeant = from === undefined && isStoredForAll(props.record)
  return (
    <>
      {inputOf(field, {
        ...props,
        onChange(value) {
          setIntent((before) => ({ ...before, mayHoldForAll: false }))
          props.onChange(value)
        },
      })}
      {isForAll && props.value === true && !isMeant && !props.readOnly && (
        <ForAll onSaid={() => props.onChange(true)} />
      )}
    </>
  )
}

function ForAll({ onSaid }: { onSaid: () => void }) {
  const [{ mayHoldForAll }, setIntent] = useIntent()
  const { data } = useAnswer(countLiveEvents, { enabled: useMay()('ui', 'events'), staleTime: 0 })
  const count = data?.count ?? 0
  const label = !data
    ? t('Can apply to everything')
    : data.isCapped
      ? t('It can apply to everything: more than {n} live events', { n: formatNumber(count) })
      : t('It can apply to everything: {n, plural, one {# live event} other {# live events}}', { n: count })
  return (
    <div className={classes['forAll']}>
      <p>{t('This rule has no condition.')}</p>
      <Checkbox
        label={label}
        checked={mayHoldForAll}
        onChange={({ currentTarget: { checked } }) => {
          setIntent((before) => ({ ...before, mayHoldForAll: checked }))
          // Any error about it is resolved now.
          onSaid()
        }}
      />
    </div>
  )
}
