import { CronExpressionParser } from 'cron-parser'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../../core/errors/errors.ts'
import { checkedSchedule } from './schedule-check.server.ts'

const now = new Date('2026-01-10T12:00:00Z')

async function problemOf(cron: string, zone: string, at = now): Promise<string | null> {
  try {
    await checkedSchedule({ cron, zone }, at)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.fields?.['cron'] ?? error.message
    throw error
  }
}

/** How often the queue runs a worker in a night: each minute it asks what was due in the last 60 seconds. */
function runsFrom(start: string, cron: string, zone: string): number {
  const first = Date.parse(start)
  const minutes = Array.from({ length: 10 * 60 }, (_, n) => first + n * 60_000 + 20_000)
  return minutes.filter((at) => {
    const due = CronExpressionParser.parse(cron, { tz: zone, currentDate: new Date(at + 1) }).prev()
    return due.toDate().getTime() > at - 60_000
  }).length
}

describe('a schedule in the hour that clocks change in', () => {
  it.each([
    [
      '30 2 * * *',
      'Europe/Madrid',
      'On 29 Mar 2026, clocks in Europe/Madrid skip 02:30, so the worker wouldn’t run. Use hour 3 instead.',
    ],
    [
      '15 2 25 10 *',
      'Europe/Madrid',
      'On 25 Oct 2026, clocks in Europe/Madrid repeat 02:15, so the worker would run twice. Use hour 3 instead.',
    ],
    [
      '0 1,13 * * *',
      'America/New_York',
      'On 1 Nov 2026, clocks in America/New_York repeat 01:00, so the worker would run twice. Use hour 3 instead.',
    ],
    [
      '0 */12 * * *',
      'Africa/Cairo',
      'On 24 Apr 2026, clocks in Africa/Cairo skip 00:00, so the worker wouldn’t run. Use hour 1 instead.',
    ],
    [
      '10 0 * * *',
      'Africa/Cairo',
      'On 24 Apr 2026, clocks in Africa/Cairo skip 00:10, so the worker wouldn’t run. Use hour 1 instead.',
    ],
    [
      '10 2 * * *',
      'Australia/Lord_Howe',
      'On 4 Oct 2026, clocks in Australia/Lord_Howe skip 02:10, so the worker wouldn’t run. Use hour 3 instead.',
    ],
  ])('is refused: %s in %s', async (cron, zone, sentence) => {
    expect(await problemOf(cron, zone)).toBe(sentence)
  })

  it.each([
    ['30 2 * * *', 'UTC'],
    ['30 2 * * *', 'Asia/Tokyo'],
    ['59 1 * * *', 'Europe/Madrid'],
    ['0 3 * * *', 'Europe/Madrid'],
    ['30 2 * * 1', 'Europe/Madrid'],
    ['30 2 1 * *', 'Europe/Madrid'],
    ['30 * * * *', 'Europe/Madrid'],
    ['45 1-4 * 11 *', 'America/New_York'],
    ['0 0,2,4,6,8 * * *', 'Europe/Madrid'],
    ['30 1-23 * * *', 'Europe/Madrid'],
    ['*/10 0-23 * * *', 'Europe/Madrid'],
    ['0 */2 * * *', 'Europe/Madrid'],
    ['45 2 * * *', 'Australia/Lord_Howe'],
  ])('is no trouble for %s in %s', async (cron, zone) => {
    expect(await problemOf(cron, zone)).toBeNull()
  })

  it('is looked for in the year to come', async () => {
    expect(await problemOf('30 2 * * *', 'Europe/Madrid', new Date('2026-10-25T03:00:00Z'))).toContain('28 Mar 2027')
  })

  it.each([
    ['in spring', '2026-03-28T20:00:00Z'],
    ['in autumn', '2026-10-24T20:00:00Z'],
  ])('is the only one in which the queue doesn’t run once %s', async (_season, start) => {
    for (const hour of [1, 2, 3]) {
      for (const minute of [0, 30]) {
        const cron = `${minute} ${hour} * * *`
        const isOnce = runsFrom(start, cron, 'Europe/Madrid') === 1
        expect([cron, isOnce]).toEqual([cron, (await problemOf(cron, 'Europe/Madrid')) === null])
      }
    }
  })
})
