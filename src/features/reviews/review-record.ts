import type { ReviewSource } from './review-fields.ts'
import type { Moderated } from './review-rules.ts'

/** The fields of a record that the panels read, for every kind. */
export interface ReviewRecord extends Moderated {
  readonly id: number
  readonly version: number
  readonly headline: string
  readonly title: string | null
  readonly body: string
  readonly rating: number
  readonly originalRating: number
  readonly originalScale: number
  readonly language: string
  readonly isMachineTranslated: boolean
  readonly isRedacted: boolean
  readonly travelDate: string | null
  readonly source: ReviewSource
  readonly isNoIndex: boolean
  readonly provider: { readonly id: number; readonly title: string } | null
  readonly authorName: string
  /** Masked; null if unknown. */
  readonly authorEmail: string | null
  readonly authorCountry: { readonly id: number; readonly title: string } | null
  readonly submittedAt: string
  readonly staffReply: string | null
  readonly riskScore: number
}

/** Boundary: a record of a resource with these fields, as the server sent it. */
export function reviewOf(record: Readonly<Record<string, unknown>>): ReviewRecord {
  return record as unknown as ReviewRecord
}

/** Whether the author is notified of a rejection: only a buyer with a known address is. */
export function isAuthorNotified({ source, authorEmail }: Pick<ReviewRecord, 'source' | 'authorEmail'>): boolean {
  return source === 'verified_purchase' && authorEmail !== null
}

/** The subject of a review, by the key of its kind. */
export function subjectOf(
  record: Readonly<Record<string, unknown>>,
  subjectKey: string,
): { readonly id: number; readonly title: string } | null {
  return (record[subjectKey.replace(/Id$/, '')] ?? null) as { readonly id: number; readonly title: string } | null
}
