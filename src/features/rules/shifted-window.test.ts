import { describe, expect, it } from 'vitest'
import { shiftedWindow } from './shifted-window.ts'

const zone = 'Europe/Madrid'
const shifted = (validFrom: string | null, validUntil: string | null, days: number) => {
  const window = shiftedWindow({ validFrom, validUntil }, days, zone)
  return [window.validFrom, window.validUntil]
}

describe('a window that is shifted', () => {
  it('keeps its local times when the clocks change in between', () => {
    // From midnight on 27 March to midnight on 28 March in Madrid, a week later in summer time.
    const [from, until] = ['2026-03-26T23:00:00.000Z', '2026-03-27T23:00:00.000Z']
    expect(shifted(from, until, 7)).toEqual(['2026-04-02T22:00:00.000Z', '2026-04-03T22:00:00.000Z'])
    expect(shifted('2026-04-02T22:00:00.000Z', '2026-04-03T22:00:00.000Z', -7)).toEqual([from, until])
    expect(shifted('2026-10-23T22:00:00.000Z', null, 7)).toEqual(['2026-10-30T23:00:00.000Z', null])
    expect(shifted(null, '2026-03-26T23:00:00.000Z', 364)).toEqual([null, '2027-03-25T23:00:00.000Z'])
  })

  it('keeps seconds, also those before 1970', () => {
    expect(shifted('2026-06-01T10:00:30.125Z', null, 1)).toEqual(['2026-06-02T10:00:30.125Z', null])
    expect(shifted(null, '1960-06-01T10:00:30.125Z', 1)).toEqual([null, '1960-06-02T10:00:30.125Z'])
  })

  it('keeps its length where the clocks skip its start or repeat it', () => {
    // From 02:30 to 03:15 on 28 March. On the 29th, 02:30 doesn’t exist and becomes 03:30.
    expect(shifted('2026-03-28T01:30:00.000Z', '2026-03-28T02:15:00.000Z', 1)).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T02:15:00.000Z',
    ])
    // From the first 02:30 to the second 02:15 on 25 October.
    expect(shifted('2026-10-25T00:30:00.000Z', '2026-10-25T01:15:00.000Z', 1)).toEqual([
      '2026-10-26T01:30:00.000Z',
      '2026-10-26T02:15:00.000Z',
    ])
  })
})
