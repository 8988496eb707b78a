import { formatDate, formatDayOf, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { ReviewEvidence, ReviewForensics, ReviewPurchase } from './review.endpoints.ts'
import type { Proof } from './review-evidence.ts'
import type { Contradiction, RiskCode } from './review-risk.ts'

/** A share of letters in common, as percent. */
export const likeness = (share: number) => formatPercent(share * 10_000, 'measured')

/** A reason of a risk, with its figure. */
export function riskSentence(code: RiskCode, found: ReviewForensics): string {
  const { copies, similar, similarity, onDay, day, usual, addressPrefix, fromNetwork, byAuthor } = found
  const sentences: Readonly<Record<RiskCode, () => string>> = {
    copied_text: () =>
      t('{n, plural, one {One other review has} other {# other reviews have}} the very same text.', { n: copies }),
    similar_text: () =>
      t(
        '{n, plural, one {One other review near it tells} other {# other reviews near it tell}} much the same: up to {share} of its letters agree.',
        { n: similar, share: likeness(similarity) },
      ),
    burst: () =>
      t('{n} reviews on {day}; the usual is {usual} a day.', {
        n: onDay,
        day: formatDate(day),
        usual: formatNumber(usual, 2),
      }),
    same_network: () =>
      t('{n} reviews from the network {network} within a month.', { n: fromNetwork, network: addressPrefix ?? '' }),
    same_author: () => t('{n} reviews by this author’s address.', { n: byAuthor }),
    purchase_failed: () => t('Its booking was cancelled or rejected.'),
    wrong_date: () => t('The dates of review and purchase differ.'),
    before_the_visit: () => t('It was written before the visit.'),
    other_subject: () => t('The purchase is for something else.'),
    links: () => t('The text has a link, a number to call or the name of a messenger in it.'),
    all_or_nothing: () => t('The best or worst rating with fewer than 30 letters.'),
    verified: () => t('A purchase backs it up, and nothing contradicts that.'),
  }
  return sentences[code]()
}

const bookingWords: Readonly<Record<string, string>> = {
  pending_payment: msg('awaiting payment'),
  on_hold: msg('on hold'),
  pending_supplier: msg('waiting for the supplier'),
  confirmed: msg('confirmed'),
  completed: msg('completed'),
  expired: msg('expired'),
  rejected: msg('rejected'),
  cancelled: msg('cancelled'),
}

/** A booking's state in the middle of a sentence. */
function bookingWord(status: string): string {
  return t(bookingWords[status] ?? msg('unknown'))
}

/** A contradiction, in a colleague's words. */
export function contradictionSentence(
  code: Contradiction,
  review: { readonly travelDate: string | null; readonly submittedAt: string },
  purchase: ReviewPurchase | null,
): string {
  const booked = purchase ? formatDate(purchase.travelDate) : ''
  const told = review.travelDate === null ? '' : formatDate(review.travelDate)
  const sentences: Readonly<Record<Contradiction, () => string>> = {
    purchase_failed: () =>
      t('The booking is {status}, so no one attended.', { status: bookingWord(purchase?.bookingStatus ?? '') }),
    wrong_date: () => t('The author says {visited}, the purchase was for {booked}.', { visited: told, booked }),
    before_the_visit: () =>
      t('It was written on {written}, before the visit on {visit}.', {
        written: formatDayOf(review.submittedAt),
        visit: booked || told,
      }),
    other_subject: () => t('The purchase is of something else: {title}.', { title: purchase?.title ?? '' }),
  }
  return sentences[code]()
}

/** The evidence that agrees, for the moderator. */
export function agreements({ purchase, contradictions }: ReviewEvidence, travelDate: string | null): readonly string[] {
  if (!purchase) return []
  return [
    ...(travelDate !== null && travelDate === purchase.travelDate
      ? [t('The travel date agrees with the purchase.')]
      : []),
    ...(purchase.isOfSubject ? [t('The review is about what was bought.')] : []),
    ...(purchase.isSameEmail === true ? [t('The author’s email matches the customer’s.')] : []),
    ...(contradictions.includes('purchase_failed')
      ? []
      : [t('The booking is {status}.', { status: bookingWord(purchase.bookingStatus) })]),
  ]
}

/** The badge that readers see, and the sentence behind it. */
export function proofWords(proof: Proof, supplier: string): { badge: string; sentence: string } {
  const words: Readonly<Record<Proof, () => { badge: string; sentence: string }>> = {
    verified: () => ({
      badge: t('Verified purchase'),
      sentence: t('The author bought this through us and wrote about it after the visit. Every purchase counts once.'),
    }),
    doubtful: () => ({
      badge: t('Not verified'),
      sentence: t('We couldn’t match this review with a visit, so it isn’t marked as verified.'),
    }),
    supplier: () => ({
      badge: t('Review by {supplier}', { supplier }),
      sentence: t('Collected by {supplier}, who publish how they check reviews. We haven’t checked it ourselves.', {
        supplier,
      }),
    }),
    imported: () => ({
      badge: t('Not verified'),
      sentence: t('Imported from another source. We have not checked whether the author was there.'),
    }),
    editorial: () => ({
      badge: t('By our editors'),
      sentence: t('Written by our own staff, and not counted as a customer’s voice.'),
    }),
  }
  return words[proof]()
}
