import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import type { UnitType } from '../../products/product-age-bands.ts'

/** An option of a product as its supplier describes it. */
export interface DraftOption {
  readonly code: string
  readonly title: string
  readonly durationMinutes: number | null
  readonly languages: readonly string[]
  readonly startTimes: readonly string[]
  readonly cutoffMinutes: number
  readonly minUnits: number
  readonly maxUnits: number
  readonly isPickupAvailable: boolean
  readonly meetingPoint: string | null
}

/** What is sold: for an age band or everyone, in one option or (null) in all of them. Prices in minor units. */
export interface DraftUnit {
  readonly optionCode: string | null
  readonly type: UnitType
  readonly label: string
  readonly minAge: number
  readonly maxAge: number
  readonly minQuantity: number
  readonly maxQuantity: number
  readonly paxCount: number
  /** Types of which one has to come along. */
  readonly accompaniedBy: readonly UnitType[]
  readonly net: number
  readonly retail: number
}

/** A day on which an option takes place. */
export interface AvailableDay {
  readonly optionCode: string
  readonly date: string
  readonly status: 'AVAILABLE' | 'FREESALE' | 'SOLD_OUT' | 'LIMITED' | 'CLOSED'
  readonly vacancies: number | null
}

/** A product in our terms, as read from a supplier's payload. Nothing in it comes from our own catalogue. */
export interface ProductDraft {
  readonly code: string
  readonly title: string
  readonly description: string | null
  readonly reference: string | null
  readonly locale: string
  /** Null where the supplier does not say: the zone of the city is taken. */
  readonly timeZone: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  /** The supplier's own place, by which the city is found and remembered. */
  readonly destination: { readonly key: string; readonly name: string | null } | null
  readonly supplierTags: readonly string[]
  /** Empty where the supplier does not say: then amounts have `unnamedDigits`, until staff have chosen one. */
  readonly currency: string
  readonly availabilityType: 'START_TIME' | 'OPENING_HOURS'
  readonly isInstantConfirmation: boolean
  readonly isInstantDelivery: boolean
  readonly isAvailabilityRequired: boolean
  readonly deliveryMethods: readonly ('VOUCHER' | 'TICKET')[]
  readonly redemptionMethod: 'DIGITAL' | 'PRINT' | 'MANIFEST'
  readonly pricingPer: 'UNIT' | 'BOOKING'
  readonly cancellationPolicy: 'STANDARD' | 'CUSTOM' | 'ALL_SALES_FINAL'
  readonly cancellationHours: number | null
  readonly cancellationTiers: readonly { readonly hoursBefore: number; readonly refund: number }[]
  readonly questions: readonly {
    readonly code: string
    readonly question: string
    readonly per: 'BOOKING' | 'UNIT'
    readonly isRequired: boolean
  }[]
  readonly rating: number | null
  readonly reviewCount: number
  readonly images: readonly { readonly url: string; readonly alt: string | null }[]
  /** Some of its texts must not be indexed by search engines. */
  readonly isNoIndex: boolean
  readonly options: readonly DraftOption[]
  readonly units: readonly DraftUnit[]
  /** Oddities of the payload that a person should know of; none stops the import. */
  readonly warnings: readonly Said[]
}

/** The unit that a product sells from: the cheapest that can be bought alone, as the database chooses it (`from_rank`). */
export function leadUnit({ units }: Pick<ProductDraft, 'units'>): DraftUnit | null {
  const rank = ({ accompaniedBy, minQuantity }: DraftUnit) => (accompaniedBy.length > 0 || minQuantity > 1 ? 1 : 0)
  const [first] = units
    .filter(({ retail }) => retail > 0)
    .toSorted((a, b) => rank(a) - rank(b) || a.retail - b.retail || a.net - b.net)
  return first ?? null
}
