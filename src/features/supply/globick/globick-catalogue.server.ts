import * as z from 'zod/mini'
import type { AvailableDay } from '../importing/product-draft.ts'
import { commonFault, otherProduct, readJson, readValue } from '../importing/supplier-answers.server.ts'
import type { SupplierCatalogue } from '../importing/supplier-catalogue.server.ts'
import { foundPerPage, SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { globickCaller, succeeded } from './globick-calls.server.ts'
import { globickDraft, optionOf } from './globick-draft.server.ts'
import type { GlobickSession } from './globick-payloads.server.ts'
import {
  activitiesPath,
  activityPath,
  contentOf,
  dayOf,
  globickActivity,
  globickFound,
  globickPage,
  globickSessions,
  searchPath,
  sessionsPath,
} from './globick-payloads.server.ts'

const pageSize = 100
/** Days of sessions that options and prices are read from: half a year, so that most seasons are among them. */
const windowDays = 180

/** The catalogue of Globick: what its API is taken to be is in `globick-payloads.server.ts`. */
export function globickCatalogue(context: CatalogueContext): SupplierCatalogue {
  const { exponents, today } = context
  const get = globickCaller(context)

  /** Null where there are none. */
  async function sessionsOf(code: string, from: string, to: string): Promise<readonly GlobickSession[] | null> {
    const reply = await get(sessionsPath(code, from, to))
    if (reply.status === 404) return null
    const sessions = readValue(contentOf(readJson(succeeded(reply), z.unknown())), globickSessions)
    return sessions.length === 0 ? null : sessions
  }

  return {
    /** The cursor is the newest change that was seen; within a run also the next page. */
    async listChanged(cursor) {
      const [since = '', at = '1', seen = since] = (cursor ?? '').split(' ')
      const page = Number(at)
      const { data, meta } = readJson(succeeded(await get(activitiesPath(page, pageSize, since))), globickPage)
      const newest = data.reduce(
        (latest, { updatedAt }) => ((updatedAt ?? '') > latest ? `${updatedAt}` : latest),
        seen,
      )
      const done = data.length === 0 || page * meta.pageSize >= meta.total
      return {
        items: data.map(({ id, status }) => ({ code: String(id), isGone: isOff(status) })),
        nextCursor: done ? newest || null : [since, page + 1, newest].join(' '),
        done,
      }
    },
    async search({ words, place, page }) {
      const reply = succeeded(await get(searchPath(words, place, page, foundPerPage)))
      const { data, meta } = readJson(reply, globickFound)
      const items = data.map(({ id, name, city }) => ({
        code: String(id),
        title: name,
        place: city ?? null,
        imageUrl: null,
        price: null,
        currency: null,
      }))
      return { items, total: meta.total }
    },
    async getProduct(code) {
      const answer = readJson(succeeded(await get(activityPath(code))), z.unknown())
      const activity = readValue(contentOf(answer), globickActivity)
      if (isOff(activity.status)) throw new SupplierError({ kind: 'gone' })
      if (String(activity.id).toLowerCase() !== code.toLowerCase()) throw otherProduct(String(activity.id))
      const sessions = await sessionsOf(code, today, daysAfter(today, windowDays))
      if (!sessions) throw new SupplierError({ kind: 'gone' })
      return globickDraft(activity, sessions, exponents)
    },
    async getAvailability(code, from, to) {
      return availableDays((await sessionsOf(code, from, to)) ?? [])
    },
    repeat: ({ path }) => get(path),
    classifyError: commonFault,
  }
}

const isOff = (status: string | null | undefined) => status?.toUpperCase() === 'INACTIVE'

function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** A day of an option has the places of all its sessions; where one does not say how many, the number is unknown. */
function availableDays(sessions: readonly GlobickSession[]): AvailableDay[] {
  const days = Map.groupBy(sessions, (session) => `${optionOf(session)} ${dayOf(session)}`)
  return [...days.values()].flatMap((its): AvailableDay[] => {
    const [first] = its
    if (!first || dayOf(first) === '') return []
    const places = its.map(({ availability }) => Number(availability ?? NaN))
    const vacancies = places.some(Number.isNaN) ? null : places.reduce((sum, some) => sum + Math.max(0, some), 0)
    const status = vacancies === 0 ? 'SOLD_OUT' : 'AVAILABLE'
    return [{ optionCode: optionOf(first), date: dayOf(first), status, vacancies }]
  })
}
