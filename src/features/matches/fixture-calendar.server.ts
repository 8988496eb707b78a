import ICAL from 'ical.js'
import { t } from '../../core/i18n/language.ts'
import { isTimeZone } from '../../core/zoned-time.ts'
import type { FileProblem } from './fixture-files.ts'
import { maxInFile } from './fixture-files.ts'
import type { RawRow, Raw } from './fixture-columns.server.ts'
import { longest, word } from './fixture-columns.server.ts'
import { windowsZone } from './fixture-zone-names.server.ts'

/** Times that one entry can repeat, and days after the first one: a season. */
const maxRepeats = 60
const maxDays = 400

/** The properties read from an entry. Everything else, including alarms and attachments, is ignored. */
const eventKeys = /^(?:UID|SUMMARY|LOCATION|STATUS|DTSTART|RRULE|RDATE|EXDATE|RECURRENCE-ID|SEQUENCE)$/
const zoneKeys = /^(?:TZID|TZOFFSETFROM|TZOFFSETTO|DTSTART|RRULE|RDATE|X-LIC-LOCATION)$/

interface Block {
  readonly at: number
  readonly lines: string[]
}

interface Calendar {
  readonly events: readonly Block[]
  readonly zones: readonly Block[]
  readonly title: string | null
  readonly isCancelled: boolean
}

