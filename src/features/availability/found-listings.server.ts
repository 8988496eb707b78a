import type { FoundListing, HiddenReason, PlacedSection } from './availability.ts'
import { maxListings } from './availability.ts'
import type { PerformanceSubject } from './performance-subject.server.ts'
import type { NoteLabel } from '../section-mapping/resolver/notes.ts'
import type { StoredListing, TicketSource } from './stored-listings.server.ts'

/** A listing in a provider's answer, in our terms and with the section where the resolver puts it. */
export interface LiveListing {
  readonly code: string
  readonly section: string
  readonly row: string | null
  readonly quantity: number
  readonly ask: number
  readonly currency: string
  readonly placed: PlacedSection
  readonly note: string | null
  readonly labels: readonly NoteLabel[]
}

const placedOf = (one: StoredListing): PlacedSection => ({
  name: one.placedName,
  row: one.placedRow,
  method: one.placedBy,
  ruleId: one.ruleId,
  confidence: one.confidence ?? 0,
  reason: one.unplacedReason,
})

function hiddenOf(
  { isWithheld, isOpen, quantity, taken }: StoredListing,
  { isStopped }: Pick<PerformanceSubject, 'isStopped'>,
  { isLate }: Terms,
): HiddenReason | null {
  if (isWithheld) return 'provider_paused'
  if (!isOpen) return 'closed'
  if (taken >= quantity) return 'taken'
  if (isLate) return 'delivery'
  return isStopped ? 'performance' : null
}

/** What was agreed with the provider whose listings they are. */
type Terms = Pick<TicketSource, 'floor' | 'isLate' | 'onlyIn'>

type Unpriced = Omit<FoundListing, 'price'>

function storedAlone(
  one: StoredListing,
  subject: PerformanceSubject,
  difference: FoundListing['difference'],
  terms: Terms,
): Unpriced {
  return {
    code: one.code,
    section: one.section,
    row: one.row,
    quantity: Math.max(0, one.quantity - one.taken),
    ask: one.ask,
    currency: one.currency,
    placed: placedOf(one),
    note: one.note,
    labels: one.labels,
    difference,
    stored: null,
    hidden: hiddenOf(one, subject, terms),
  }
}

/** Their quantity is compared with what we have left, since they know of our sales as well. */
function besideStored(
  live: LiveListing,
  stored: StoredListing | undefined,
  subject: PerformanceSubject,
  terms: Terms,
): Unpriced {
  if (!stored) return { ...live, difference: 'new', stored: null, hidden: 'not_stored' }
  const left = Math.max(0, stored.quantity - stored.taken)
  const isSame =
    stored.section === live.section &&
    stored.row === live.row &&
    left === live.quantity &&
    stored.ask === live.ask &&
    stored.currency === live.currency
  return {
    ...live,
    difference: isSame ? 'same' : 'changed',
    stored: isSame ? null : { section: stored.section, quantity: left, ask: stored.ask },
    hidden: hiddenOf(stored, subject, terms),
  }
}

/** What differs comes first, then the cheapest. */
const rank = { gone: 0, changed: 1, new: 2, same: 3 } as const

function priced(
  all: readonly Unpriced[],
  subject: PerformanceSubject,
  terms: Terms,
): { listings: FoundListing[]; more: number } {
  const lowest = new Map<string, number>()
  for (const { ask, currency, hidden } of all)
    if (hidden !== 'taken') lowest.set(currency, Math.min(ask, lowest.get(currency) ?? ask))
  const listings = all
    .map((one) => ({
      ...one,
      ...(terms.onlyIn.length > 0 && { onlyIn: terms.onlyIn }),
      price: subject.priceOf(one.ask, one.currency, lowest.get(one.currency) ?? null, terms.floor),
    }))
    .toSorted(
      (a, b) =>
        rank[a.difference ?? 'same'] - rank[b.difference ?? 'same'] ||
        a.price.total - b.price.total ||
        a.code.localeCompare(b.code),
    )
  return { listings: listings.slice(0, maxListings), more: Math.max(0, listings.length - maxListings) }
}

/** What is stored of a provider, where there is nothing to hold it against. */
export function storedOnly(stored: readonly StoredListing[], subject: PerformanceSubject, terms: Terms) {
  return priced(
    stored.map((one) => storedAlone(one, subject, null, terms)),
    subject,
    terms,
  )
}

/** A provider's answer beside what is stored of it. */
export function liveBesideStored(
  live: readonly LiveListing[],
  stored: readonly StoredListing[],
  subject: PerformanceSubject,
  terms: Terms,
) {
  const byCode = new Map(stored.map((one) => [one.code, one]))
  const answered = new Set(live.map(({ code }) => code))
  return priced(
    [
      ...live.map((one) => besideStored(one, byCode.get(one.code), subject, terms)),
      ...stored.filter(({ code }) => !answered.has(code)).map((one) => storedAlone(one, subject, 'gone', terms)),
    ],
    subject,
    terms,
  )
}
