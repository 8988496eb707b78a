import { NativeSelect } from '@mantine/core'
import { formatMoney, formatDate } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { ref } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { DateInput } from '../../../ui/resource/date-input.tsx'
import type { products } from '../../products/products.ts'
import { Choice } from './choice.tsx'
import type { PartProps } from './customer-part.tsx'
import type { PhoneGoods } from './phone-order.endpoints.ts'
import { readPhoneGoods } from './phone-order.endpoints.ts'
import { listPrice } from './phone-draft.ts'
import { Picker } from './picker.tsx'
import { TicketsPart } from './tickets-part.tsx'
import classes from './phone.module.css'

const productField = ref(nameOf<typeof products>('products'), { label: 'Product', required: true })
/** What can be sold; the server looks again before it sells. */
const live = { status: 'live' } as const

/** What is bought: a product's option on a day with its party, or tickets of a listing. */
export function GoodsPart(props: PartProps) {
  const { draft, onChange } = props
  return (
    <section className={classes['card']} aria-label={t('Order')}>
      <h2>{t('Order')}</h2>
      <Choice
        label={t('Kind')}
        value={draft.kind}
        choices={[
          ['product', t('Product')],
          ['event', t('Event')],
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {draft.kind === 'product' ? <VisitPart {...props} /> : <TicketsPart {...props} />}
    </section>
  )
}

function VisitPart({ draft, problems, onChange }: PartProps) {
  const { productId, optionId } = draft
  const may = useMay()('write', 'purchases')
  const { data } = useAnswer(readPhoneGoods, {
    query: { productId: productId ?? 0 },
    enabled: may && productId !== null,
  })
  const options = productId === null ? [] : (data?.options ?? [])
  const option = options.find(({ id }) => id === optionId)
  const choose = (id: number | null) => onChange({ ...nothingChosen, optionId: id })
  return (
    <>
      <Picker
        field={productField}
        name="productId"
        value={productId}
        among={live}
        error={problems['productId']}
        onChange={(id) => onChange({ ...nothingChosen, productId: id })}
      />
      {data && productId !== null && options.length === 0 && (
        <p className={classes['quiet']}>{t('Nothing of this product is on sale.')}</p>
      )}
      {options.length > 0 && (
        <NativeSelect
          label={t('Option')}
          value={optionId ?? ''}
          error={problems['optionId']}
          data={[
            { value: '', label: t('Choose…') },
            ...options.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value === '' ? null : Number(currentTarget.value))}
        />
      )}
      {option && <Visit key={option.id} option={option} draft={draft} problems={problems} onChange={onChange} />}
    </>
  )
}

const nothingChosen = { optionId: null, date: null, time: null, units: {}, visitPrice: listPrice } as const

function Visit({ option, draft, problems, onChange }: PartProps & { readonly option: PhoneGoods['options'][number] }) {
  const { data } = useAnswer(readPhoneGoods, { query: { optionId: option.id } })
  return (
    <>
      {data && data.days.length > 0 && (
        <div className={classes['days']} role="group" aria-label={t('Next days')}>
          {data.days.map(({ date, vacancies }) => (
            <button key={date} type="button" aria-pressed={draft.date === date} onClick={() => onChange({ date })}>
              <b>{formatDate(date)}</b>
              <small>{vacancies === null ? t('Open') : t('{n} left', { n: vacancies })}</small>
            </button>
          ))}
        </div>
      )}
      {data?.days.length === 0 && <p className={classes['quiet']}>{t('Not on sale in the next 60 days.')}</p>}
      <div className={classes['fields']}>
        <DateInput
          kind="date"
          label={t('Day')}
          withAsterisk
          aria-required
          value={draft.date}
          error={problems['date']}
          onChange={(date) => onChange({ date })}
        />
        {option.startTimes.length > 0 && (
          <NativeSelect
            label={t('Time')}
            value={draft.time ?? ''}
            error={problems['time']}
            data={[{ value: '', label: t('Choose…') }, ...option.startTimes]}
            onChange={({ currentTarget }) =>
              onChange({ time: currentTarget.value === '' ? null : currentTarget.value })
            }
          />
        )}
      </div>
      <div className={classes['fields']} role="group" aria-label={t('Guests')}>
        {option.units.map(({ id, title, minAge, maxAge, price }, index) => (
          <DigitsInput
            key={id}
            label={title}
            description={[
              minAge !== null && t('{from}–{to} years', { from: minAge, to: maxAge ?? '…' }),
              price !== null && formatMoney(price, option.currency),
            ]
              .filter(Boolean)
              .join(' · ')}
            allowDecimal={false}
            allowNegative={false}
            value={draft.units[id] ?? null}
            error={index === 0 ? problems['units'] : undefined}
            onChange={(quantity) => onChange({ units: { ...draft.units, [id]: quantity ?? 0 } })}
          />
        ))}
      </div>
    </>
  )
}
