import * as z from 'zod/mini'

// ASSUMPTION. Globick publishes no documentation, and nothing here was tried with its real API. This file has all that we take
// its API to be: paths and shapes. Two parts follow a public script that people run (globick_prices.py, 1.7.0): the sign-in
// and the sessions. The catalogue, `/activities` and `/activities/{id}`, is our own guess.

/** Seen in the script. */
export const signInPath = '/authentication/login'

/** Seen in the script, where both days seem to be included and status 404 means that there are none. */
export function sessionsPath(id: string, from: string, to: string): string {
  return `${activityPath(id)}/sessions?from-date=${from}&to-date=${to}`
}

/** Guessed. */
export function activitiesPath(page: number, pageSize: number, since: string): string {
  const after = since === '' ? '' : `&modified-since=${encodeURIComponent(since)}`
  return `/activities?page=${page}&page-size=${pageSize}${after}`
}

/** Guessed: by words and a city, in pages. */
export function searchPath(words: string, city: string, page: number, pageSize: number): string {
  const asked = new URLSearchParams({
    'page': String(page),
    'page-size': String(pageSize),
    ...(words !== '' && { search: words }),
    ...(city !== '' && { city }),
  })
  return `/activities?${asked}`
}

/** Guessed. */
export function activityPath(id: string): string {
  return `/activities/${encodeURIComponent(id)}`
}

const id = z.union([z.string(), z.number()])
const text = z.optional(z.nullable(z.string()))
const number = z.optional(z.nullable(z.union([z.number(), z.string()])))

/** Guessed, after the columns of the script’s table. */
export const globickActivity = z.object({
  id,
  code: z.optional(z.nullable(id)),
  name: z.string().check(z.minLength(1)),
  description: text,
  category: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(id)), name: text }))),
  city: text,
  country: text,
  /** INACTIVE: off sale. */
  status: text,
})
export type GlobickActivity = z.output<typeof globickActivity>

/** Guessed. */
export const globickPage = z.object({
  data: z.array(z.object({ id, status: text, updatedAt: text })),
  meta: z.object({ page: z.number(), pageSize: z.number(), total: z.number() }),
})

/** Guessed. A search says no price: prices are those of sessions. */
export const globickFound = z.object({
  data: z.array(z.object({ id, name: z.string(), city: text })),
  meta: z.object({ total: z.number() }),
})

const price = z.object({
  name: text,
  /** Often wrong, as the script notes: infants are marked as adults. */
  type: text,
  recommendedPrice: number,
  currency: text,
  priceDetail: z.optional(z.nullable(z.object({ netPrice: number, retailPrice: number, currency: text }))),
})
export type GlobickPrice = z.output<typeof price>

/** Seen in the script, which finds dates, times and currencies under either of two names. */
const session = z.object({
  id: z.optional(z.nullable(id)),
  /** The version of the activity, such as its language or its entrance: an option in our terms. */
  name: text,
  date: text,
  startDate: text,
  time: text,
  startTime: text,
  availability: number,
  currency: text,
  currencyCode: text,
  operator: z.optional(z.nullable(z.object({ currency: text }))),
  prices: z.optional(z.nullable(z.array(price))),
})
export type GlobickSession = z.output<typeof session>
export const globickSessions = z.array(session)

/** What an answer is about, alone or as `data`. */
export function contentOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'data' in value ? value.data : value
}

const tokenNames = ['accessToken', 'access_token', 'token', 'jwt', 'idToken', 'id_token', 'bearerToken']
const tokenShape = /^[\w.~+/=-]{8,8000}$/

/** The token in the answer to a sign-in. The name of its field varies, so it is looked for. Null: there is none. */
export function tokenIn(value: unknown, depth = 0): string | null {
  if (typeof value !== 'object' || value === null || depth > 4) return null
  const fields = new Map<string, unknown>(Object.entries(value))
  for (const name of tokenNames) {
    const token = fields.get(name)
    if (typeof token === 'string' && tokenShape.test(token)) return token
  }
  for (const inner of fields.values()) {
    const token = tokenIn(inner, depth + 1)
    if (token !== null) return token
  }
  return null
}

/** The days and the time of a session; a date can be an instant. */
export function dayOf({ date, startDate }: GlobickSession): string {
  return (date ?? startDate ?? '').slice(0, 10)
}

export function timeOf({ time, startTime }: GlobickSession): string | null {
  return /(?:^|T)((?:[01]\d|2[0-3]):[0-5]\d)/.exec(time ?? startTime ?? '')?.[1] ?? null
}

/** Guessed: nothing of bookings was seen anywhere. */
export const bookingsPath = '/bookings'
export const bookingPath = (id: string) => `${bookingsPath}/${encodeURIComponent(id)}`
export const bookingsByReferencePath = (reference: string) =>
  `${bookingsPath}?external-reference=${encodeURIComponent(reference)}`

/** Guessed. */
export const globickBooking = z.object({
  id,
  status: z.string(),
  voucherUrl: text,
  reason: text,
})
export type GlobickBooking = z.output<typeof globickBooking>
export const globickBookings = z.array(globickBooking)
