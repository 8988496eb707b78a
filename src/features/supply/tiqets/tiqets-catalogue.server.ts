import * as z from 'zod/mini'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { minorUnits } from '../importing/draft-money.server.ts'
import { commonFault, faultOfStatus, otherProduct, readJson, readValue } from '../importing/supplier-answers.server.ts'
import type { SupplierCatalogue, SupplierFault, SupplierFaultKind } from '../importing/supplier-catalogue.server.ts'
import { foundPerPage, SupplierError } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { askedCurrency, onlyOption, tiqetsDraft } from './tiqets-draft.server.ts'
import { tiqetsDays, tiqetsError, tiqetsFound, tiqetsOne, tiqetsPage } from './tiqets-payloads.server.ts'

const pageSize = 100

const kinds: Readonly<Record<string, SupplierFaultKind>> = {
  unauthorized: 'auth',
  rate_limit_exceeded: 'rate_limited',
  order_limit_exceeded: 'rate_limited',
  resource_gone: 'gone',
}

/** The catalogue of the Tiqets Distributor API, version 2. */
export function tiqetsCatalogue({ ask, secrets, exponents, commission }: CatalogueContext): SupplierCatalogue {
  async function get(path: string): Promise<OutboundReply> {
    const reply = await ask({
      method: 'GET',
      path,
      headers: { accept: 'application/json', authorization: `Token ${secrets['token'] ?? ''}` },
    })
    const fault = tiqetsFault(reply)
    if (fault) throw new SupplierError(fault)
    return reply
  }

  return {
    /** There is no list of changes: all pages are read. The cursor is the next page; null begins again. */
    async listChanged(cursor) {
      const page = Number(cursor ?? 1)
      const { products, pagination } = readJson(await get(`/products?page=${page}&page_size=${pageSize}`), tiqetsPage)
      const done = products.length === 0 || page * pagination.page_size >= pagination.total
      return {
        items: products.map((one) => ({ code: String(one.id), isGone: one.sale_status === 'unavailable' })),
        present: products.map((one) => String(one.id)),
        nextCursor: done ? null : String(page + 1),
        done,
      }
    },
    async search({ words, place, page }) {
      const asked = new URLSearchParams({
        lang: 'en',
        currency: askedCurrency,
        page: String(page),
        page_size: String(foundPerPage),
        ...(words !== '' && { query: words }),
        ...(place !== '' && { city_name: place }),
      })
      const { products, pagination } = readJson(await get(`/products?${asked}`), tiqetsFound)
      return {
        items: products.map((one) => {
          const currency = one.currency ?? askedCurrency
          const exponent = exponents.get(currency)
          const amount = Number(one.price ?? NaN)
          return {
            code: String(one.id),
            title: one.title,
            place: one.city_name ?? null,
            imageUrl: one.images?.[0]?.medium ?? one.images?.[0]?.small ?? null,
            price: Number.isNaN(amount) || exponent === undefined ? null : minorUnits(amount, exponent),
            currency,
          }
        }),
        total: pagination.total,
      }
    },
    async getProduct(code) {
      const value = readJson(
        await get(`/products/${encodeURIComponent(code)}?lang=en&currency=${askedCurrency}`),
        z.unknown(),
      )
      const { product } = readValue(value, tiqetsOne)
      if (product.sale_status === 'unavailable') throw new SupplierError({ kind: 'gone' })
      if (String(product.id) !== code) throw otherProduct(String(product.id))
      return tiqetsDraft(product, exponents, commission)
    },
    async getAvailability(code, from, to) {
      const path = `/products/${encodeURIComponent(code)}/availability?date_from=${from}&date_to=${to}`
      const { dates } = readJson(await get(path), tiqetsDays)
      return dates.map(({ date, timeslots = [] }) => {
        const vacancies = timeslots
          .flatMap(({ variants = [] }) => variants)
          .reduce((sum, { available }) => sum + (available ?? 0), 0)
        return { optionCode: onlyOption, date, status: vacancies > 0 ? 'AVAILABLE' : 'SOLD_OUT', vacancies }
      })
    },
    repeat: ({ path }) => get(path),
    classifyError: commonFault,
  }
}

/** What a refusal means: by its word, by its status, and where neither helps by `success`. */
export function tiqetsFault(reply: OutboundReply): (SupplierFault & { readonly word?: string }) | null {
  const common = faultOfStatus(reply)
  let said: z.output<typeof tiqetsError> = {}
  try {
    said = z.parse(tiqetsError, JSON.parse(reply.body))
  } catch {
    // Not JSON: an error page, or what the reader of products will complain about.
  }
  if (!common && said.success !== false) return null
  const kind = kinds[said.error ?? ''] ?? common?.kind ?? 'invalid'
  const detail = said.message?.slice(0, 200)
  return {
    ...common,
    kind,
    ...(kind === 'invalid' && detail !== undefined && { detail }),
    ...(typeof said.error === 'string' && { word: said.error }),
  }
}
