import { formatMoney } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { TaxTreatment } from './compose-invoice.ts'

/** What allows a simplified invoice. Counsel has to confirm each, and which of our sales are passenger transport. */
export const simplifiedGrounds = ['directive', 'spain', 'spain_transport'] as const
type SimplifiedGround = (typeof simplifiedGrounds)[number]

/** Up to which total an invoice can be simplified, in minor units of its currency. */
export interface Simplification {
  readonly by: SimplifiedGround
  readonly limit: number
}

const memberStates: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * The limits of an issuer’s country, in euro cents, the general one first. Spain has EUR 400, and EUR 3,000 for passenger transport
 * (Real Decreto 1619/2012, article 4). Every other member state has to allow EUR 100 (article 220a of Directive 2006/112/EC) and can
 * allow up to EUR 400 (article 238); as we do not know which do, they have EUR 100. Elsewhere we know of none.
 */
export function simplificationsIn(country: string): readonly Simplification[] {
  if (country === 'ES')
    return [
      { by: 'spain', limit: 40_000 },
      { by: 'spain_transport', limit: 300_000 },
    ]
  return memberStates.has(country) ? [{ by: 'directive', limit: 10_000 }] : []
}

/** What staff choose; without a choice an invoice is simplified where it can be. */
export type InvoiceForm = 'full' | SimplifiedGround

interface Sale {
  readonly gross: number
  readonly currency: string
  readonly taxTreatment: TaxTreatment
  readonly recipient: {
    readonly company: string | null
    readonly taxId: string | null
    readonly address: string | null
  }
}

/** Whether a recipient is named as one who deducts tax or asks for a full invoice. */
export function namesTaxpayer({ company, taxId, address }: Sale['recipient']): boolean {
  return [company, taxId, address].some((one) => one !== null && one.trim() !== '')
}

/** Whether an invoice is simplified and by what, and why, for the person who is about to issue it. */
export function formOf(
  { gross, currency, taxTreatment, recipient }: Sale,
  allowed: readonly Simplification[],
  wanted?: InvoiceForm,
): { readonly simplified: Simplification | null; readonly why: string } {
  const full = (why: string) => ({ simplified: null, why })
  const [general] = allowed
  if (namesTaxpayer(recipient)) return full(t('Full invoice: the recipient has a company, tax ID or address.'))
  if (taxTreatment === 'reverse_charge') return full(t('Full invoice: reverse charge needs one.'))
  if (!general) return full(t('Full invoice: we know no limit for simplified ones in this country and currency.'))
  if (wanted === 'full') return full(t('Full invoice, as chosen.'))
  const found = allowed.find(({ by }) => by === (wanted ?? general.by)) ?? general
  const limit = formatMoney(found.limit, currency)
  if (gross > found.limit)
    return full(t('Full invoice: the total is above {limit}, the limit of simplified ones.', { limit }))
  return {
    simplified: found,
    why: t('Simplified invoice: no company, tax ID or address, and the total is at most {limit}.', { limit }),
  }
}
