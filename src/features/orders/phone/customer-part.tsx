import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useMay } from '../../../core/browser/session.web.ts'
import { inOrder, nameOf as wordOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { ref } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/resource/resource-name.ts'
import { useListDrawnOnFocus } from '../../../ui/drawn-on-focus.web.ts'
import { useAnswer, useRows } from '../../../ui/resource/client.web.ts'
import { inputOf } from '../../../ui/resource/inputs.tsx'
import type { customers } from '../../customers/customers.ts'
import { countries } from '../../places/geo/countries.ts'
import { Choice } from './choice.tsx'
import type { PhoneDraft } from './phone-draft.ts'
import { readPhoneGoods } from './phone-order.endpoints.ts'
import classes from './phone.module.css'

/** A part of the order's form. */
export interface PartProps {
  readonly draft: PhoneDraft
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (next: Partial<PhoneDraft>) => void
}

const customerField = ref(nameOf<typeof customers>('customers'), { label: 'Customer', required: true })

/** Who buys: a customer that we know, or who it is. */
export function CustomerPart({ draft, problems, onChange }: PartProps) {
  const mayFind = useMay()('ui', 'users')
  const isNew = draft.isNewCustomer || !mayFind
  return (
    <section className={classes['card']} aria-label={t('Customer')}>
      <h2>{t('Customer')}</h2>
      {mayFind && (
        <Choice
          label={t('Customer')}
          value={isNew ? 'new' : 'known'}
          choices={[
            ['known', t('Existing')],
            ['new', t('New')],
          ]}
          onChange={(value) => onChange({ isNewCustomer: value === 'new' })}
        />
      )}
      {isNew ? (
        <NewCustomer
          draft={draft}
          problems={problems}
          onChange={(next) => onChange({ ...next, isNewCustomer: true })}
        />
      ) : (
        inputOf(customerField, {
          name: 'customerId',
          value: draft.customerId,
          draft: {},
          record: null,
          errors: {},
          readOnly: false,
          ...(problems['customerId'] !== undefined && { error: problems['customerId'] }),
          onChange: (value) => onChange({ customerId: typeof value === 'number' ? value : null }),
        })
      )}
    </section>
  )
}

function NewCustomer({ draft, problems, onChange }: PartProps) {
  const mayReadPlaces = useMay()('read', 'places')
  const found = useRows(countries, { range: [0, 299], fields: ['code'] }, mayReadPlaces)
  const codes = (found.data?.rows ?? []).map(({ code }) => code)
  const shop = useAnswer(readPhoneGoods, { query: {} })
  const languages = [...new Set([...(shop.data?.languages ?? []), draft.locale])]
  const countryList = useListDrawnOnFocus()
  const { customer } = draft
  const text = (key: keyof typeof customer) => ({
    value: customer[key],
    error: problems[`customer.${key}`],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ customer: { ...customer, [key]: event.currentTarget.value } }),
  })
  return (
    <div className={classes['fields']}>
      <TextInput label={t('First name')} withAsterisk aria-required autoComplete="off" {...text('firstName')} />
      <TextInput label={t('Last name')} withAsterisk aria-required autoComplete="off" {...text('lastName')} />
      <TextInput label={t('Email')} type="email" withAsterisk aria-required autoComplete="off" {...text('email')} />
      <TextInput label={t('Phone')} type="tel" autoComplete="off" placeholder="+34911234567" {...text('phone')} />
      <Select
        {...countryList}
        label={t('Country')}
        withAsterisk
        aria-required
        searchable
        value={draft.country}
        error={problems['customer.country']}
        data={codes
          .map((code) => ({ value: code, label: wordOf('region', code) }))
          .toSorted((a, b) => inOrder(a.label, b.label))}
        onChange={(country) => onChange({ country })}
      />
      <NativeSelect
        label={t('Language')}
        value={draft.locale}
        error={problems['locale']}
        data={languages.map((code) => ({ value: code, label: wordOf('language', code) }))}
        onChange={({ currentTarget }) => onChange({ locale: currentTarget.value })}
      />
    </div>
  )
}
