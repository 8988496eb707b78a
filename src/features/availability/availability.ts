import type { SellableDay } from '../products/sellability.ts'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import type { Method, RefusalReason } from '../section-mapping/resolver/resolver.ts'

declare module '../../core/access/permissions.ts' {
  interface PermissionActions {
    payload: true
  }
}

/** `not_asked`: paused, not connected, or it does not know what is asked about. */
export const answerStates = ['asking', 'answered', 'failed', 'stopped', 'not_asked'] as const
export type AnswerState = (typeof answerStates)[number]

/** What a live answer is beside what is stored. `gone`: stored, and no longer at the provider. */
export const differences = ['same', 'changed', 'new', 'gone'] as const
export type Difference = (typeof differences)[number]

/** Why the site does not show a listing; null where it does. */
export const hiddenReasons = ['not_stored', 'provider_paused', 'closed', 'taken', 'delivery', 'performance'] as const
export type HiddenReason = (typeof hiddenReasons)[number]

/** Why nothing of a performance is sold. */
export const saleStops = [
  'unpublished',
  'hidden_event',
  'hidden',
  'market',
  'provider',
  'window',
  'status',
  'delivery',
  'sold_out',
] as const
export type SaleStop = (typeof saleStops)[number]

/** Where the resolver places a section, or why nowhere. */
export interface PlacedSection {
  readonly name: string | null
  readonly row: string | null
  readonly method: Method | null
  readonly ruleId: number | null
  /** In basis points. */
  readonly confidence: number
  readonly reason: RefusalReason | null
}

/** A listing as its provider spells it, with our price of one ticket. Money in minor units of its currency. */
export interface FoundListing {
  readonly code: string
  readonly section: string
  readonly row: string | null
  readonly quantity: number
  readonly ask: number
  readonly currency: string
  readonly placed: PlacedSection
  /** What its seller says of the seats, and what that means; not in checks from before notes were read. */
  readonly note?: string | null
  readonly labels?: readonly NoteLabel[]
  readonly price: {
    readonly price: number
    readonly fee: number
    readonly total: number
    /** The rules alone would sell it for less than was agreed with its provider. */
    readonly isFloor?: boolean
  }
  /** The countries to whose customers alone its provider lets us sell it; missing where it is sold to all. */
  readonly onlyIn?: readonly string[]
  readonly difference: Difference | null
  /** What is stored of it, where that differs. */
  readonly stored: { readonly section: string; readonly quantity: number; readonly ask: number } | null
  readonly hidden: HiddenReason | null
}

export interface SupplierStatus {
  readonly status: 'AVAILABLE' | 'FREESALE' | 'SOLD_OUT' | 'LIMITED' | 'CLOSED'
  readonly vacancies: number | null
}

/** An option of a product on the day. */
export interface FoundOption {
  /** Null where we have no such option. */
  readonly optionId: number | null
  readonly code: string
  readonly title: string
  readonly live: SupplierStatus | null
  readonly stored: (SupplierStatus & { readonly checkedAt: string }) | null
  /** What we keep of it ourselves. */
  readonly ownStock: { readonly capacity: number; readonly taken: number } | null
  readonly difference: Difference | null
  /** Of the party; null where there is no party, or no such option. */
  readonly price: {
    readonly net: number
    readonly retail: number
    readonly currency: string
    readonly pax: number
    readonly problem: string | null
  } | null
  /** What the site shows of the day. */
  readonly day: SellableDay | null
}

interface Suggestion {
  readonly code: string
  readonly name: string
  readonly venue: string | null
  readonly localDate: string | null
  readonly localTime: string | null
  /** In basis points. */
  readonly confidence: number
}

/** What a source is and has to say, as it is stored. */
export interface SourceFacts {
  readonly provider: { readonly id: number; readonly code: string; readonly name: string }
  /** The product, where the check is about one. */
  readonly product: { readonly id: number; readonly title: string; readonly timeZone: string } | null
  /** Asked through an adapter, or answered from stock that is listed with us. */
  readonly how: 'live' | 'stock'
  /** Its own id of what is asked about. */
  readonly code: string | null
  /** When what is stored of it was last written. */
  readonly cachedAt: string | null
  readonly listings: readonly FoundListing[]
  readonly options: readonly FoundOption[]
  /** Events of theirs that could be the performance, while we have no id of it there; the likeliest first. */
  readonly suggestions: readonly Suggestion[]
  /** Listings that are counted, not shown. */
  readonly more: number
}

interface DecidingRule {
  readonly id: number
  readonly name: string
  /** In basis points; null for one that hides. */
  readonly value: number | null
}

/** What a check is about, and what the site shows of it. */
export interface CheckFacts {
  readonly title: string
  readonly place: string | null
  readonly localDate: string
  readonly localTime: string | null
  readonly timeZone: string
  readonly configuration: string | null
  /** Of a performance. */
  readonly sale: {
    readonly stop: SaleStop | null
    /** The total of the cheapest ticket. */
    readonly from: number | null
    readonly currency: string
    readonly available: number
    readonly ticketLimit: number | null
    readonly markup: DecidingRule | null
    readonly minMargin: DecidingRule | null
    readonly serviceFee: DecidingRule | null
    readonly hides: DecidingRule | null
  } | null
}

/** Listings of one provider that an answer shows. */
export const maxListings = 100
/** Products of other suppliers that are asked beside the chosen one. */
export const maxAlternatives = 7
/** Events that a provider is believed to mean. */
export const maxSuggestions = 5
