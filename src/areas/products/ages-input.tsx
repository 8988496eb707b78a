import { t } from '../../kit/language.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import type { AgeBand } from './age-coverage.ts'
import { oldest } from './age-coverage.ts'
import { AgeRuler } from './age-ruler.tsx'
import { productAgeBands } from './product-age-bands.ts'
import classes from './products.module.css'

/** The ages of a band among those of its product, as numbers and by two sliders on the ruler. */
export const AgesInput: OwnInput = function AgesInput({ field, ...props }) {
  const { draft, record, readOnly, onChange, setField } = props
  const productId = Number(record?.['productId'] ?? 0)
  const { data } = useRows(productAgeBands, { filter: { productId }, sort: [{ field: 'id', descending: false }], range: [0, 99] }, productId > 0)
  const own = { ...draft, id: Number(record?.['id'] ?? 0) } as unknown as AgeBand
  const bands = (data?.rows ?? []).map((band) => (band.id === own.id ? own : band))
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
        {bands.length > 0 && <AgeRuler bands={bands} own={own.id} />}
        <div className={classes['sliders']}>
          {slider(t('From age'), min, (age) => onChange(Math.min(age, max)))}
          {slider(t('To age'), max, (age) => setField?.('maxAge', Math.max(age, min)))}
        </div>
      </section>
      {inputOf(field, props)}
    </div>
  )
}
