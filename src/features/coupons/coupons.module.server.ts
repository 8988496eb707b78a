import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { checkCouponUseServer } from './check-coupon.server.ts'
import { couponBatches } from './coupon-batches.ts'
import {
  archiveCouponsServer,
  extendCouponsServer,
  pauseCouponsServer,
  resumeCouponsServer,
} from './coupon-commands.server.ts'
import { couponCodeJob } from './coupon-code-job.server.ts'
import { couponsServer } from './coupons.server.ts'
import { generateCouponsServer, readCouponCodesServer, resumeCouponBatchServer } from './generate-coupons.server.ts'

export const couponsServerModule = defineServerModule({
  name: 'coupons',
  permissions: {
    coupons: { label: 'Coupons', area: 'sales' },
  },
  resources: [couponsServer, couponBatches],
  endpoints: [
    pauseCouponsServer,
    resumeCouponsServer,
    extendCouponsServer,
    archiveCouponsServer,
    generateCouponsServer,
    resumeCouponBatchServer,
    readCouponCodesServer,
    checkCouponUseServer,
  ],
  jobs: [couponCodeJob],
  seed: [
    {
      name: 'coupons',
      when: 'first',
      load: async () => (await import('./seed-coupons.server.ts')).seedCoupons,
    },
    {
      name: 'coupon-scopes',
      when: 'later',
      after: 'aliases',
      load: async () => (await import('./seed-coupon-scopes.server.ts')).seedCouponScopes,
    },
  ],
})
