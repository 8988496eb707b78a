import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatMoney, inOrder, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { TaxTreatment } from './compose-invoice.ts'
import type { CorrectedRecipient, DraftDocument } from './invoice.endpoints.ts'
import type { InvoiceForm, Simplification } from './simplified.ts'
import { formOf, namesTaxpayer } from './simplified.ts'
import { isTaxId } from './tax-id.ts'
import classes from './invoice.module.css'

/** What staff change before an invoice is issued. */
export interface Corrections {
  readonly recipient?: CorrectedRecipient
  readonly taxTreatment?: TaxTreatment
  readonly form?: InvoiceForm
}

export interface RecipientDialogProps {
  readonly draft: DraftDocument
  /** What allows a simplified invoice for this order. */
  readonly allowed: readonly Simplification[]
  readonly onSave: (corrections: Corrections) => void
  readonly onClose: () => void
}

/** Who the invoice names and how it is taxed, while it is not issued. */
export function RecipientDialog({ draft: document, allowed, onSave, onClose }: RecipientDialogProps) {
  const [value, setValue] = useState<Named>({ recipient: document.recipient, taxTreatment: document.taxTreatment })
  const [form, setForm] = useState<InvoiceForm>(document.simplified?.by ?? 'full')
  const [problems, setProblems] = useState<Problems>({})
  const isFull = namesTaxpayer(value.recipient) || value.taxTreatment === 'reverse_charge'
  function save(): void {
    const found = problemsOf(value)
    setProblems(found)
    const { recipient, taxTreatment } = value
    if (Object.keys(found).length === 0)
      onSave({
        recipient,
        ...(taxTreatment !== 'standard' && { taxTreatment }),
        ...(!isFull && allowed.length > 0 && { form }),
      })
  }
  return (
    <Dialog title={t('Recipient and VAT')} onClose={onClose}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <RecipientFields
          document={document}
          value={value}
          problems={problems}
          onChange={(next, changed) => {
            setValue(next)
            setProblems({ ...problems, [changed]: undefined })
          }}
        />
        {allowed.length > 0 && (
          <NativeSelect
            label={t('Document')}
            description={
              isFull ? formOf({ ...document, ...value, recipient: value.recipient }, allowed).why : undefined
            }
            disabled={isFull}
            data={[
              { value: 'full', label: t('Full invoice') },
              ...allowed
                .filter(({ limit }) => document.gross <= limit)
                .map(({ by, limit }) => ({ value: by, label: labelOf(by, formatMoney(limit, document.currency)) })),
            ]}
            value={isFull ? 'full' : form}
            onChange={({ currentTarget }) => setForm(currentTarget.value as InvoiceForm)}
          />
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Apply')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

function labelOf(by: Simplification['by'], limit: string): string {
  return by === 'spain_transport'
    ? t('Simplified invoice for passenger transport, up to {limit}', { limit })
    : t('Simplified invoice, up to {limit}', { limit })
}

/** Who a document names, and how it is taxed. */
export interface Named {
  readonly recipient: CorrectedRecipient
  readonly taxTreatment: TaxTreatment
}

export type Problems = Partial<Record<keyof CorrectedRecipient | 'taxTreatment', string>>

export function problemsOf({ recipient: { name, taxId }, taxTreatment }: Named): Problems {
  return {
    ...(name.trim() === '' && { name: t('Enter a name.') }),
    ...(taxId?.trim() && !isTaxId(taxId) && { taxId: t('Enter a tax ID such as ESB12345678.') }),
    ...(taxTreatment === 'reverse_charge' &&
      !taxId?.trim() && { taxId: t('Reverse charge needs the recipient’s tax ID.') }),
  }
}

interface RecipientFieldsProps {
  readonly document: Pick<DraftDocument, 'pricesIncludeTax'>
  readonly value: Named
  readonly problems: Problems
  readonly onChange: (next: Named, changed: keyof Problems) => void
}

export function RecipientFields({ document, value, problems, onChange }: RecipientFieldsProps) {
  const { recipient, taxTreatment } = value
  const countries = useMemo(() => choices(), [])
  const field = (key: keyof CorrectedRecipient) => ({
    value: recipient[key] ?? '',
    error: problems[key],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ ...value, recipient: { ...recipient, [key]: currentTarget.value } }, key),
  })
  return (
    <>
      <TextInput label={t('Name')} required maxLength={201} {...field('name')} />
      <TextInput label={t('Company')} maxLength={200} {...field('company')} />
      <TextInput label={t('Tax ID')} maxLength={40} {...field('taxId')} />
      <Textarea label={t('Address')} maxLength={500} rows={2} {...field('address')} />
      <NativeSelect label={t('Country')} data={countries} {...field('country')} />
      <NativeSelect
        label={t('VAT treatment')}
        // What was charged on top of the prices is tax, and stays it.
        disabled={!document.pricesIncludeTax}
        description={
          document.pricesIncludeTax ? undefined : t('This order charged tax on top of its prices, so it is standard.')
        }
        data={[
          { value: 'standard', label: t('Standard') },
          { value: 'margin', label: t('Margin scheme') },
          { value: 'reverse_charge', label: t('Reverse charge') },
          { value: 'exempt', label: t('Exempt') },
        ]}
        value={taxTreatment}
        error={problems.taxTreatment}
        onChange={({ currentTarget }) =>
          onChange({ ...value, taxTreatment: currentTarget.value as TaxTreatment }, 'taxTreatment')
        }
      />
    </>
  )
}

/** Codes that name no country one can live in. */
const noCountries: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Every country that the reader’s language has a name for, in its order. */
function choices(): readonly { readonly value: string; readonly label: string }[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .map((value) => ({ value, label: nameOf('region', value) }))
    .filter(({ value, label }) => label !== value && !noCountries.has(value))
    .sort((a, b) => inOrder(a.label, b.label))
}
