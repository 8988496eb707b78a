import { NativeSelect, TextInput } from '@mantine/core'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { countries } from '../places/geo/countries.ts'
import { ref as reference } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { performers, performerSports } from '../events/performer/performers.ts'
import type { FixturePreview } from './fixture.endpoints.ts'
import type { FixtureFile } from './fixture-file.web.ts'
import { ZoneInput } from './zone-input.tsx'

const countryField = reference(nameOf<typeof countries>('countries'), {
  label: 'Country of the teams',
  help: 'Where they are all from one: namesakes elsewhere are asked about',
})

/** Hints go below their inputs, so that inputs in a row stay in line. */
export const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

interface OptionsProps {
  readonly of: FixtureFile
}

/** What can be said before a file is chosen. */
export function TeamOptions({ of: { options, enter, change } }: OptionsProps) {
  const inputs = { errors: {}, readOnly: false, draft: options, record: null }
  return (
    <>
      <NativeSelect
        label={t('Sport')}
        value={options.sport}
        data={performerSports.map((sport) => ({
          value: sport,
          label: choiceLabelOf(performers.fields.sport, sport),
        }))}
        onChange={(event) => {
          const sport = performerSports.find((one) => one === event.currentTarget.value) ?? 'football'
          enter({ sport })
          change({ sport, answers: [] })
        }}
      />
      {inputOf(countryField, {
        ...inputs,
        name: 'countryId',
        value: options.countryId ?? null,
        onChange: (id) => {
          const countryId = typeof id === 'number' ? id : null
          enter({ countryId })
          change({ countryId })
        },
      })}
    </>
  )
}

interface FoundProps extends OptionsProps {
  readonly found: FixturePreview
}

/** What the file says of its competition, or the person where it says nothing. */
export function SeasonOptions({ of, found }: FoundProps) {
  const { options, fields, enter, change } = of
  return (
    <>
      <TextInput
        label={t('Competition')}
        withAsterisk
        maxLength={120}
        value={options.competition ?? ''}
        error={fields['competition']}
        description={found.asks.includes('competition') && !options.competition && t('Not in the file')}
        inputWrapperOrder={hintBelow}
        onChange={(event) => enter({ competition: event.currentTarget.value || null })}
        onBlur={() => change({})}
      />
      <TextInput
        label={t('Season')}
        withAsterisk
        maxLength={20}
        value={options.season ?? ''}
        error={fields['season']}
        description={found.asks.includes('season') && !options.season && t('Not in the file')}
        inputWrapperOrder={hintBelow}
        onChange={(event) => enter({ season: event.currentTarget.value || null })}
        onBlur={() => change({})}
      />
      <ClockOptions of={of} />
      <DateOrder of={of} found={found} />
    </>
  )
}

/** Which clock its times are of. */
function ClockOptions({ of: { options, fields, enter, change } }: OptionsProps) {
  return (
    <>
      <NativeSelect
        label={t('Times in it')}
        value={options.isOneZone ? 'one' : 'ground'}
        data={[
          { value: 'ground', label: t('In each ground’s time') },
          { value: 'one', label: t('All in one time zone') },
        ]}
        onChange={(event) => {
          const isOneZone = event.currentTarget.value === 'one'
          enter({ isOneZone, timeZone: null })
          change({ isOneZone, timeZone: null })
        }}
      />
      {options.isOneZone && (
        <ZoneInput
          label={t('Time zone')}
          value={options.timeZone ?? null}
          error={fields['timeZone']}
          description={options.timeZone ? undefined : t('Used for times without a time zone')}
          onZone={(timeZone) => {
            enter({ timeZone })
            change({ timeZone })
          }}
        />
      )}
    </>
  )
}

/** Asked once it is unclear, and open to change from then on. */
function DateOrder({ of: { options, fields, change }, found }: FoundProps) {
  if (!found.asks.includes('dateOrder') && !options.dateOrder) return null
  return (
    <NativeSelect
      label={t('Dates in it')}
      value={options.dateOrder ?? ''}
      error={fields['dateOrder']}
      description={found.asks.includes('dateOrder') && t('They can be read both ways.')}
      inputWrapperOrder={hintBelow}
      data={[
        { value: '', label: t('Choose…') },
        { value: 'dmy', label: t('Day first, 31/12') },
        { value: 'mdy', label: t('Month first, 12/31') },
      ]}
      onChange={(event) =>
        change({
          dateOrder: event.currentTarget.value === 'dmy' ? 'dmy' : event.currentTarget.value === 'mdy' ? 'mdy' : null,
        })
      }
    />
  )
}
