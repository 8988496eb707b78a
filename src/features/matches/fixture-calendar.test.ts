import { describe, expect, it } from 'vitest'
import { readFixtures } from './fixture-reading.server.ts'

const read = async (...parts: string[]) =>
  readFixtures(['BEGIN:VCALENDAR', 'VERSION:2.0', ...parts, 'END:VCALENDAR'].join('\r\n'), { dateOrder: null })
const entry = (...lines: string[]) => ['BEGIN:VEVENT', 'SUMMARY:Amber v Vale', ...lines, 'END:VEVENT'].join('\r\n')
const times = async (...parts: string[]) =>
  (await read(...parts)).rows.map(
    ({ localDate, localTime, timeZone, status, unread }) =>
      `${localDate} ${unread ? `? ${unread.text}` : localTime} ${timeZone}${status === null ? '' : ` ${status}`}`,
  )

/** How Outlook writes the zone of a meeting when it has no name for it. */
const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n')

describe('the zone of a calendar’s entry', () => {
  it('can have the name that Windows gives it', async () => {
    expect(
      await times(
        entry('DTSTART;TZID="Romance Standard Time":20260815T210000'),
        entry('DTSTART;TZID=Pacific Standard Time:20260815T120000'),
        entry('DTSTART;TZID=/mozilla.org/20050126_1/Europe/Paris:20260815T210000'),
      ),
    ).toEqual([
      '2026-08-15 21:00 Europe/Paris',
      '2026-08-15 12:00 America/Los_Angeles',
      '2026-08-15 21:00 Europe/Paris',
    ])
  })

  it('can be one that the file itself describes, in summer and in winter, and years from now', async () => {
    expect(
      await times(
        ownZone,
        entry('DTSTART;TZID=Customized Time Zone:20260815T210000'),
        entry('DTSTART;TZID=Customized Time Zone:20261215T210000'),
        entry('DTSTART;TZID=Customized Time Zone:20340815T210000'),
      ),
    ).toEqual(['2026-08-15 19:00 UTC', '2026-12-15 20:00 UTC', '2034-08-15 19:00 UTC'])
  })

  it('is asked about where nothing says what it is', async () => {
    expect(await times(entry('DTSTART;TZID=Our Time:20260815T210000'))).toEqual(['2026-08-15 ? Our Time null'])
  })
})

describe('an entry that repeats', () => {
  it('is a match each time, except those that are left out, moved or cancelled', async () => {
    expect(
      await times(
        entry(
          'UID:1',
          'DTSTART;TZID=Europe/Madrid:20261010T190000',
          'RRULE:FREQ=WEEKLY;COUNT=5',
          'EXDATE;TZID=Europe/Madrid:20261017T190000',
        ),
        entry(
          'UID:1',
          'RECURRENCE-ID;TZID=Europe/Madrid:20261024T190000',
          'DTSTART;TZID=Europe/Madrid:20261025T210000',
        ),
        entry(
          'UID:1',
          'RECURRENCE-ID;TZID=Europe/Madrid:20261031T190000',
          'DTSTART;TZID=Europe/Madrid:20261031T190000',
          'STATUS:CANCELLED',
        ),
      ),
    ).toEqual([
      '2026-10-10 19:00 Europe/Madrid',
      '2026-11-07 19:00 Europe/Madrid',
      '2026-10-25 21:00 Europe/Madrid',
      '2026-10-31 19:00 Europe/Madrid cancelled',
    ])
  })

  it('ends after a season, and says so', async () => {
    const { rows, problems } = await read(entry('DTSTART:20260815T190000Z', 'RRULE:FREQ=WEEKLY'))
    expect([rows.length, problems.map(({ message }) => message)]).toEqual([
      58,
      ['This entry repeats more often than a season has matches. Its first 58 dates are imported.'],
    ])
  })

  it.each(['FREQ=SECONDLY;COUNT=3', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=MONTHLY;BYDAY=5MO'])(
    'by %s is read once, and says so',
    async (rule) => {
      const { rows, problems } = await read(entry('DTSTART:20260815T190000Z', `RRULE:${rule}`))
      expect([rows.length, problems.map(({ message }) => message)]).toEqual([
        1,
        ['This entry repeats in a way that can’t be read. Only its first date is imported.'],
      ])
    },
  )
})

describe('a broken entry', () => {
  it('takes no other with it', async () => {
    const { rows, problems } = await read(
      entry('DTSTART:soon'),
      entry('DTSTART:20260815T190000Z', 'BEGIN:VALARM', 'TRIGGER:-PT15M', 'SUMMARY:Wake up', 'END:VALARM'),
    )
    expect([rows.length, rows[0]?.home, problems.length]).toEqual([1, 'Amber', 1])
  })

  it('that is cancelled in the file is cancelled, and not abandoned', async () => {
    expect(await times(entry('DTSTART:20260815T190000Z', 'STATUS:CANCELLED'))).toEqual([
      '2026-08-15 19:00 UTC cancelled',
    ])
  })
})
