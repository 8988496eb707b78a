import { decimal, instant, integer, money, ref, refs, select, text } from '../../core/resource/fields.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import type { products } from '../products/products.ts'
import { choiceReasons } from './selection.ts'

/** What an alias sells: its products, the one that is chosen and why, and how they do. The server keeps all of it up. */
export const soldFields = {
  productIds: refs(nameOf<typeof products>('products'), { readOnly: 'moving', label: 'Products' }),
  memberCount: integer({ required: true, readOnly: 'moving', min: 0, initial: 0, label: 'Products in all' }),
  liveCount: integer({ required: true, readOnly: 'moving', min: 0, initial: 0, label: 'Live products' }),
  chosenProductId: ref(nameOf<typeof products>('products'), { readOnly: 'moving', label: 'Sold product' }),
  choiceReason: select(choiceReasons, {
    readOnly: 'moving',
    label: 'Why this one',
    labels: {
      only_live: 'Only live product',
      cheapest: 'The lowest price',
      best_rated: 'The best rating',
      pinned: 'Pinned',
      most_available: 'Most departures',
      pinned_is_not_live: 'First in rank: the pinned one is not live',
      nothing_pinned: 'First in rank: none is pinned',
      nothing_rated: 'First in rank: none has a rating',
      no_availability_known: 'First in rank: no departures are known',
    },
  }),
  currency: text({ max: 3, readOnly: 'moving', format: 'currency', case: 'upper' }),
  fromPrice: money({ currency: 'currency', readOnly: 'moving', min: 0, label: 'From-price' }),
  fromPriceAt: instant({ readOnly: 'moving', label: 'Price updated' }),
  rating: decimal({
    readOnly: 'moving',
    min: 0,
    max: 5,
    scale: 2,
    help: 'Average of its live products, weighted by reviews',
  }),
  reviewCount: integer({ required: true, readOnly: 'moving', min: 0, initial: 0, label: 'Reviews of its products' }),
  ownRating: decimal({
    derived: true,
    min: 0,
    max: 5,
    scale: 2,
    label: 'Our rating',
    help: 'The average of the reviews that we have approved',
  }),
  ownReviewCount: integer({ derived: true, required: true, label: 'Our reviews', help: 'Approved ones' }),
  orderCount: integer({
    derived: true,
    required: true,
    label: 'Orders in 90 days',
    help: 'Products whose main page it is',
  }),
}
