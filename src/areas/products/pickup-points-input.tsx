import { t } from '../../kit/language.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import classes from './products.module.css'

/** Where people are picked up. Pickup from nowhere is said and not refused: the supplier may name the places later. */
export const PickupPointsInput: OwnInput = function PickupPointsInput({ field, ...props }) {
  const isNowhere = !Array.isArray(props.value) || props.value.length === 0
  return (
    <div className={classes['stack']}>
      {inputOf(field, props)}
      <div role="status" aria-label={t('Places of pickup')}>
        {isNowhere && <ul className={classes['findings']}><li>{t('Pickup is offered, but from nowhere: add at least one point.')}</li></ul>}
      </div>
    </div>
  )
}
