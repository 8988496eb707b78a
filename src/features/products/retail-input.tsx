import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { OwnInput } from '../../ui/resource/screen-parts.web.ts'
import classes from './products.module.css'

/**
 * The price of a unit. A price below net is sold at a loss, which is a warning and not an error: some loss leaders are
 * intended.
 */
export const RetailInput: OwnInput = function RetailInput({ field, ...props }) {
  const { record, value } = props
  const [net, retail] = [Number(record?.['net'] ?? 0), value === null ? null : Number(value)]
  const isLoss = retail !== null && retail < net
  return (
    <div className={classes['priced']}>
      {inputOf(field, props)}
      <div role="status" aria-label={t('What the price means')}>
        {isLoss && (
          <ul className={classes['findings']}>
            <li>
              {t('Sold below net: each one loses {loss}.', {
                loss: formatMoney(net - retail, String(record?.['currency'])),
              })}
            </li>
          </ul>
        )}
      </div>
    </div>
  )
}
