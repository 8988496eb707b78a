import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatMoney, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { checkCouponUse } from './check-coupon.ts'
import type { CouponCheck } from './check-coupon.ts'
import classes from './coupon-screens.module.css'

/** Says why a code does or does not work on a purchase: the question that customers call with. */
export function CouponTester({ coupon }: { coupon: AnyRecord }) {
  const [typed, setTyped] = useState('')
  const [purchase, setPurchase] = useState<string | null>(null)
  const check = useAnswer(checkCouponUse, {
    params: { id: coupon.id },
    query: { purchase },
    enabled: purchase !== null,
    quiet: [404, 422],
    staleTime: 0,
  })
  const problem =
    check.error instanceof FailedRequest ? (check.error.body.fields?.['purchase'] ?? check.error.message) : null
  function ask(): void {
    const wanted = typed.trim()
    // Fetch again even for the same purchase: it or the coupon can have changed.
    if (wanted !== '' && purchase === wanted) void check.refetch()
    else setPurchase(wanted || null)
  }

  const isOfThis = purchase !== null && purchase === typed.trim()

  return (
    <section className={classes['results']} aria-label={t('Try on a purchase')}>
      <h2>{t('Try on a purchase')}</h2>
      {/* No form of its own: it stands inside the coupon's, and forms do not nest. */}
      <div className={classes['tester']}>
        <TextInput
          label={t('Purchase reference')}
          value={typed}
          error={isOfThis ? problem : null}
          maxLength={40}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            ask()
          }}
        />
        <Button variant="default" loading={check.isFetching} disabled={typed.trim() === ''} onClick={ask}>
          {t('Try')}
        </Button>
      </div>
      <div role="status">{check.data && isOfThis && !check.isError ? <Verdict check={check.data} /> : null}</div>
    </section>
  )
}

function Verdict({ check }: { check: CouponCheck }) {
  const { isUsable, isUsed, discount, currency, rules, lines } = check
  return (
    <>
      <p data-verdict={isUsable ? 'yes' : 'no'}>
        {isUsable
          ? t('Valid: {discount} off', { discount: formatMoney(discount, currency) })
          : t('This would be refused.')}
        {isUsed && <> {t('The purchase has already used it. This is what a new attempt would return.')}</>}
      </p>
      <ul className={classes['rules']}>
        {rules.map(({ rule, refusal }) => (
          <li key={rule} data-passed={refusal === null}>
            <span aria-hidden="true">{refusal === null ? '✓' : '✗'}</span>
            <span>
              {rule}
              {refusal === null ? (
                <span className={classes['unseen']}>: {t('fulfilled')}</span>
              ) : (
                <strong>: “{refusal}”</strong>
              )}
            </span>
          </li>
        ))}
      </ul>
      <table className={classes['table']} aria-label={t('Lines of the purchase')}>
        <thead>
          <tr>
            <th scope="col">{t('Line')}</th>
            <th scope="col" className={classes['number']}>
              {t('Amount')}
            </th>
            <th scope="col">{t('In scope')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => (
            <tr key={index}>
              <td>
                {formatNumber(line.quantity)} × {line.title}
              </td>
              <td className={classes['number']}>{formatMoney(line.amount, currency)}</td>
              <td>{line.isInScope ? t('Yes') : t('No')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
