import { describe, expect, it } from 'vitest'
import { matchConfidence } from './match-event.ts'

const ours = { title: 'Elton John', venue: 'Arena Zürich', city: 'Zurich', localDate: '2027-05-01', localTime: '20:00' }
const theirs = {
  name: 'Elton John',
  venue: 'Arena Zurich',
  city: 'Zurich',
  localDate: '2027-05-01',
  localTime: '20:00',
}

describe('the confidence of a match', () => {
  it('is full where name, venue, day and time agree, however they are written', () => {
    expect(matchConfidence(ours, theirs)).toBe(10_000)
    expect(matchConfidence(ours, { ...theirs, name: 'ELTON JOHN', localTime: '19:00' })).toBe(10_000)
  })

  it('falls with each that differs', () => {
    const [time, day, venue, name] = [
      matchConfidence(ours, { ...theirs, localTime: '15:00' }),
      matchConfidence(ours, { ...theirs, localDate: '2027-05-02' }),
      matchConfidence(ours, { ...theirs, venue: 'Corner Club', city: 'Basel' }),
      matchConfidence(ours, { ...theirs, name: 'Elton John tribute night' }),
    ]
    expect([time, day, venue, name]).toEqual([9_000, 7_000, 8_000, 8_333])
    expect(matchConfidence(ours, { name: 'Tosca', venue: null, city: null, localDate: null, localTime: null })).toBe(0)
  })
})