/** Parts of a file, each with the line that it begins on: one that is broken takes no other with it. */
function blocksOf(text: string): Calendar {
  // A line that begins with a blank goes on from the one before (RFC 5545, 3.1).
  const lines: { at: number; text: string }[] = []
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const last = lines.at(-1)
    if (/^[ \t]/.test(line) && last) last.text += line.slice(1)
    else lines.push({ at: index + 1, text: line })
  })
  const [events, zones]: [Block[], Block[]] = [[], []]
  let [title, isCancelled]: [string | null, boolean] = [null, false]
  let block: Block | null = null
  const within: string[] = []
  for (const { at, text: line } of lines) {
    const [, key = '', parameters = '', value = ''] =
      /^([A-Za-z-]+)((?:;[^:"]*(?:"[^"]*"[^:"]*)*)?):(.*)$/s.exec(line.slice(0, 20_000)) ?? []
    const name = key.toUpperCase()
    const what = value.trim().toUpperCase()
    if (name === 'BEGIN') {
      within.push(what)
      if (what === 'VEVENT' || what === 'VTIMEZONE') {
        block = { at, lines: [`BEGIN:${what}`] }
        if (what === 'VTIMEZONE') zones.push(block)
        else if (events.length <= maxInFile) events.push(block)
      } else if (block && within.at(-2) === 'VTIMEZONE') block.lines.push(`BEGIN:${what}`)
    } else if (name === 'END') {
      within.pop()
      if (block && (what === 'VEVENT' || what === 'VTIMEZONE')) {
        block.lines.push(`END:${what}`)
        block = null
      } else if (block && within.at(-1) === 'VTIMEZONE') block.lines.push(`END:${what}`)
    } else if (block && within.at(-1) === 'VEVENT' && eventKeys.test(name)) {
      const most = /^(?:RDATE|EXDATE)$/.test(name) ? 10_000 : longest
      if (parameters.length <= longest) block.lines.push(`${name}${parameters}:${value.slice(0, most)}`)
    } else if (block && within.includes('VTIMEZONE') && zoneKeys.test(name) && block.lines.length < 300)
      block.lines.push(`${name}${parameters.slice(0, longest)}:${value.slice(0, longest)}`)
    else if (name === 'X-WR-CALNAME' && within.length === 1) title = unescaped(value.slice(0, longest))
    else if (name === 'METHOD' && within.length === 1) isCancelled = what === 'CANCEL'
  }
  return { events, zones, title, isCancelled }
}

const unescaped = (text: string) =>
  text
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim()

function componentOf({ lines }: Block): ICAL.Component | null {
  try {
    return new ICAL.Component(ICAL.parse(lines.join('\r\n')) as unknown[])
  } catch {
    return null
  }
}

/** The time of a property; null if it has none that can be read. */
function timeOf(property: ICAL.Property | null | undefined): ICAL.Time | null {
  try {
    const value = property?.getFirstValue()
    return value instanceof ICAL.Time ? value : null
  } catch {
    return null
  }
}

/** The file's own definitions of its zones, by id. Rules that are not yearly are ignored: they could go on forever. */
function zonesIn(blocks: readonly Block[]): Map<string, { zone: ICAL.Timezone | null; name: string | null }> {
  const found = new Map<string, { zone: ICAL.Timezone | null; name: string | null }>()
  for (const block of blocks.slice(0, 40)) {
    const component = componentOf(block)
    const id = component?.getFirstPropertyValue('tzid')
    if (!component || typeof id !== 'string') continue
    const location = component.getFirstPropertyValue('x-lic-location')
    const isYearly =
      block.lines.filter((line) => line.startsWith('RRULE')).length <= 12 &&
      block.lines.every(
        (line) =>
          !line.startsWith('RRULE') ||
          /:FREQ=YEARLY(?:;(?:INTERVAL=1|BYDAY=-?\d[A-Z]{2}|BYMONTH=\d{1,2}|BYMONTHDAY=[\d,]{1,30}|WKST=[A-Z]{2}|UNTIL=\w{1,16}))*$/.test(
            line,
          ),
      )
    found.set(id, {
      zone: isYearly ? new ICAL.Timezone({ component, tzid: id }) : null,
      name: typeof location === 'string' && isTimeZone(location) ? location : null,
    })
  }
  return found
}

/** Reads an iCalendar file (RFC 5545): entries with their recurrences, exceptions and moved occurrences. */
export async function readIcs(text: string): Promise<Raw> {
  const calendar = blocksOf(text)
  const zones = zonesIn(calendar.zones)
  const names = new Map<string, string | null>()
  const read = calendar.events.map((block) => ({ block, event: componentOf(block) }))
  for (const { event } of read) {
    const id = event?.getFirstProperty('dtstart')?.getFirstParameter('tzid')
    if (id !== undefined && id !== '' && !names.has(id)) names.set(id, await zoneNamed(id, zones.get(id)?.name ?? null))
  }
  const problems: FileProblem[] = []
  const rows: RawRow[] = []
  const said = (at: ICAL.Time, id: string | undefined) => saidBy(at, id, names, zones)
  // Entries that move, or take away, one time of one that repeats.
  const moved = new Map<string, Set<string>>()
  for (const { event } of read) {
    const property = event?.getFirstProperty('recurrence-id')
    const at = timeOf(property)
    const uid = event?.getFirstPropertyValue('uid')
    if (at === null || typeof uid !== 'string') continue
    moved.set(uid, (moved.get(uid) ?? new Set()).add(keyOf(said(at, property?.getFirstParameter('tzid')))))
  }
  for (const { block, event } of read) {
    const start = event?.getFirstProperty('dtstart')
    const first = timeOf(start)
    if (!event || first === null) {
      problems.push({ line: block.at, message: t('This entry of the calendar can’t be read.') })
      continue
    }
    const id = start?.getFirstParameter('tzid') || undefined
    const uid = event.getFirstPropertyValue('uid')
    const isMove = event.hasProperty('recurrence-id')
    const { times, problem } = isMove ? { times: [first], problem: null } : timesOf(event, first)
    if (problem !== null) problems.push({ line: block.at, message: problem })
    const gone = isMove || typeof uid !== 'string' ? undefined : moved.get(uid)
    for (const at of times) {
      const when = said(at, id)
      if (gone?.has(keyOf(when)) || rows.length > maxInFile) continue
      rows.push(rowOf(block.at, event, when, calendar.isCancelled))
    }
  }
  if (calendar.events.length === 0) problems.push({ line: 1, message: t('The calendar has no events.') })
  return { rows, problems, title: calendar.title }
}

type Said = Pick<RawRow, 'date' | 'time' | 'timeZone' | 'zone'>

/**
 * The zone of a `TZID`: by its own name, at the end of a longer one, by its Windows name, or by the location in the
 * file.
 */
async function zoneNamed(id: string, location: string | null): Promise<string | null> {
  const tail = /[A-Z][A-Za-z_]+\/[A-Za-z_+\-0-9]+(?:\/[A-Za-z_]+)?$/.exec(id)?.[0]
  return (
    [id, tail, location].find((name) => name?.includes('/') === true && isTimeZone(name)) ?? (await windowsZone(id))
  )
}

/**
 * What a time of the calendar means: local time with its zone, an instant if only the file knows its zone, or a day.
 */
function saidBy(
  at: ICAL.Time,
  id: string | undefined,
  names: ReadonlyMap<string, string | null>,
  zones: ReadonlyMap<string, { zone: ICAL.Timezone | null }>,
): Said {
  const digits = (value: number, length = 2) => String(value).padStart(length, '0')
  const date = `${digits(at.year, 4)}-${digits(at.month)}-${digits(at.day)}`
  if (at.isDate) return { date }
  const time = `${digits(at.hour)}:${digits(at.minute)}`
  if (at.zone === ICAL.Timezone.utcTimezone) return { date: `${date}T${time}:00Z` }
  if (id === undefined) return { date, time }
  const name = names.get(id) ?? null
  if (name !== null) return { date, time, timeZone: name }
  const own = zones.get(id)?.zone
  if (!own) return { date, time, zone: id }
  const moment = Date.parse(`${date}T${time}:00Z`) - own.utcOffset(at) * 1_000
  return { date: new Date(moment).toISOString() }
}

const keyOf = ({ date, time }: Said) => `${date} ${time ?? ''}`

/**
 * When an entry takes place. Fixtures repeat by daily and weekly rules, and no others are followed: some never have a
 * next time, and would search forever.
 */
function timesOf(event: ICAL.Component, first: ICAL.Time): { times: ICAL.Time[]; problem: string | null } {
  if (!event.hasProperty('rrule') && !event.hasProperty('rdate')) return { times: [first], problem: null }
  const rules = event
    .getAllProperties('rrule')
    .map((property) => String(property.toICALString().replace(/^RRULE:/, '')))
  const isFollowed = rules.every((rule) =>
    /^(?=.*FREQ=(?:DAILY|WEEKLY))(?:FREQ=\w+|INTERVAL=[1-9]\d?|COUNT=\d{1,9}|UNTIL=[\w:-]{8,24}|BYDAY=(?:[A-Z]{2},?){1,7}|WKST=[A-Z]{2}|;)+$/.test(
      rule,
    ),
  )
  if (!isFollowed)
    return {
      times: [first],
      problem: t('This entry repeats in a way that can’t be read. Only its first date is imported.'),
    }
  const times: ICAL.Time[] = []
  try {
    const expansion = new ICAL.RecurExpansion({ component: event, dtstart: first })
    const last = first.clone()
    last.adjust(maxDays, 0, 0, 0)
    for (let at = expansion.next(); at; at = expansion.next()) {
      if (times.length === maxRepeats || at.compare(last) > 0)
        return {
          times,
          problem: t('This entry repeats more often than a season has matches. Its first {n} dates are imported.', {
            n: times.length,
          }),
        }
      times.push(at)
    }
  } catch {
    return {
      times: [first],
      problem: t('This entry repeats in a way that can’t be read. Only its first date is imported.'),
    }
  }
  return { times, problem: null }
}

function rowOf(line: number, event: ICAL.Component, when: Said, isCancelled: boolean): RawRow {
  const textOf = (key: string) => {
    const value = event.getFirstPropertyValue(key)
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
  }
  const summary = textOf('summary')
  const status = textOf('status').toUpperCase()
  return {
    line,
    sides: summary === '' ? undefined : summary.slice(0, longest),
    venue: word(textOf('location')),
    ...when,
    ...((isCancelled || status === 'CANCELLED') && { status: 'cancelled' }),
    isTbc: status === 'TENTATIVE',
    hasScore: /\d{1,3}\s*[-:–]\s*\d{1,3}/.test(summary),
  }
}
