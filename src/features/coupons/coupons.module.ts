import { IconDiscount2 } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

const form = async () => (await import('./coupon-form-screen.tsx')).CouponFormScreen

export const couponsModule = defineModule({
  name: 'coupons',
  resources: [
    async () => (await import('./coupons.ts')).coupons,
    async () => (await import('./coupon-batches.ts')).couponBatches,
  ],
  pages: [
    {
      nodes: [
        {
          path: '/coupons',
          title: 'Coupons',
          icon: IconDiscount2,
          redirect: '/coupons/list',
          access: 'coupons',
          children: recordPages({
            of: 'coupons',
            at: '/coupons',
            write: 'coupons',
            list: {
              title: 'Coupons',
              breadcrumb: false,
              shortcut: 'c',
              screen: async () => (await import('./coupon-list-screen.tsx')).CouponListScreen,
            },
            create: { title: 'New coupon', screen: form },
            update: { title: 'Edit coupon', screen: form },
          }),
        },
      ],
    },
  ],
})
