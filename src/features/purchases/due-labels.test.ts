import { describe, expect, it } from 'vitest'
import { dueOf } from './due-labels.ts'

const now = Date.parse('2026-11-21T16:20:00Z')
const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
const words = (minutes: number) => dueOf(after(minutes), now, 'Europe/Madrid').words

describe('how long there is for the next step', () => {
  it('is counted in hours and minutes while it is near', () => {
    expect([words(0), words(24), words(212), words(125), words(120), words(400)]).toEqual([
      'in 0 m',
      'in 24 m',
      'in 3 h 32 m',
      'in 2 h 05 m',
      'in 2 h',
      'in 6 h',
    ])
  })

  it('is a day and a time on the reader’s clock when it is further off', () => {
    expect(words(13 * 60)).toBe('tomorrow')
    expect(words(3 * 24 * 60)).toBe('24 Nov')
  })

  it('says by how much it was missed', () => {
    expect([words(-3), words(-90), words(-28 * 60), words(-40 * 24 * 60)]).toEqual([
      '3 m over',
      '1 h over',
      '1 d over',
      '40 d over',
    ])
  })

  it('lets a bulb go out at each of five moments, the last one with the deadline', () => {
    const lit = (minutes: number) => dueOf(after(minutes), now, 'UTC').lit
    expect([lit(241), lit(240), lit(150), lit(90), lit(30), lit(0)]).toEqual([5, 4, 3, 2, 1, 0])
  })

  it('is said louder for the last hour and a half, and loudest when it is over', () => {
    const urgency = (minutes: number) => dueOf(after(minutes), now, 'UTC').urgency
    expect([urgency(90), urgency(89), urgency(0), urgency(-1)]).toEqual(['later', 'soon', 'soon', 'over'])
  })
})
