import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { PopOut } from '../../ui/pop-out.tsx'
import type { PopOutState } from '../../ui/pop-out.web.ts'
import classes from './home.module.css'

/** Amounts in minor units, and the lists that add up to them. */
export interface LinkedSums {
  readonly gross: number
  readonly refunded: number
  readonly currency: string
  readonly sold: string
  readonly sentBack: string
}

/** What a net amount is made of: what was sold, less what went back, each with the list that adds up to it. */
export function NetParts({ gross, refunded, currency, sold, sentBack, ...popOut }: LinkedSums & PopOutState) {
  return (
    <PopOut {...popOut} label={t('Net in {currency}', { currency })} position="bottom-end">
      <table className={classes['parts']}>
        <tbody>
          <tr>
            <th scope="row">{t('Gross')}</th>
            <td>
              <a href={sold}>{formatMoney(gross, currency)}</a>
            </td>
          </tr>
          <tr>
            <th scope="row">{t('Refunded')}</th>
            <td>
              <a href={sentBack}>{formatMoney(0 - refunded, currency)}</a>
            </td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('Net')}</th>
            <td>{formatMoney(gross - refunded, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </PopOut>
  )
}
