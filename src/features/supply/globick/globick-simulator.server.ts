import type { DemoService } from '../../../platform/demo-services/demo-services.server.ts'
import type { Editions, SimulatedReply } from '../importing/simulator.server.ts'
import { createEditions, faultOfNumber, matches, simulatorKey, startSimulator } from '../importing/simulator.server.ts'
import { globickBookingDesk } from './globick-simulated-bookings.server.ts'
import { globickSample, globickSampleSessions } from './globick-samples.server.ts'

const json = (value: unknown, status = 200): SimulatedReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})
const refusal = (status: number, message: string) => json({ statusCode: status, message }, status)

/** Activities of which every other call finds the token expired. */
const expiring = '90401'

const username = 'marquee'
const listed = Array.from({ length: 340 }, (_, n) => String(58_000 + n))

/** Globick on this machine: the sign-in, the catalogue, sessions and bookings, as we take its API to be. */
export async function startGlobickSimulator(): Promise<DemoService> {
  const [password, apiKey] = [simulatorKey(), simulatorKey()]
  const tokens = new Set<string>()
  const expired = new Set<string>()
  const bookings = globickBookingDesk({ json, refusal })
  const editions = createEditions()
  const simulator = await startSimulator((request) => {
    const { method, url, headers, body } = request
    if (headers['x-api-key'] !== apiKey) return refusal(403, 'Forbidden')
    const path = url.pathname.replace(/^\/v1/, '')
    if (path === '/authentication/login') {
      if (method !== 'POST') return refusal(405, 'Method not allowed')
      if (!isPerson(body, password)) return refusal(401, 'Wrong username or password')
      const token = simulatorKey()
      tokens.add(token)
      return json({ data: { accessToken: token, expiresIn: 3_600 } })
    }
    const token = (headers.authorization ?? '').replace(/^Bearer /, '')
    if (!tokens.has(token)) return refusal(401, 'Token is not valid')
    if (path.startsWith(`/activities/${expiring}`)) {
      if (!expired.delete(path)) {
        expired.add(path)
        tokens.delete(token)
        return refusal(401, 'Token has expired')
      }
    }
    return bookings(request) ?? answerTo(path, url.searchParams, editions)
  })
  const facts = { baseUrl: `${simulator.origin}/v1`, username, password, apiKey }
  return { facts, close: () => simulator.close() }
}

function isPerson(body: string, password: string): boolean {
  try {
    const said = JSON.parse(body) as Partial<Record<string, unknown>> | null
    return said?.['username'] === username && said['password'] === password
  } catch {
    return false
  }
}

function answerTo(path: string, query: URLSearchParams, editions: Editions): SimulatedReply {
  if (path === '/activities') return page(query)
  const [, code = '', sessions] = /^\/activities\/([^/]+)(\/sessions)?$/.exec(path) ?? []
  if (sessions !== undefined) {
    const [from, to] = [query.get('from-date') ?? '', query.get('to-date') ?? '']
    if (!isDate(from) || !isDate(to)) return refusal(400, 'from-date and to-date are required')
    const found = globickSampleSessions(code, from, to, editions(path, code))
    return found ? json({ data: found }) : refusal(404, 'No sessions')
  }
  const activity = globickSample(code, editions(path, code))
  return activity ? { ...json({ data: activity }), fault: faultOfNumber(code) } : refusal(404, 'Not found')
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

function page(query: URLSearchParams): SimulatedReply {
  const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('page-size') ?? 20)]
  if (!(number >= 1 && size >= 1 && size <= 100)) return refusal(400, 'page-size is at most 100')
  const [words, city] = [query.get('search'), query.get('city')?.toLowerCase()]
  if (words !== null || city !== undefined) {
    const all = listed
      .flatMap((code) => globickSample(code) ?? [])
      .filter((one) => matches(one.name, words ?? '') && (city === undefined || one.city.toLowerCase() === city))
    return json({
      data: all.slice((number - 1) * size, number * size),
      meta: { page: number, pageSize: size, total: all.length },
    })
  }
  const since = query.get('modified-since') ?? ''
  const changed = listed.map((code) => globickSample(code)).filter((one) => one !== null && one.updatedAt > since)
  // The last of a page comes again on the next one, as happens where activities move between two calls.
  const data = changed.slice(Math.max(0, (number - 1) * size - 1), number * size)
  return json({ data, meta: { page: number, pageSize: size, total: changed.length } })
}
