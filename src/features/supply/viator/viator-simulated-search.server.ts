import { matches } from '../importing/simulator.server.ts'
import type { SimulatedReply, SimulatedRequest } from '../importing/simulator.server.ts'
import { sampleProduct } from './viator-samples.server.ts'
import type { Voice } from './viator-simulated-prices.server.ts'

interface Asked {
  readonly searchTerm?: string
  readonly filtering?: { readonly destination?: string }
  readonly productFiltering?: { readonly destination?: string }
  readonly searchTypes?: readonly { readonly pagination: { readonly start: number; readonly count: number } }[]
  readonly pagination?: { readonly start: number; readonly count: number }
}

/** Both searches of the simulator, in the shapes of the document's examples. Null: no such call. */
export function viatorSearchDesk({ json, refusal }: Voice, codes: readonly string[]) {
  return ({ method, url, body }: SimulatedRequest): SimulatedReply | null => {
    const path = url.pathname.replace(/^\/partner/, '')
    const isFree = path === '/search/freetext'
    if (method !== 'POST' || (!isFree && path !== '/products/search')) return null
    const asked = JSON.parse(body || '{}') as Asked
    const { start, count } = (isFree ? asked.searchTypes?.[0]?.pagination : asked.pagination) ?? { start: 1, count: 50 }
    const destination = asked.filtering?.destination ?? asked.productFiltering?.destination
    if (count < 1 || count > 50) return refusal(400, 'BAD_REQUEST', 'count must be between 1 and 50')
    if (isFree ? !asked.searchTerm : destination === undefined)
      return refusal(400, 'BAD_REQUEST', isFree ? 'searchTerm is required' : 'destination is required')
    const all = codes.flatMap((code) => {
      const sample = sampleProduct(code)
      const { product, schedule, place } = sample ?? {}
      return product && 'title' in product && place && matches(product.title, asked.searchTerm ?? '')
        ? destination === undefined || destination === String(place.ref)
          ? [summaryOf(product, schedule)]
          : []
        : []
    })
    const products = all.slice(start - 1, start - 1 + count)
    return json(
      isFree ? { products: { totalCount: all.length, results: products } } : { products, totalCount: all.length },
    )
  }
}

/** In the currency of the product, not in the one that was asked for: the simulator has no rates. */
const summaryOf = (
  product: { productCode: string; title: string; destinations: object },
  schedule: { currency: string; summary: { fromPrice: number } } | null | undefined,
) => ({
  productCode: product.productCode,
  title: product.title,
  images: [],
  ...(schedule && { pricing: { summary: schedule.summary, currency: schedule.currency } }),
  destinations: product.destinations,
})
