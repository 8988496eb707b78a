import type { Setting, World } from './world.server.ts'
import { currencyAndPrices, published, nextNumber, same, secret, slug } from './world.server.ts'

export const productMaker =
  ({ records, cityId, subcategoryId }: Setting) =>
  async (title: string) =>
    await records.make('products', {
      title,
      internalName: secret,
      reference: secret,
      cityId,
      subcategoryIds: [subcategoryId],
      status: 'live',
      suspendedBecause: null,
      currency: 'EUR',
      netFrom: 777_111,
      retailFrom: 4500,
      locale: 'en',
      rating: 4.5,
      reviewCount: 3,
    })

type ProductMaker = ReturnType<typeof productMaker>

export const productsWorld = ({ by, set, cityId, categoryId }: Setting, product: ProductMaker): World<'products'> => ({
  make: async (title) => String(await product(title)),
  hide: set('products', 'status', 'imported'),
  change: set('products', 'retail_from', 4499),
  filters: {
    city: same(String(cityId), '999999'),
    category: same(`ca-${categoryId}`, 's-999999'),
    q: by('products', 'title', 'zzzz'),
    ...currencyAndPrices,
  },
})

const kinds = ['product', 'alias', 'lineup'] as const
const reviews = (id: string) => `${id.split('-')[0]}_reviews`

function reviewMaker({ records, cityId }: Setting, product: ProductMaker) {
  const subjects = {
    product: async () => ({ productId: await product('Reviewed') }),
    alias: async () => ({
      aliasId: await records.make('aliases', { ...published, cityId, title: 'Reviewed', slug: slug('Reviewed') }),
    }),
    lineup: async () => ({
      lineupId: await records.make('lineups', { ...published, name: 'Reviewed', slug: slug('Reviewed') }),
    }),
  }
  return async (title: string, kind = kinds[nextNumber() % 3] ?? 'product') =>
    `${kind}-${await records.make(`${kind}-reviews`, {
      ...(await subjects[kind]()),
      title,
      body: 'Worth every minute.',
      originalRating: 4,
      originalScale: 5,
      status: 'approved',
      rejectionReason: null,
      isFlagged: false,
      source: 'import',
      providerId: null,
      purchaseId: null,
      purchaseLine: null,
      supplierReference: null,
      moderationNote: secret,
      authorEmail: `${secret}@example.com`.toLowerCase(),
      language: 'en',
    })}`
}

export function reviewsWorld(setting: Setting, product: ProductMaker): World<'reviews'> {
  const { value, set } = setting
  const review = reviewMaker(setting, product)
  const reviewOf = (kind: (typeof kinds)[number]) => async () => {
    const id = await review('Of one kind', kind)
    return { id, finds: await value(reviews(id), `${kind}_id`, id), misses: '999999' }
  }
  return {
    make: async (title) => await review(title),
    hide: async (id) => await set(reviews(id), 'status', 'hidden')(id),
    change: async (id) => await set(reviews(id), 'helpful_count', 77)(id),
    filters: {
      kind: async (id) => ({ finds: id.split('-')[0] ?? '', misses: id.startsWith('alias') ? 'lineup' : 'alias' }),
      product: reviewOf('product'),
      alias: reviewOf('alias'),
      lineup: reviewOf('lineup'),
      rating: same('4', '5'),
    },
  }
}
