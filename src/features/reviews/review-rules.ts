import { msg, t } from '../../core/i18n/language.ts'

export const reviewStatuses = ['pending', 'approved', 'rejected', 'hidden'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** A negative opinion is not among the reasons: rejecting for it would mean choosing which opinions to publish. */
export const rejectionReasons = [
  'spam',
  'not_genuine',
  'duplicate',
  'offensive',
  'personal_data',
  'off_topic',
  'wrong_subject',
  'conflict_of_interest',
  'illegal',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** Replaces a redacted passage. It is part of the text itself, so that no reader can overlook it. */
export const redactionMarker = '[redacted]'

/** The steps of moderation, by what the audit calls them. */
export const steps = ['approve', 'reject', 'hide', 'reopen', 'flag', 'unflag'] as const
export type ReviewStep = (typeof steps)[number]

/** The facts about a review that the rules need. */
export interface Moderated {
  readonly status: ReviewStatus
  readonly rejectionReason: RejectionReason | null
  readonly isFlagged: boolean
}

const next: Readonly<Record<ReviewStatus, readonly ReviewStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['hidden', 'pending'],
  rejected: ['hidden', 'pending'],
  hidden: ['pending'],
}

const refused: Readonly<Record<ReviewStatus, string>> = {
  pending: msg('It is waiting for a decision: approve it or reject it. Only what was decided can be hidden.'),
  approved: msg('It is approved. Hide it, or put it back into the queue and decide again.'),
  rejected: msg('It is rejected. Put it back into the queue and decide again.'),
  hidden: msg('It is hidden. Put it back into the queue and decide again.'),
}

/** Why a review cannot move from one state to another, or null if it can. */
export function refuseChange(before: Moderated, after: Moderated): string | null {
  if (before.status === after.status) return null
  if (!next[before.status].includes(after.status)) return t(refused[before.status])
  if (after.status === 'approved' && after.isFlagged) return t('It is flagged. Review it and remove the flag first.')
  return null
}

/** The values that a step sets. A rejection also needs its reason. */
export const changesOf: Readonly<Record<ReviewStep, Partial<Moderated>>> = {
  approve: { status: 'approved' },
  reject: { status: 'rejected' },
  hide: { status: 'hidden' },
  reopen: { status: 'pending', rejectionReason: null },
  flag: { isFlagged: true },
  unflag: { isFlagged: false },
}

/** Why a step would be refused or change nothing, or null when it can be made. */
export function refuseStep(review: Moderated, step: ReviewStep): string | null {
  const after = { ...review, ...changesOf[step] }
  if (step === 'flag' && review.isFlagged) return t('Already flagged.')
  if (step === 'unflag' && !review.isFlagged) return t('Not flagged.')
  if (after.status === review.status && step !== 'flag' && step !== 'unflag') return t(same[review.status])
  return refuseChange(review, after)
}

const same: Readonly<Record<ReviewStatus, string>> = {
  pending: msg('Already in the queue.'),
  approved: msg('Already approved.'),
  rejected: msg('Already rejected.'),
  hidden: msg('Already hidden.'),
}

/** The steps that one review, or at least one of several, can take. */
export function stepsFor(reviews: readonly Moderated[]): readonly ReviewStep[] {
  return steps.filter((step) => reviews.some((review) => refuseStep(review, step) === null))
}

/** A text with the passage from one place to another replaced. Places count UTF-16 units, as a text box does. */
export function redacted(text: string, from: number, to: number): string {
  return text.slice(0, from) + redactionMarker + text.slice(to)
}
