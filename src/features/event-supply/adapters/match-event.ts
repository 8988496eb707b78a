/** What we know of a performance, to find it among a provider's. */
interface OurPerformance {
  readonly title: string
  readonly venue: string | null
  readonly city: string
  readonly localDate: string
  readonly localTime: string | null
}

/** What a provider says of one of its events. */
interface TheirPerformance {
  readonly name: string
  readonly venue: string | null
  readonly city: string | null
  readonly localDate: string | null
  readonly localTime: string | null
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{Nd}]+/u)
      .filter((word) => word !== ''),
  )

/** From 0 to 1: how many words two names share, of all that they have. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  return a.size + b.size === 0 ? 0 : (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Weights of name, venue, day and time. A name alone is never sure: tours play it every night. */
const [ofName, ofVenue, ofDay, ofTime] = [5_000, 2_000, 2_000, 1_000]
/** Minutes by which doors and starts differ. */
const maxMinutes = 90

/** How sure it is that a provider's event is our performance, in basis points. */
export function matchConfidence(ours: OurPerformance, theirs: TheirPerformance): number {
  const isDay = theirs.localDate === ours.localDate
  const isTime =
    ours.localTime !== null &&
    theirs.localTime !== null &&
    Math.abs(minutesOf(ours.localTime) - minutesOf(theirs.localTime)) <= maxMinutes
  const place = Math.max(
    ours.venue === null || theirs.venue === null ? 0 : likeness(ours.venue, theirs.venue),
    theirs.city === null ? 0 : likeness(ours.city, theirs.city) / 2,
  )
  return Math.round(
    likeness(ours.title, theirs.name) * ofName + place * ofVenue + (isDay ? ofDay : 0) + (isDay && isTime ? ofTime : 0),
  )
}
