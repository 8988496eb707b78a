import {
  archiveCouponsServer, extendCouponsServer, pauseCouponsServer, resumeCouponsServer,
} from './areas/coupons/coupon-commands.server.ts'
import { couponsServer } from './areas/coupons/coupons.server.ts'
import { generateCouponsServer, readCouponCodesServer, resumeCouponBatchServer } from './areas/coupons/generate-coupons.server.ts'
import { customersServer } from './areas/customers/customers.server.ts'
import { eventsServer } from './areas/events/events.server.ts'
import { productsServer } from './areas/products/products.server.ts'
import { readPurchaseDetailsServer } from './areas/purchases/purchase-details.server.ts'
import { purchasesServer } from './areas/purchases/purchases.server.ts'
import { listCurrenciesServer } from './areas/website/currencies.server.ts'
import { readDomainsServer } from './areas/website/domains.server.ts'
import { listLocalesServer } from './areas/website/locales.server.ts'
import type { Implementation } from './kit/endpoint.server.ts'
import type { ResourceServer } from './kit/resource.server.ts'
import { serve } from './kit/resource.server.ts'
import { resources } from './registry.ts'

/** The server parts of the resources that need one; the others are served by their definition alone. */
const own: readonly ResourceServer[] = [
  purchasesServer,
  couponsServer,
  productsServer,
  eventsServer,
  customersServer,
]

export const servers: readonly ResourceServer[] = resources.map((resource) => (
  own.find((server) => server.resource === resource) ?? serve(resource)
))

/** The server part of every endpoint that is not a resource's. Signing in is set up by the application, with its settings. */
export const implementations: readonly Implementation[] = [
  readPurchaseDetailsServer,
  pauseCouponsServer,
  resumeCouponsServer,
  extendCouponsServer,
  archiveCouponsServer,
  generateCouponsServer,
  resumeCouponBatchServer,
  readCouponCodesServer,
  listCurrenciesServer,
  listLocalesServer,
  readDomainsServer,
]
