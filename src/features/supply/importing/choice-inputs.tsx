import { NativeSelect, TextInput } from '@mantine/core'
import { useId, useMemo } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { useAnswer, useRecord } from '../../../ui/resource/client.web.ts'
import { Chip } from '../../../ui/resource/cells.tsx'
import { useResource } from '../../../ui/resource/resources.tsx'
import { listCurrencies } from '../../currencies/currencies.ts'
import type { cities } from '../../places/geo/cities.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { unitLabels, unitTypes } from '../../products/product-age-bands.ts'
import { agesOf, bandKey } from './band-labels.ts'
import type { CodeMapping } from './code-preview.ts'
import classes from './imports.module.css'
import type { SupplierFacts } from './supplier-facts.ts'

type Band = CodeMapping['ageBands'][number]

/** What a person has chosen beside city and subcategory. Null: nothing, so what is remembered counts. */
export interface Chosen {
  /** By `bandKey`. */
  readonly types: Readonly<Record<string, UnitType>>
  readonly timeZone: string | null
  readonly currency: string | null
}

export const nothingChosen: Chosen = { types: {}, timeZone: null, currency: null }

/** The choices as the call takes them: of the bands those that were changed. */
export function choicesToSend({ ageBands, timeZone: known }: CodeMapping, { types, timeZone, currency }: Chosen) {
  const changed = ageBands.flatMap(({ isKnown: _, ...band }) => {
    const type = types[bandKey(band)]
    return type === undefined ? [] : [{ ...band, type }]
  })
  return {
    ...(changed.length > 0 && { ageBands: changed }),
    // Emptied, what was remembered is forgotten.
    ...(timeZone !== null && timeZone !== (known ?? '') && { timeZone }),
    ...(currency !== null && currency !== '' && { currency }),
  }
}

interface Props {
  readonly supplier: SupplierFacts
  readonly mapping: CodeMapping
  /** Whose zone products get where no other is chosen. */
  readonly cityId: number | null
  readonly value: Chosen
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (next: Chosen) => void
}

/** What a supplier's age bands mean, and the zone and the currency that it does not name. */
export function ChoiceInputs({ supplier, mapping, cityId, value, problems, onChange }: Props) {
  const { ageBands, lacks } = mapping
  return (
    <>
      {ageBands.length > 0 && (
        <fieldset className={classes['bands']}>
          <legend>{t('Age bands')}</legend>
          <p className={classes['quiet']}>
            {t('We remember the type for all products from {supplier} with the same label and ages.', {
              supplier: supplier.name,
            })}
          </p>
          <div className={classes['bandList']}>
            {ageBands.map((band) => (
              <BandInput
                key={bandKey(band)}
                band={band}
                value={value.types[bandKey(band)]}
                onType={(type) => onChange({ ...value, types: { ...value.types, [bandKey(band)]: type } })}
              />
            ))}
          </div>
          {problems['ageBands'] !== undefined && <p role="alert">{problems['ageBands']}</p>}
        </fieldset>
      )}
      {lacks.length > 0 && (
        <div className={classes['place']}>
          {lacks.includes('timeZone') && (
            <ZoneInput
              value={value.timeZone ?? mapping.timeZone ?? ''}
              cityId={cityId}
              error={problems['timeZone']}
              onZone={(timeZone) => onChange({ ...value, timeZone })}
            />
          )}
          {lacks.includes('currency') && (
            <CurrencyInput
              supplier={supplier}
              value={value.currency ?? mapping.currency ?? ''}
              error={problems['currency']}
              onCurrency={(currency) => onChange({ ...value, currency })}
            />
          )}
        </div>
      )}
      {(ageBands.length > 0 || lacks.length > 0) && (
        <p className={classes['quiet']}>
          {lacks.length > 0
            ? t('Products already imported keep their age bands, time zone and currency.')
            : t('Products already imported keep their age bands.')}
        </p>
      )}
    </>
  )
}

interface BandInputProps {
  readonly band: Band
  readonly value: UnitType | undefined
  readonly onType: (type: UnitType) => void
}

function BandInput({ band, value, onType }: BandInputProps) {
  const id = useId()
  return (
    <div className={classes['band']}>
      <label htmlFor={id}>
        {band.label} <span className={classes['quiet']}>{agesOf(band)}</span>
        {!band.isKnown && value === undefined && <Chip tone="warn">{t('Unknown label')}</Chip>}
      </label>
      <NativeSelect
        id={id}
        value={value ?? band.type}
        data={unitTypes.map((type) => ({ value: type, label: t(unitLabels[type]) }))}
        onChange={(event) => onType(event.currentTarget.value as UnitType)}
      />
    </div>
  )
}

interface ZoneInputProps {
  readonly value: string
  readonly cityId: number | null
  readonly error: string | undefined
  readonly onZone: (zone: string) => void
}

/** Empty, it shows the zone that products get without a choice: that of their city. */
function ZoneInput({ value, cityId, error, onZone }: ZoneInputProps) {
  const [list, zones] = [useId(), useMemo(() => Intl.supportedValuesOf('timeZone'), [])]
  const resource = useResource(nameOf<typeof cities>('cities'))
  const may = useMay()
  const { data } = useRecord(resource, may('ui', resource.access.object) ? cityId : null)
  const zone = typeof data?.['timeZone'] === 'string' ? data['timeZone'] : ''
  return (
    <div>
      <TextInput
        label={t('Time zone')}
        name="timeZone"
        list={list}
        maxLength={64}
        value={value}
        placeholder={zone}
        description={
          zone === ''
            ? t('Leave empty to use the city’s time zone. We remember it for the destination.')
            : t('Leave empty to use the city’s time zone, {zone}. We remember it for the destination.', { zone })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={error}
        onChange={(event) => onZone(event.currentTarget.value.trim())}
      />
      <datalist id={list}>
        {zones.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  )
}

interface CurrencyInputProps {
  readonly supplier: SupplierFacts
  readonly value: string
  readonly error: string | undefined
  readonly onCurrency: (currency: string) => void
}

function CurrencyInput({ supplier, value, error, onCurrency }: CurrencyInputProps) {
  const { data } = useAnswer(listCurrencies, {})
  const codes = (data ?? []).flatMap(({ isEnabled, code }) => (isEnabled || code === value ? [code] : []))
  return (
    <NativeSelect
      label={t('Currency')}
      name="currency"
      value={value}
      data={[
        ...(value === '' ? [{ value: '', label: t('Choose…') }] : []),
        ...(codes.length === 0 && value !== '' ? [value] : codes),
      ]}
      description={t('We remember it for all products from {supplier} that have no currency.', {
        supplier: supplier.name,
      })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      onChange={(event) => onCurrency(event.currentTarget.value)}
    />
  )
}
