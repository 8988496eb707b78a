import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { exponentOf, formatMoney, numberMarks } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import type { PartProps } from './customer-part.tsx'
import classes from './phone.module.css'

interface PricePartProps extends PartProps {
  /** What the pricing function says, without fees; null until something is chosen. */
  readonly listPrice: number | null
  readonly currency: string | null
}

/** What changes the price: a coupon, or another price with its reason. */
export function PricePart({ draft, problems, onChange, listPrice, currency }: PricePartProps) {
  return (
    <section className={classes['card']} aria-label={t('Price')}>
      <h2>{t('Price')}</h2>
      <TextInput
        label={t('Coupon')}
        value={draft.coupon}
        error={problems['coupon']}
        autoComplete="off"
        onChange={(event) => onChange({ coupon: event.currentTarget.value })}
      />
      {listPrice !== null && currency !== null && (
        <>
          <Checkbox
            label={t('Another price')}
            checked={draft.isOverridden}
            onChange={(event) =>
              onChange({
                isOverridden: event.currentTarget.checked,
                price: event.currentTarget.checked ? listPrice : null,
              })
            }
          />
          {draft.isOverridden && (
            <>
              <DigitsInput
                label={t('Agreed price')}
                description={t('Instead of {price}, without fees', { price: formatMoney(listPrice, currency) })}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                aria-required
                digits={exponentOf(currency)}
                decimalScale={exponentOf(currency)}
                {...numberMarks()}
                allowNegative={false}
                suffix={` ${currency}`}
                value={draft.price}
                error={problems['overrides.0.price']}
                onChange={(price) => onChange({ price })}
              />
              <Textarea
                label={t('Reason')}
                description={t('Shown on the order and in the audit log')}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                withAsterisk
                aria-required
                autosize
                minRows={2}
                value={draft.reason}
                error={problems['overrides.0.reason']}
                onChange={(event) => onChange({ reason: event.currentTarget.value })}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}
