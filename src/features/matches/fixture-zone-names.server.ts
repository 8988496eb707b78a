import { readFile } from 'node:fs/promises'
import { isTimeZone, offsetMinutes } from '../../core/zoned-time.ts'

/** What a word for a zone means: a time zone, or a fixed offset from UTC in minutes. */
export type SaidZone = { readonly zone: string } | { readonly offset: number }

/**
 * Abbreviations of a single region, with their offset from UTC. CST and IST each have several meanings, so the user is
 * asked.
 */
const abbreviations: Readonly<Record<string, readonly [zone: string, offset: number]>> = {
  wet: ['Europe/Lisbon', 0],
  west: ['Europe/Lisbon', 60],
  bst: ['Europe/London', 60],
  cet: ['Europe/Paris', 60],
  cest: ['Europe/Paris', 120],
  mez: ['Europe/Berlin', 60],
  mesz: ['Europe/Berlin', 120],
  eet: ['Europe/Athens', 120],
  eest: ['Europe/Athens', 180],
  msk: ['Europe/Moscow', 180],
  trt: ['Europe/Istanbul', 180],
  est: ['America/New_York', -300],
  edt: ['America/New_York', -240],
  cdt: ['America/Chicago', -300],
  mst: ['America/Denver', -420],
  mdt: ['America/Denver', -360],
  pst: ['America/Los_Angeles', -480],
  pdt: ['America/Los_Angeles', -420],
  akst: ['America/Anchorage', -540],
  akdt: ['America/Anchorage', -480],
  brt: ['America/Sao_Paulo', -180],
  art: ['America/Argentina/Buenos_Aires', -180],
  jst: ['Asia/Tokyo', 540],
  kst: ['Asia/Seoul', 540],
  hkt: ['Asia/Hong_Kong', 480],
  sgt: ['Asia/Singapore', 480],
  awst: ['Australia/Perth', 480],
  aest: ['Australia/Sydney', 600],
  aedt: ['Australia/Sydney', 660],
  nzst: ['Pacific/Auckland', 720],
  nzdt: ['Pacific/Auckland', 780],
  sast: ['Africa/Johannesburg', 120],
}

/** Words for the local time of a region, whatever it is. */
const regions: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
  'uk time': 'Europe/London',
}

const locals = /^(?:local|local time|hora local|ortszeit|heure locale|ora locale|lokale tijd)$/

let windowsZones: Promise<ReadonlyMap<string, string>> | undefined

/** The time zones of Windows, Outlook and Exchange, as CLDR maps them. Loaded when a file first uses one. */
async function readWindowsZones(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL(import.meta.resolve('cldr-core/supplemental/windowsZones.json')), 'utf8')
  const { supplemental } = JSON.parse(text) as {
    supplemental: {
      windowsZones: { mapTimezones: { mapZone: { _other: string; _type: string; _territory: string } }[] }
    }
  }
  return new Map(
    supplemental.windowsZones.mapTimezones.flatMap(({ mapZone }) =>
      mapZone._territory === '001' ? [[mapZone._other.toLowerCase(), mapZone._type] as const] : [],
    ),
  )
}

/** The zone that Windows calls so: `Romance Standard Time` is that of Paris. */
export async function windowsZone(name: string): Promise<string | null> {
  windowsZones ??= readWindowsZones()
  return (await windowsZones).get(name.trim().toLowerCase()) ?? null
}

/** Maps the Windows names among a file's zones: looked up once, before its rows are read. */
export async function windowsZonesIn(texts: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const text of texts) {
    if (!/\b(?:time|utc)/i.test(text) || found.has(text)) continue
    const zone = await windowsZone(text)
    if (zone !== null) found.set(text, zone)
  }
  return found
}

/**
 * Resolves words for a zone: `Z`, `UTC+2`, `+02:00`, `CEST`, `ET`, `Europe/Madrid`, a Windows name.
 *
 * @param day - the day it refers to: an abbreviation that does not match its region's clocks on that day is ambiguous,
 *   so the user is asked
 * @returns `ground` for local time, null if unknown
 */
export function zoneOfWords(
  words: string,
  day: string,
  windows: ReadonlyMap<string, string> = new Map(),
): SaidZone | 'ground' | null {
  const text = words
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .trim()
  const plain = text.toLowerCase()
  if (locals.test(plain)) return 'ground'
  if (/^(?:z|utc|gmt|zulu|etc\/utc|etc\/gmt)$/.test(plain)) return { offset: 0 }
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([+\-−])(\d{1,2}):?(\d\d)?$/.exec(plain) ?? []
  if (sign !== undefined) {
    const offset = Number(hours) * 60 + Number(minutes)
    return offset <= 14 * 60 && Number(minutes) < 60 ? { offset: sign === '+' ? offset : -offset } : null
  }
  const region = regions[plain.replace(/ (?:standard |daylight )?time$/, '')] ?? regions[plain]
  if (region !== undefined) return { zone: region }
  const [zone, offset] = abbreviations[plain] ?? []
  if (zone !== undefined && offset !== undefined) {
    const noon = Date.parse(`${day}T12:00:00Z`)
    return offsetMinutes(noon, zone) === offset ? { offset } : null
  }
  if (text.includes('/') && isTimeZone(text)) return { zone: text }
  const known = windows.get(words) ?? windows.get(text)
  return known === undefined ? null : { zone: known }
}

/** `Time (UTC)`, `Kick-off CET`, `Time (local)`: the zone in a column's heading. */
export function zoneInHeading(heading: string): string | null {
  const inBrackets = /[([]([^)\]]{1,40})[)\]]\s*$/.exec(heading)?.[1]
  const last = /[\s_]((?:UTC|GMT)(?:\s*[+-]\d{1,2}(?::?\d\d)?)?|[A-Z]{2,4})\s*$/.exec(heading)?.[1]
  const said = (inBrackets ?? last)?.trim()
  if (said === undefined) return null
  const isOne = zoneOfWords(said, '2026-01-15') !== null || zoneOfWords(said, '2026-07-15') !== null
  // A heading such as `Time (24h)` is not about a zone.
  return isOne || /^[A-Z]{3,4}$/.test(said) ? said : null
}
