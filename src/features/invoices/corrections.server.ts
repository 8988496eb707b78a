import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { TaxTreatment } from './compose-invoice.ts'
import type { CorrectedRecipient, DraftDocument } from './invoice.endpoints.ts'
import { compactTaxId } from './tax-id.ts'

/** Blank is none, and a tax id is stored without what people group it by. */
export function tidied({ name, company, taxId, address, country }: CorrectedRecipient): DraftDocument['recipient'] {
  return {
    name,
    company: company || null,
    taxId: taxId ? compactTaxId(taxId) : null,
    address: address || null,
    country,
  }
}

/** @throws Refusal 422 where the treatment does not fit what was sold, or to whom */
export function assertTreatmentFits(
  taxTreatment: TaxTreatment,
  { pricesIncludeTax, recipient }: Pick<DraftDocument, 'pricesIncludeTax' | 'recipient'>,
): void {
  if (taxTreatment === 'standard') return
  if (!pricesIncludeTax)
    throw invalid({ taxTreatment: t('This order charged tax on top of its prices. Use the standard treatment.') })
  if (taxTreatment === 'reverse_charge' && !recipient.taxId)
    throw invalid({ taxTreatment: t('Reverse charge needs the recipient’s tax ID.') })
}
