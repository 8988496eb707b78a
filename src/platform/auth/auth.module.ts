import { defineModule } from '../../ui/resource/module.web.ts'
import { recordGroup } from '../../ui/resource/record-pages.web.ts'

const rangeForm = async () => (await import('./addresses/ip-range-form-screen.tsx')).IpRangeFormScreen

export const authModule = defineModule({
  name: 'auth',
  resources: [
    async () => (await import('./sign-in/staff.ts')).staff,
    async () => (await import('./addresses/ip-ranges.ts')).ipRanges,
    async () => (await import('./addresses/ip-trusts.ts')).ipTrusts,
    async () => (await import('./addresses/ip-verifications.ts')).ipVerifications,
  ],
  pages: [
    {
      under: '/settings',
      nodes: [
        ...recordGroup({
          of: 'ip-ranges',
          at: '/ip-validation/ranges',
          access: 'settings',
          write: 'settings',
          list: {
            title: 'IP ranges',
            screen: async () => (await import('./addresses/ip-range-list-screen.tsx')).IpRangeListScreen,
          },
          create: { title: 'New IP range', screen: rangeForm },
          update: { title: 'Edit IP range', screen: rangeForm },
        }),
        {
          path: '/ip-validation/verifications',
          title: 'IP verifications',
          access: 'settings',
          write: 'settings',
          shows: ['ip-verifications', 'list'],
          screen: async () => (await import('./addresses/ip-verification-list-screen.tsx')).IpVerificationListScreen,
        },
        {
          path: '/ip-validation/trusts',
          title: 'Trusted addresses',
          access: 'settings',
          write: 'settings',
          shows: ['ip-trusts', 'list'],
          screen: async () => (await import('./addresses/ip-trust-list-screen.tsx')).IpTrustListScreen,
        },
      ],
    },
  ],
})
