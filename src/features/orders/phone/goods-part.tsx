import { NativeSelect } from '@mantine/core'
import { formatMoney, formatDate, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { ref } from '../../../core/resource/fields.ts'
import type { FieldOf } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { useMay } from '../../../core/browser/session.web.ts'
import { DigitsInput } from '../../../ui/digits-input.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { DateInput } from '../../../ui/resource/date-input.tsx'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import type { performances } from '../../events/performance/performances.ts'
import type { products } from '../../products/products.ts'
import { Choice } from './choice.tsx'
import type { PartProps } from './customer-part.tsx'
import type { PhoneGoods } from './phone-order.endpoints.ts'
import { readPhoneGoods } from './phone-order.endpoints.ts'
import classes from './phone.module.css'

const productField = ref(nameOf<typeof products>('products'), { label: 'Product', required: true })
const performanceField = ref(nameOf<typeof performances>('performances'), { label: 'Performance', required: true })
/** What can be sold of each; the server looks again before it sells. */
const live = { status: 'live' } as const
const toCome = { status: 'onsale' } as const

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
        onChange={(kind) => onChange({ kind, isOverridden: false, price: null })}
      />
      {draft.kind === 'product' ? <VisitPart {...props} /> : <TicketsPart {...props} />}
    </section>
  )
}

interface PickerProps {
  readonly field: FieldOf['ref']
  readonly name: string
  readonly value: number | null
  readonly among: Readonly<Record<string, string>>
  readonly error: string | undefined
  readonly onChange: (id: number | null) => void
}

function Picker({ field, name, value, among, error, onChange }: PickerProps) {
  return inputOf(field, {
    name,
    value,
    among,
    draft: {},
    record: null,
    errors: {},
    readOnly: false,
    ...(error !== undefined && { error }),
    onChange: (next) => onChange(typeof next === 'number' ? next : null),
  })
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

const nothingChosen = { optionId: null, date: null, time: null, units: {}, isOverridden: false, price: null } as const

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

function TicketsPart({ draft, problems, onChange }: PartProps) {
  const { performanceId, listingId, tickets } = draft
  const { data } = useAnswer(readPhoneGoods, {
    query: { performanceId: performanceId ?? 0 },
    enabled: performanceId !== null,
  })
  const listings = performanceId === null ? [] : (data?.listings ?? [])
  const listing = listings.find(({ id }) => id === listingId)
  return (
    <>
      <Picker
        field={performanceField}
        name="performanceId"
        value={performanceId}
        among={toCome}
        error={problems['performanceId']}
        onChange={(id) => onChange({ performanceId: id, listingId: null, isOverridden: false, price: null })}
      />
      {data && performanceId !== null && listings.length === 0 && (
        <p className={classes['quiet']}>{t('No tickets of this performance are on sale.')}</p>
      )}
      {listings.length > 0 && (
        <div className={classes['fields']}>
          <NativeSelect
            label={t('Listing')}
            value={listingId ?? ''}
            error={problems['listingId']}
            data={[
              { value: '', label: t('Choose…') },
              ...listings.map((one) => ({ value: String(one.id), label: listingWords(one) })),
            ]}
            onChange={({ currentTarget }) => {
              const id = currentTarget.value === '' ? null : Number(currentTarget.value)
              const [first] = listings.find((one) => one.id === id)?.splits ?? []
              onChange({
                listingId: id,
                isOverridden: false,
                price: null,
                ...(first !== undefined && { tickets: first }),
              })
            }}
          />
          {listing && listing.splits.length > 0 ? (
            <NativeSelect
              label={t('Tickets')}
              description={t('This listing is sold in these numbers only')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={tickets ?? ''}
              error={problems['quantity']}
              data={listing.splits.map(String)}
              onChange={({ currentTarget }) => onChange({ tickets: Number(currentTarget.value) })}
            />
          ) : (
            <DigitsInput
              label={t('Tickets')}
              allowDecimal={false}
              allowNegative={false}
              value={tickets}
              error={problems['quantity']}
              onChange={(next) => onChange({ tickets: next })}
            />
          )}
        </div>
      )}
    </>
  )
}

const listingWords = ({ title, price, fee, currency, available }: PhoneGoods['listings'][number]) =>
  t('{title} · {price} each · {n} left', {
    title,
    price: formatMoney(price + fee, currency),
    n: formatNumber(available),
  })
