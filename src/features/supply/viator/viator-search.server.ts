import * as z from 'zod/mini'
import type { OutboundReply } from '../../../platform/outbound/outbound-target.server.ts'
import { minorUnits } from '../importing/draft-money.server.ts'
import { readJson } from '../importing/supplier-answers.server.ts'
import type { CatalogueQuery, FoundPage } from '../importing/supplier-catalogue.server.ts'
import { foundPerPage } from '../importing/supplier-catalogue.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'

/** The currency that prices are asked for; the import has the product's own. */
const askedCurrency = 'EUR'
/** Pixels; smaller pictures look poor on a card. */
const leastWidth = 200

const found = z.object({
  productCode: z.string(),
  title: z.string(),
  images: z.optional(
    z.array(
      z.object({
        isCover: z.optional(z.boolean()),
        variants: z.optional(z.array(z.object({ url: z.string(), width: z.number() }))),
      }),
    ),
  ),
  pricing: z.optional(
    z.object({
      summary: z.optional(z.object({ fromPrice: z.optional(z.number()) })),
      currency: z.optional(z.string()),
    }),
  ),
  destinations: z.optional(z.array(z.object({ ref: z.string(), primary: z.optional(z.boolean()) }))),
})
const byDestination = z.object({ products: z.array(found), totalCount: z.optional(z.number()) })
const byWords = z.object({
  products: z.object({ results: z.array(found), totalCount: z.optional(z.number()) }),
})

/** @param places - names of places by their id */
export async function viatorSearch(
  post: (path: string, body: object) => Promise<OutboundReply>,
  { words, place, page }: CatalogueQuery,
  { exponents }: Pick<CatalogueContext, 'exponents'>,
  places: ReadonlyMap<string, string>,
): Promise<FoundPage> {
  const pagination = { start: (page - 1) * foundPerPage + 1, count: foundPerPage }
  const [destination] = [...places].find(([, name]) => name.toLowerCase() === place.toLowerCase()) ?? []
  let answer: { readonly products: z.output<typeof found>[]; readonly totalCount?: number | undefined }
  if (words === '' && destination !== undefined)
    answer = readJson(
      await post('/products/search', { filtering: { destination }, pagination, currency: askedCurrency }),
      byDestination,
    )
  else {
    const { products } = readJson(
      await post('/search/freetext', {
        // A place that Viator has no id for can still be in titles.
        searchTerm: destination === undefined ? `${words} ${place}`.trim() : words,
        ...(destination !== undefined && { productFiltering: { destination } }),
        searchTypes: [{ searchType: 'PRODUCTS', pagination }],
        currency: askedCurrency,
      }),
      byWords,
    )
    answer = { products: products.results, totalCount: products.totalCount }
  }
  return {
    items: answer.products.map((one) => {
      const currency = one.pricing?.currency ?? askedCurrency
      const exponent = exponents.get(currency)
      const amount = one.pricing?.summary?.fromPrice
      const at = one.destinations?.find(({ primary }) => primary) ?? one.destinations?.[0]
      return {
        code: one.productCode,
        title: one.title,
        place: places.get(at?.ref ?? '') ?? null,
        imageUrl: pictureOf(one),
        price: amount === undefined || exponent === undefined ? null : minorUnits(amount, exponent),
        currency,
      }
    }),
    total: answer.totalCount ?? answer.products.length,
  }
}

function pictureOf({ images = [] }: z.output<typeof found>): string | null {
  const cover = images.find(({ isCover }) => isCover) ?? images[0]
  const variants = (cover?.variants ?? []).toSorted((a, b) => a.width - b.width)
  return (variants.find(({ width }) => width >= leastWidth) ?? variants.at(-1))?.url ?? null
}
