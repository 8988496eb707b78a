import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { exponentOf, formatMoney, numberMarks } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import type { PartProps } from './customer-part.tsx'
import type { PhoneDraft, PriceDraft } from './phone-draft.ts'
import classes from './phone.module.css'

/** A line that is priced. */
export interface LinePrice {
  /** Of its row; 0 for a visit. */
  readonly key: number
  readonly title: string
  /** What the pricing function says, without fees. */
  readonly list: number
  readonly currency: string
  readonly price: PriceDraft
}

/** What changes the price: a coupon, or another price of a line with its reason. */
export function PricePart({
  draft,
  problems,
  onChange,
  prices,
}: PartProps & { readonly prices: readonly LinePrice[] }) {
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
      {prices.map((line) => (
        <Agreed
          key={line.key}
          line={line}
          isOnly={prices.length === 1}
          problems={problems}
          onChange={(price) => onChange(withPrice(draft, line.key, price))}
        />
      ))}
    </section>
  )
}

const withPrice = (draft: PhoneDraft, key: number, price: PriceDraft): Partial<PhoneDraft> =>
  key === 0
    ? { visitPrice: price }
    : { lines: draft.lines.map((line) => (line.key === key ? { ...line, ...price } : line)) }

interface AgreedProps {
  readonly line: LinePrice
  readonly isOnly: boolean
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (price: PriceDraft) => void
}

function Agreed({ line: { key, title, list, currency, price }, isOnly, problems, onChange }: AgreedProps) {
  return (
    <div className={classes['agreed']} role="group" aria-label={title}>
      <Checkbox
        label={isOnly ? t('Another price') : t('Another price for {title}', { title })}
        checked={price.isOverridden}
        onChange={(event) =>
          onChange({
            ...price,
            isOverridden: event.currentTarget.checked,
            price: event.currentTarget.checked ? list : null,
          })
        }
      />
      {price.isOverridden && (
        <>
          <DigitsInput
            label={t('Agreed price')}
            description={t('Instead of {price}, without fees', { price: formatMoney(list, currency) })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            aria-required
            digits={exponentOf(currency)}
            decimalScale={exponentOf(currency)}
            {...numberMarks()}
            allowNegative={false}
            suffix={` ${currency}`}
            value={price.price}
            error={problems[`lines.${key}.price`]}
            onChange={(next) => onChange({ ...price, price: next })}
          />
          <Textarea
            label={t('Reason')}
            description={t('Shown on the order and in the audit log')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            aria-required
            autosize
            minRows={2}
            value={price.reason}
            error={problems[`lines.${key}.reason`]}
            onChange={(event) => onChange({ ...price, reason: event.currentTarget.value })}
          />
        </>
      )}
    </div>
  )
}
