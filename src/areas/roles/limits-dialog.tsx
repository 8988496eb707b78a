import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Limits } from '../../kit/access.ts'
import { money, refs } from '../../kit/fields.ts'
import { covers, holdsGrant, limitsOf, limitWords } from '../../kit/limits.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { CellLimitsProps } from './cell-limits.tsx'
import { isLimited } from './permission-draft.ts'
import { useCurrencies } from './role-client.web.ts'
import classes from './roles.module.css'

interface LimitsDialogProps extends Omit<CellLimitsProps, 'onChange'> {
  onApply: (limits: Limits) => void
  onClose: () => void
}

const amountField = money({ currency: 'currency', label: 'At most', min: 0, help: 'Left empty, there is no limit' })
const citiesField = refs('cities', { label: 'Cities', help: 'Left empty, everywhere' })

/** Says how far a permission reaches. Nothing is saved here: it becomes one of the changes that are looked at before. */
export function LimitsDialog({ action, object, possible, limits, stored, grants, titleOf, onApply, onClose }: LimitsDialogProps) {
  const [amount, setAmount] = useState<unknown>(limits.maximum?.amount ?? null)
  const [currency, setCurrency] = useState(limits.maximum?.currency ?? 'EUR')
  const [cities, setCities] = useState<readonly number[]>(limits.cities ?? [])
  const [isWithoutData, setWithoutData] = useState(limits.personalData === false)
  const [problem, setProblem] = useState<string>()
  const currencies = useCurrencies()
  const own = limitsOf(grants, action, object)
  const wrong = amount !== null && (typeof amount !== 'number' || amount <= 0) ? 'The amount must be more than nothing.' : undefined
  const [isTried, setTried] = useState(false)

  function submit(): void {
    setTried(true)
    if (wrong !== undefined) return
    const next: Limits = {
      ...(typeof amount === 'number' && { maximum: { amount, currency } }),
      ...(cities.length > 0 && { cities: [...cities].sort((a, b) => a - b) }),
      ...(isWithoutData && { personalData: false as const }),
    }
    if (own && !holdsGrant(grants, { action, object, limits: next }) && !(stored && covers(stored, next))) {
      return setProblem(`You can only give what you hold yourself: “${action}” on ${object} ${limitWords(own, titleOf)}.`)
    }
    onApply(next)
  }

  const input = { errors: {}, readOnly: false, record: { cities: cities.map((id) => ({ id, title: titleOf(id) ?? `City ${id}` })) } }
  return (
    <Dialog title={`Limits of ${action} on ${object}`} onClose={onClose} size={460}>
      <form noValidate className={classes['limitForm']} onSubmit={(event) => {
        event.preventDefault()
        // The dialog is inside the role's form as far as events go.
        event.stopPropagation()
        submit()
      }}>
        {possible.includes('maximum') && (
          <div className={classes['money']}>
            {inputOf(amountField, { ...input, name: 'maximum', value: amount, draft: { currency }, error: isTried ? wrong : undefined, onChange: setAmount })}
            <NativeSelect
              label="Currency" value={currency} data={(currencies.data ?? [{ code: currency }]).map(({ code }) => code)}
              onChange={(event) => setCurrency(event.currentTarget.value)}
            />
          </div>
        )}
        {possible.includes('cities') && inputOf(citiesField, {
          ...input, name: 'cityIds', value: cities, draft: {}, onChange: (value) => setCities(Array.isArray(value) ? value as number[] : []),
        })}
        {possible.includes('personalData') && (
          <Checkbox
            label="Without personal data" description="E-mail addresses and phone numbers stay masked, and nobody of the role can show them"
            checked={isWithoutData} onChange={(event) => setWithoutData(event.currentTarget.checked)}
          />
        )}
        {problem !== undefined && <p className={classes['problem']} role="alert">{problem}</p>}
        <div className={classes['buttons']}>
          {isLimited(limits) && <Button variant="subtle" className={classes['toStart'] ?? ''} onClick={() => onApply({})} disabled={own !== null && !(stored && covers(stored, {}))}>Without limit</Button>}
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button type="submit">Apply</Button>
        </div>
      </form>
    </Dialog>
  )
}
