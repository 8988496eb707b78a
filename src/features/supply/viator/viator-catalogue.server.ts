import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import type { Ask, CatalogueContext } from '../importing/supplier-server.server.ts'
import { commonFault, faultOfStatus, otherProduct, readJson, readValue } from '../importing/supplier-answers.server.ts'
import type { SupplierCatalogue, SupplierFault, SupplierFaultKind } from '../importing/supplier-catalogue.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import { viatorDraft } from './viator-draft.server.ts'
import * as z from 'zod/mini'
import {
  viatorAnyProduct,
  viatorChanges,
  viatorDestinations,
  viatorError,
  viatorProduct,
  viatorSchedule,
} from './viator-payloads.server.ts'
import { daysOf } from './viator-prices.server.ts'
import { viatorSearch } from './viator-search.server.ts'

const accept = 'application/json;version=2.0'
/** Products in one page of changes; Viator's most. */
const pageSize = 500

/** Viator's own codes, whatever status they come with. */
const kinds: Readonly<Record<string, SupplierFaultKind>> = {
  UNAUTHORIZED: 'auth',
  MISSING_HEADER_VALUE: 'auth',
  FORBIDDEN: 'permission',
  NOT_FOUND: 'not_found',
  TOO_MANY_REQUESTS: 'rate_limited',
  INTERNAL_SERVER_ERROR: 'unavailable',
  SERVICE_UNAVAILABLE: 'unavailable',
}

/** The catalogue of the Viator Partner API, version 2.0. */
export function viatorCatalogue({ ask, secrets, exponents, today }: CatalogueContext): SupplierCatalogue {
  const { get, post } = viatorCaller({ ask, secrets })
  let destinations: Promise<ReadonlyMap<string, string>> | null = null

  async function scheduleOf(code: string) {
    return readJson(await get(`/availability/schedules/${encodeURIComponent(code)}`), viatorSchedule)
  }

  /** Names of places are fetched once; without them products are imported all the same. */
  async function places(): Promise<ReadonlyMap<string, string>> {
    destinations ??= get('/destinations').then((reply) => {
      const { destinations: all } = readJson(reply, viatorDestinations)
      return new Map(all.map(({ destinationId, name }) => [String(destinationId), name]))
    })
    try {
      return await destinations
    } catch {
      destinations = null
      return new Map()
    }
  }

  return {
    async listChanged(cursor) {
      const at = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const { products, nextCursor } = readJson(
        await get(`/products/modified-since?count=${pageSize}${at}`),
        viatorChanges,
      )
      return {
        items: products.map(({ productCode, status }) => ({ code: productCode, isGone: status !== 'ACTIVE' })),
        nextCursor: nextCursor ?? cursor,
        done: nextCursor === undefined,
      }
    },
    search: async (query) => await viatorSearch(post, query, { exponents }, await places()),
    async getProduct(code) {
      const reply = await get(`/products/${encodeURIComponent(code)}`)
      const value = readJson(reply, z.unknown())
      const { status, productCode } = readValue(value, viatorAnyProduct)
      if (status !== 'ACTIVE') throw new SupplierError({ kind: 'gone' })
      if (productCode.toUpperCase() !== code.toUpperCase()) throw otherProduct(productCode)
      const product = readValue(value, viatorProduct)
      const place = product.destinations?.find(({ primary }) => primary) ?? product.destinations?.[0]
      const schedule = await scheduleOf(code)
      return viatorDraft({
        product,
        schedule,
        exponents,
        today,
        destinationName: (await places()).get(place?.ref ?? '') ?? null,
      })
    },
    async getAvailability(code, from, to) {
      return [...daysOf(await scheduleOf(code), from, to)]
    },
    repeat: ({ path, body }) => (body === null ? get(path) : post(path, JSON.parse(body))),
    classifyError: commonFault,
  }
}

/** Calls that change nothing; refusals are thrown. */
function viatorCaller({ ask, secrets }: Pick<CatalogueContext, 'ask' | 'secrets'>) {
  async function call(wanted: Ask): Promise<OutboundReply> {
    const reply = await ask(wanted)
    const fault = viatorFault(reply)
    if (fault) throw new SupplierError(fault)
    return reply
  }
  return {
    get: (path: string) => call({ method: 'GET', path, headers: viatorHeaders(secrets) }),
    post: (path: string, body: object) =>
      call({
        method: 'POST',
        path,
        headers: viatorHeaders(secrets, true),
        body: JSON.stringify(body),
        isIdempotent: true,
      }),
  }
}

export function viatorHeaders(secrets: CatalogueContext['secrets'], hasBody = false): Readonly<Record<string, string>> {
  return {
    'accept': accept,
    'accept-language': 'en',
    'exp-api-key': secrets['apiKey'] ?? '',
    ...(hasBody && { 'content-type': accept }),
  }
}

/** What a refusal means; null for a success. */
export function viatorFault(reply: OutboundReply): SupplierFault | null {
  const common = faultOfStatus(reply)
  if (!common) return null
  let said: z.output<typeof viatorError> = { code: undefined, message: undefined, trackingId: undefined }
  try {
    said = z.parse(viatorError, JSON.parse(reply.body))
  } catch {
    // An error page of something in between; the status has to do.
  }
  const kind = kinds[said.code ?? ''] ?? common.kind
  const { message } = said
  return { ...common, kind, ...(kind === 'invalid' && message !== undefined && { detail: message.slice(0, 200) }) }
}
