import { Suspense } from 'react'
import { exponentOf, formatNumber } from '../../core/i18n/formats.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'
import { usePopOut } from '../../ui/pop-out.web.ts'
import type { LinkedSums } from './net-parts.tsx'
import classes from './home.module.css'

/** `1,250.00`: from minor units, where the row has named the currency. */
export function amountText(amount: number, currency: string): string {
  const digits = exponentOf(currency)
  return formatNumber(amount / 10 ** digits, digits, digits)
}

const NetParts = lazyScreen(async () => (await import('./net-parts.tsx')).NetParts)

/** What is left of today's sales. It opens the list that adds up to it, or both lists where there are two. */
export function NetAmount(sums: LinkedSums) {
  const { gross, refunded, currency, sold, sentBack } = sums
  if (gross !== 0 && refunded !== 0) return <NetOfTwo {...sums} />
  return <a href={refunded === 0 ? sold : sentBack}>{amountText(gross - refunded, currency)}</a>
}

function NetOfTwo(sums: LinkedSums) {
  const { target, wasOpened, ...state } = usePopOut(NetParts, 'dialog', 'onApproach')
  return (
    <>
      <button type="button" className={classes['net']} {...target}>
        {amountText(sums.gross - sums.refunded, sums.currency)}
      </button>
      {wasOpened && (
        <Suspense>
          <NetParts {...sums} {...state} />
        </Suspense>
      )}
    </>
  )
}
