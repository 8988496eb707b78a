import type { ReviewSource } from './review-fields.ts'
import type { Moderated } from './review-rules.ts'

/** What the panels read of a record, whichever kind it is of. */
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
  /** Masked; null where none is known. */
  readonly authorEmail: string | null
  readonly authorCountry: { readonly id: number; readonly title: string } | null
  readonly submittedAt: string
  readonly staffReply: string | null
  readonly riskScore: number
}

/** Edge: a record of a resource whose definition these fields are part of, as the server sent it. */
export function reviewOf(record: Readonly<Record<string, unknown>>): ReviewRecord {
  return record as unknown as ReviewRecord
}

/** Whether a rejection is told to the author: a buyer whose address is known. */
export function isAuthorTold({ source, authorEmail }: Pick<ReviewRecord, 'source' | 'authorEmail'>): boolean {
  return source === 'verified_purchase' && authorEmail !== null
}

/** What a review is of, by the key of its kind. */
export function subjectOf(record: Readonly<Record<string, unknown>>, subjectKey: string): { readonly id: number; readonly title: string } | null {
  return (record[subjectKey.replace(/Id$/, '')] ?? null) as { readonly id: number; readonly title: string } | null
}
