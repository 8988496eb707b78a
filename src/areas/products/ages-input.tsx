import { t } from '../../kit/language.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import { oldest } from './age-coverage.ts'
import type { RulerBand } from './product-units.web.ts'
import { groupsOnPage, useOptions, useUnits } from './product-units.web.ts'
import classes from './products.module.css'
import { UnitRulers } from './unit-rulers.tsx'
import { unitsOf } from './units-of-options.ts'

/** The ages of a band among those that can be bought with it, as numbers and by two sliders on the ruler. A shared one stands in every option. */
export const AgesInput: OwnInput = function AgesInput({ field, ...props }) {
  const { draft, record, readOnly, onChange, setField } = props
  const productId = Number(record?.['productId'] ?? 0)
  const rows = useUnits(productId).data?.rows ?? []
  const options = useOptions(productId)
  const optionId = typeof record?.['optionId'] === 'number' ? record['optionId'] : null
  const own = { ...draft, id: Number(record?.['id'] ?? 0), optionId } as unknown as RulerBand
  const bands: RulerBand[] = rows.map((band) => (band.id === own.id ? own : band))
  // Until the options are there, nobody knows in which of them a shared one stands.
  const groups = optionId !== null ? [{ options: [], bands: unitsOf(bands, optionId) }] : options.isLoading ? [] : groupsOnPage(bands, rows, options.data?.rows ?? null)
  const [min, max] = [Number(draft['minAge'] ?? 0), Number(draft['maxAge'] ?? oldest)]
  const slider = (label: string, value: number, set: (age: number) => void) => (
    <label>
      {label}
      <input type="range" min={0} max={oldest} value={value} disabled={readOnly} onChange={(event) => set(Number(event.currentTarget.value))} />
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
