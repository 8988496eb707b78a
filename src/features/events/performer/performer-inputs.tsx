import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { t } from '../../../core/i18n/language.ts'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { common } from '../../../ui/resource/input-props.ts'
import { RecordLink } from '../../../ui/resource/record-link.tsx'
import type { OwnInput } from '../../../ui/resource/screen-parts.web.ts'
import { listLeagues, readNamesakes } from './performer.endpoints.ts'
import classes from './performers.module.css'
import { performers } from './performers.ts'

/**
 * Below the name, while it is typed: existing performers with that name. If one is of the same kind too, saving another
 * needs confirmation.
 */
export const NamesakeInput: OwnInput = ({ field, ...props }) => {
  const { draft, record, value, readOnly, error, onChange } = props
  const name = typeof draft['name'] === 'string' ? draft['name'].trim() : ''
  const [settled] = useDebouncedValue(name, 250)
  const { data } = useAnswer(readNamesakes, {
    query: { name: settled },
    enabled: settled.length > 1 && !readOnly,
    staleTime: 10_000,
  })
  const others = settled.length > 1 ? (data?.namesakes ?? []).filter(({ id }) => id !== record?.['id']) : []
  const isTwin = others.some((other) => other.name.toLowerCase() === name.toLowerCase() && other.kind === draft['kind'])
  const isAsked = isTwin || error !== undefined || value === true
  if (others.length === 0 && !isAsked) return null
  const { label, id } = common(field, props)
  return (
    <div className={classes['namesakes']}>
      {others.length > 0 && (
        <div role="status">
          <p>
            {t(
              '{n, plural, one {One performer has this name or a similar one:} other {# performers have this name or a similar one:}}',
              { n: others.length },
            )}
          </p>
          <ul>
            {others.map((other) => (
              <li key={other.id}>
                <RecordLink to="performers" id={other.id}>
                  {other.name}
                </RecordLink>{' '}
                <small>
                  {other.sport === null
                    ? choiceLabelOf(performers.fields.kind, other.kind)
                    : `${choiceLabelOf(performers.fields.kind, other.kind)} · ${choiceLabelOf(performers.fields.sport, other.sport)}`}
                </small>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isAsked && (
        <Checkbox
          id={id}
          label={label}
          checked={value === true}
          disabled={readOnly}
          error={error}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

/** A league as it is written already, or a new one. */
export const LeagueInput: OwnInput = ({ field, ...props }) => {
  const { data } = useAnswer(listLeagues, { staleTime: 60_000 })
  return (
    <>
      <TextInput
        {...common(field, props)}
        maxLength={80}
        list="leagues-of-teams"
        value={typeof props.value === 'string' ? props.value : ''}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <datalist id="leagues-of-teams">
        {data?.leagues.map((league) => (
          <option key={league} value={league} />
        ))}
      </datalist>
    </>
  )
}
