import { aliases } from './areas/aliases/aliases.ts'
import { audit } from './areas/audit/audit.ts'
import { apiUsers } from './areas/api-users/api-users.ts'
import { adminUsers } from './areas/admin-users/admin-users.ts'
import { elevations } from './areas/admin-users/elevations.ts'
import { authors } from './areas/catalogue/authors.ts'
import { categories } from './areas/catalogue/categories.ts'
import { subcategories } from './areas/catalogue/subcategories.ts'
import { coupons } from './areas/coupons/coupons.ts'
import { couponBatches } from './areas/coupons/coupon-batches.ts'
import { customers } from './areas/customers/customers.ts'
import { events } from './areas/events/events.ts'
import { performances } from './areas/events/performances.ts'
import { performers } from './areas/events/performers.ts'
import { images } from './areas/images/images.ts'
import { ipRanges } from './areas/ip-validation/ip-ranges.ts'
import { ipTrusts } from './areas/ip-validation/ip-trusts.ts'
import { ipVerifications } from './areas/ip-validation/ip-verifications.ts'
import { lineups } from './areas/lineups/lineups.ts'
import { matches } from './areas/matches/matches.ts'
import { locales } from './areas/languages/locales.ts'
import { messages } from './areas/messages/messages.ts'
import { cities } from './areas/places/cities.ts'
import { cityLaunches } from './areas/places/city-launches.ts'
import { continents } from './areas/places/continents.ts'
import { countries } from './areas/places/countries.ts'
import { venueConfigurations } from './areas/places/venue-configurations.ts'
import { venueSections } from './areas/places/venue-sections.ts'
import { venues } from './areas/places/venues.ts'
import { productAgeBands } from './areas/products/product-age-bands.ts'
import { productDriftRules } from './areas/products/product-drift-rules.ts'
import { productDrifts } from './areas/products/product-drifts.ts'
import { productOptions } from './areas/products/product-options.ts'
import { products } from './areas/products/products.ts'
import { providers } from './areas/products/providers.ts'
import { purchases } from './areas/purchases/purchases.ts'
import { staff } from './areas/purchases/staff.ts'
import { rules } from './areas/rules/rules.ts'
import { tags } from './areas/tags/tags.ts'
import { aliasReviewRecords, lineupReviewRecords, productReviewRecords } from './areas/reviews/reviews.ts'
import { staticPages } from './areas/static-pages/static-pages.ts'
import type { AnyResource } from './kit/resource.ts'

/** Every resource of the product, a line each. */
export const resources: readonly AnyResource[] = [
  audit,
  purchases,
  coupons,
  couponBatches,
  aliases,
  products,
  productOptions,
  productAgeBands,
  productDrifts,
  productDriftRules,
  events,
  performances,
  performers,
  rules,
  tags,
  lineups,
  matches,
  categories,
  subcategories,
  authors,
  staticPages,
  productReviewRecords,
  aliasReviewRecords,
  lineupReviewRecords,
  customers,
  apiUsers,
  staff,
  adminUsers,
  elevations,
  continents,
  countries,
  // Before the cities, of which the contract makes many: they are the same rows.
  cityLaunches,
  cities,
  venues,
  venueConfigurations,
  venueSections,
  providers,
  ipRanges,
  ipTrusts,
  ipVerifications,
  messages,
  locales,
  images,
]
