import { formatMoney } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import type { OwnInput } from '../../kit/screens/screen-parts.web.ts'
import classes from './products.module.css'

/** The price of a unit. One below its net price is sold at a loss, which is said and not refused: some are meant to draw people in. */
export const RetailInput: OwnInput = function RetailInput({ field, ...props }) {
  const { record, value } = props
  const [net, retail] = [Number(record?.['net'] ?? 0), value === null ? null : Number(value)]
  const isLoss = retail !== null && retail < net
  return (
    <div className={classes['priced']}>
      {inputOf(field, props)}
      <div role="status" aria-label={t('What the price means')}>
        {isLoss && <ul className={classes['findings']}><li>{t('Sold below net: each one loses {loss}.', { loss: formatMoney(net - retail, String(record?.['currency'])) })}</li></ul>}
      </div>
    </div>
  )
}
