import { t } from '../../core/i18n/language.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import { oldest } from './age-coverage.ts'
import type { RulerBand } from './product-units.web.ts'
import { groupsOnPage, useOptions, useUnits } from './product-units.web.ts'
import classes from './products.module.css'
import { UnitRulers } from './unit-rulers.tsx'
import { unitsOf } from './units-of-options.ts'

/**
 * The ages of a band among those sold with it, as numbers and as two sliders on the ruler. A shared band is in every
 * option.
 */
export const AgesInput: OwnInput = function AgesInput({ field, ...props }) {
  const { draft, record, readOnly, onChange, setField } = props
  const productId = Number(record?.['productId'] ?? 0)
  const rows = useUnits(productId).data?.rows ?? []
  const options = useOptions(productId)
  const optionId = typeof record?.['optionId'] === 'number' ? record['optionId'] : null
  const own = { ...draft, id: Number(record?.['id'] ?? 0), optionId } as unknown as RulerBand
  const bands: RulerBand[] = rows.map((band) => (band.id === own.id ? own : band))
  // Until the options have loaded, the options of a shared band are unknown.
  const groups =
    optionId !== null
      ? [{ options: [], bands: unitsOf(bands, optionId) }]
      : options.isLoading
        ? []
        : groupsOnPage(bands, rows, options.data?.rows ?? null)
  const [min, max] = [Number(draft['minAge'] ?? 0), Number(draft['maxAge'] ?? oldest)]
  const slider = (label: string, value: number, set: (age: number) => void) => (
    <label>
      {label}
      <input
        type="range"
        min={0}
        max={oldest}
        value={value}
        disabled={readOnly}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      <output>{value}</output>
    </label>
  )
  return (
    <div className={classes['stack']}>
      <section className={classes['ruler']} aria-label={t('Age ruler')}>
        <UnitRulers groups={groups} own={own.id} />
        <div className={classes['sliders']}>
          {slider(t('From age'), min, (age) => onChange(Math.min(age, max)))}
          {slider(t('To age'), max, (age) => setField?.('maxAge', Math.max(age, min)))}
        </div>
      </section>
      {inputOf(field, props)}
    </div>
  )
}
