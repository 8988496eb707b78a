import { describe, expect, it } from 'vitest'
import { maxInFile } from './fixture-files.ts'
import { readFixtures } from './fixture-reading.server.ts'
import type { Meeting } from './team-resolution.ts'
import { resolveTeams } from './team-resolution.ts'

const options = { timeZone: 'Europe/London', dateOrder: null } as const
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')

/**
 * Returns the result, and whether it came in time. The limit is far above what it needs, and far below what other users
 * would notice.
 */
async function timed<T>(work: () => T | Promise<T>): Promise<{ made: T; isQuick: boolean }> {
  const started = performance.now()
  const made = await work()
  return { made, isQuick: performance.now() - started < 4_000 }
}

describe('a file that is made to keep the server busy', () => {
  const many = 700_000
  it.each([
    ['blanks between two letters', `fixture,date\n"A${' '.repeat(many)}B",2036-01-01`],
    ['dashes', `fixture,date\n"${' - '.repeat(many / 3)}",2036-01-01`],
    ['digits for a date', `home,away,date\nA,B,"${'1 '.repeat(many / 2)}"`],
    ['a hundred thousand columns', `home,away,${'a,'.repeat(many / 2)}\nx,y`],
    ['quotes within quotes', `home,away,date\n"${'a""'.repeat(many / 4)}`],
    ['lists within lists', `${'['.repeat(many)}`],
    ['closed lists within lists', `${'['.repeat(many / 4)}${']'.repeat(many / 4)}`],
    ['a title of years', JSON.stringify({ name: '2036/'.repeat(many / 6), matches: [{}] })],
    ['parameters without an end', calendar(`SUMMARY;${'"x"'.repeat(many / 4)}`, 'DTSTART:20360801T150000')],
    ['one folded line', calendar(`SUMMARY:A${'\r\n x'.repeat(many / 6)}`, 'DTSTART:20360801T150000')],
  ])('with %s is read in no time and has no match', async (_, content) => {
    const { made, isQuick } = await timed(() => readFixtures(content, options))
    expect([isQuick, made.rows.length]).toEqual([true, 0])
  })

  it('has no more matches for what it says about repeating one', async () => {
    const { made, isQuick } = await timed(() =>
      readFixtures(
        calendar('DTSTART:20360801T150000Z', 'RRULE:FREQ=SECONDLY;COUNT=1000000', 'SUMMARY:Port Amber v Vale Rovers'),
        options,
      ),
    )
    expect([isQuick, made.rows.length]).toEqual([true, 1])
  })

  it('is read up to the limit of matches in a file', async () => {
    const { made, isQuick } = await timed(() =>
      readFixtures(`home,away,date\n${'A,B,2036-01-01\n'.repeat(50_000)}`, options),
    )
    expect([isQuick, made.rows.length, made.problems.at(-1)?.line]).toEqual([true, maxInFile, maxInFile + 2])
  })

  it.each(['+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'with the moment %s has no match then',
    async (start) => {
      expect((await readFixtures(`home,away,start\nA,B,${start}`, options)).rows).toEqual([])
    },
  )

  it('of hundreds of teams, each of which is like all others, is compared in no time, and the surest are found', async () => {
    const words = Array.from({ length: 30 }, (_, n) => `w${n}x`).join(' ')
    const meetings = Array.from({ length: 500 }, (_, n): Meeting => ({
      home: `${words} ${2 * n}`,
      away: `${words} ${2 * n + 1}`,
      day: '2036-08-01',
    }))
    const known = Array.from({ length: 3_000 }, (_, n) => ({
      id: n + 1,
      name: `${words} ${n}`,
      variations: [],
      countryId: null,
    }))
    const { made, isQuick } = await timed(() => resolveTeams(meetings, known, null, []))
    expect([isQuick, made.length]).toEqual([true, 1_000])
    expect(made.filter(({ state }) => state === 'known').length).toBe(1_000)
  })
})
