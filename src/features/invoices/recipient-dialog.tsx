import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { inOrder, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { CorrectedRecipient } from './invoice.endpoints.ts'
import { isTaxId } from './tax-id.ts'
import classes from './invoice.module.css'

export interface RecipientDialogProps {
  readonly recipient: CorrectedRecipient
  readonly onSave: (recipient: CorrectedRecipient) => void
  readonly onClose: () => void
}

/** Who the invoice names, while it is not issued. */
export function RecipientDialog({ recipient, onSave, onClose }: RecipientDialogProps) {
  const [draft, setDraft] = useState(recipient)
  const [problems, setProblems] = useState<Partial<Record<keyof CorrectedRecipient, string>>>({})
  const countries = useMemo(() => choices(), [])
  const field = (key: keyof CorrectedRecipient) => ({
    value: draft[key] ?? '',
    error: problems[key],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setDraft({ ...draft, [key]: value })
      setProblems({ ...problems, [key]: undefined })
    },
  })
  function save(): void {
    const found = {
      ...(draft.name.trim() === '' && { name: t('Enter a name.') }),
      ...(draft.taxId?.trim() && !isTaxId(draft.taxId) && { taxId: t('Enter a tax ID such as ESB12345678.') }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) onSave(draft)
  }
  return (
    <Dialog title={t('Edit recipient')} onClose={onClose}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput label={t('Name')} required maxLength={201} {...field('name')} />
        <TextInput label={t('Company')} maxLength={200} {...field('company')} />
        <TextInput label={t('Tax ID')} maxLength={40} {...field('taxId')} />
        <Textarea label={t('Address')} maxLength={500} rows={2} {...field('address')} />
        <NativeSelect label={t('Country')} data={countries} {...field('country')} />
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
