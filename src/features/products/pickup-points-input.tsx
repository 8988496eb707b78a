import { t } from '../../core/i18n/language.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import classes from './products.module.css'

/** Pickup points. Pickup without any is a warning and not an error: the supplier can name the places later. */
export const PickupPointsInput: OwnInput = function PickupPointsInput({ field, ...props }) {
  const isNowhere = !Array.isArray(props.value) || props.value.length === 0
  return (
    <div className={classes['stack']}>
      {inputOf(field, props)}
      <div role="status" aria-label={t('Places of pickup')}>
        {isNowhere && (
          <ul className={classes['findings']}>
            <li>{t('Pickup is offered without a pickup point. Add at least one.')}</li>
          </ul>
        )}
      </div>
    </div>
  )
}
