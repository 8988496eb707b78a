import { describe, expect, it } from 'vitest'
import { contradictionsOf, proofOf } from './review-evidence.ts'
import type { RiskFacts } from './review-risk.ts'
import { riskOf } from './review-risk.ts'

const plain: RiskFacts = {
  copies: 0,
  similarity: 0,
  similar: 0,
  onDay: 1,
  usual: 0.1,
  fromNetwork: 1,
  byAuthor: 1,
  hasLinks: false,
  isShortExtreme: false,
  isVerified: false,
  contradictions: [],
}

describe('the risk of a review', () => {
  it('is nothing where nothing is unusual', () => {
    expect(riskOf(plain)).toEqual({ score: 0, reasons: [] })
  })

  it('adds up what was found, the weightiest first, and never leaves 0 to 100', () => {
    expect(riskOf({ ...plain, similarity: 0.6, similar: 2, onDay: 9, usual: 0.4, hasLinks: true })).toEqual({
      score: 60,
      reasons: ['similar_text', 'burst', 'links'],
    })
    expect(riskOf({ ...plain, isVerified: true })).toEqual({ score: 0, reasons: ['verified'] })
    const worst: RiskFacts = {
      ...plain,
      copies: 3,
      onDay: 20,
      fromNetwork: 9,
      byAuthor: 4,
      hasLinks: true,
      isShortExtreme: true,
      contradictions: ['purchase_failed', 'wrong_date', 'before_the_visit', 'other_subject'],
    }
    expect(riskOf(worst).score).toBe(100)
  })

  it('takes a busy day of what is always busy for what it is', () => {
    expect(riskOf({ ...plain, onDay: 9, usual: 6 }).reasons).toEqual([])
  })

  it('gives no credit for a purchase that contradicts the story', () => {
    expect(riskOf({ ...plain, isVerified: true, contradictions: ['wrong_date'] })).toEqual({
      score: 10,
      reasons: ['wrong_date'],
    })
  })
})

describe('what is claimed in public', () => {
  it('is that it is verified only where nothing contradicts that', () => {
    expect([
      proofOf('verified_purchase', []),
      proofOf('verified_purchase', ['wrong_date']),
      proofOf('supplier', []),
      proofOf('import', []),
      proofOf('editorial', []),
    ]).toEqual(['verified', 'doubtful', 'supplier', 'imported', 'editorial'])
  })

  it('checks a review without a purchase against its own dates', () => {
    expect(contradictionsOf({ travelDate: '2026-05-10', submittedOn: '2026-05-09' }, null)).toEqual([
      'before_the_visit',
    ])
    expect(contradictionsOf({ travelDate: null, submittedOn: '2026-05-09' }, null)).toEqual([])
  })
})
