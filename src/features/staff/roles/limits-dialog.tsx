import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Limits } from '../../../core/access/access.ts'
import { refs } from '../../../core/resource/fields.ts'
import { exponentOf, numberMarks } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { covers, hasGrant, limitsOf, limitWords } from '../../../core/access/limits.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import type { CellLimitsProps } from './cell-limits-props.ts'
import { isLimited } from './permission-draft.ts'
import { useCurrencies } from './role-client.web.ts'
import classes from './roles.module.css'
import { nameOf } from '../../../core/resource/resource-name.ts'
import type { cities } from '../../places/geo/cities.ts'

interface LimitsDialogProps extends Omit<CellLimitsProps, 'onChange'> {
  onApply: (limits: Limits) => void
  onClose: () => void
}

const citiesField = refs(nameOf<typeof cities>('cities'), { label: 'Cities', help: 'Blank means everywhere' })

/** The limits as they are typed, and what is wrong with them. */
function useLimits({ title, action, object, limits, stored, grants, titleOf, onApply }: LimitsDialogProps) {
  const [amount, setAmount] = useState<unknown>(limits.maximum?.amount ?? null)
  const [currency, setCurrency] = useState(limits.maximum?.currency ?? 'EUR')
  const [cities, setCities] = useState<readonly number[]>(limits.cities ?? [])
  const [isWithoutData, setWithoutData] = useState(limits.personalData === false)
  const [percent, setPercent] = useState<unknown>(limits.maxOverridePercent ?? null)
  const [problem, setProblem] = useState<string>()
  const [isTried, setTried] = useState(false)
  const own = limitsOf(grants, action, object)
  const wrongAmount =
    amount !== null && (typeof amount !== 'number' || amount <= 0) ? t('Enter an amount above zero.') : undefined
  const wrongPercent =
    percent === null || (typeof percent === 'number' && percent <= 100) ? undefined : t('Enter 0 to 100 percent.')

  function submit(): void {
    setTried(true)
    if (wrongAmount !== undefined || wrongPercent !== undefined) return
    const next: Limits = {
      ...(typeof amount === 'number' && { maximum: { amount, currency } }),
      ...(cities.length > 0 && { cities: [...cities].sort((a, b) => a - b) }),
      ...(isWithoutData && { personalData: false as const }),
      ...(typeof percent === 'number' && { maxOverridePercent: percent }),
    }
    if (own && !hasGrant(grants, { action, object, limits: next }) && !(stored && covers(stored, next))) {
      return setProblem(
        t('You can only give permissions that you have: {title}, {own}.', {
          title,
          own: limitWords(own, titleOf),
        }),
      )
    }
    onApply(next)
  }
  return {
    amount,
    setAmount,
    wrongAmount: isTried ? wrongAmount : undefined,
    currency,
    setCurrency,
    cities,
    setCities,
    isWithoutData,
    setWithoutData,
    percent,
    setPercent,
    wrongPercent: isTried ? wrongPercent : undefined,
    problem,
    canLift: own === null || (stored !== undefined && covers(stored, {})),
    submit,
  }
}
type Typed = ReturnType<typeof useLimits>

/** Says how far a permission reaches. Nothing is saved here: it becomes one of the changes that are looked at before. */
export function LimitsDialog(props: LimitsDialogProps) {
  const { title, possible, limits, titleOf, onApply, onClose } = props
  const typed = useLimits(props)
  return (
    <Dialog title={t('Limits of {title}', { title })} onClose={onClose} size={460}>
      <form
        noValidate
        className={classes['limitForm']}
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog is inside the role's form as far as events go.
          event.stopPropagation()
          typed.submit()
        }}
      >
        {possible.includes('maximum') && <MaximumInput typed={typed} />}
        {possible.includes('cities') &&
          inputOf(citiesField, {
            errors: {},
            readOnly: false,
            record: { cities: typed.cities.map((id) => ({ id, title: titleOf(id) ?? t('City {id}', { id }) })) },
            name: 'cityIds',
            value: typed.cities,
            draft: {},
            onChange: (value) => typed.setCities(Array.isArray(value) ? (value as number[]) : []),
          })}
        {possible.includes('personalData') && (
          <Checkbox
            label={t('Without personal data')}
            description={t(
              'Email addresses and phone numbers stay masked, and people with this role can’t reveal them',
            )}
            checked={typed.isWithoutData}
            onChange={(event) => typed.setWithoutData(event.currentTarget.checked)}
          />
        )}
        {possible.includes('maxOverridePercent') && (
          <DigitsInput
            label={t('Largest price override in percent')}
            description={t('Share of the price, in phone orders. Blank means no limit, 0 means no override.')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            digits={0}
            decimalScale={0}
            allowNegative={false}
            error={typed.wrongPercent}
            value={typed.percent}
            onChange={typed.setPercent}
          />
        )}
        {typed.problem !== undefined && (
          <p className={classes['problem']} role="alert">
            {typed.problem}
          </p>
        )}
        <div className={classes['buttons']}>
          {isLimited(limits) && (
            <Button
              variant="subtle"
              className={classes['toStart'] ?? ''}
              onClick={() => onApply({})}
              disabled={!typed.canLift}
            >
              {t('Without limit')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Apply')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** An amount, with its currency in the field beside it. */
function MaximumInput({ typed: { amount, setAmount, wrongAmount, currency, setCurrency } }: { typed: Typed }) {
  const currencies = useCurrencies()
  const digits = exponentOf(currency)
  return (
    <div className={classes['money']}>
      <DigitsInput
        label={t('At most')}
        description={t('Blank means no limit')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        digits={digits}
        decimalScale={digits}
        {...numberMarks()}
        allowNegative={false}
        error={wrongAmount}
        value={amount}
        onChange={setAmount}
      />
      <NativeSelect
        label={t('Currency')}
        value={currency}
        data={(currencies.data ?? [{ code: currency }]).map(({ code }) => code)}
        onChange={(event) => setCurrency(event.currentTarget.value)}
      />
    </div>
  )
}
