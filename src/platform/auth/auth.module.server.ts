import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { expireIpRangesServer, ipRangesServer, readOwnAddressServer } from './addresses/ip-ranges.server.ts'
import { ipTrustsServer } from './addresses/ip-trusts.server.ts'
import { implementDecisions, ipVerificationsServer } from './addresses/ip-verifications.server.ts'
import { implementConsoleLanguage } from './sign-in/console-language.server.ts'
// The areas that every module on the server can name.
import './permission-areas.ts'
import { isHttps } from './sign-in/sign-in-settings.server.ts'
import { staff } from './sign-in/staff.ts'

export const authServerModule = defineServerModule({
  name: 'auth',
  permissions: {
    settings: { label: 'Rewrite rules, ticket map outliers and workers', area: 'system' },
  },
  resources: [staff, ipRangesServer, ipTrustsServer, ipVerificationsServer],
  endpoints: ({ settings }) => [
    implementConsoleLanguage({ isHttps: isHttps(settings) }),
    ...implementDecisions({ productName: settings.productName, trustDays: settings.ipTrustDays }),
    expireIpRangesServer,
    readOwnAddressServer,
  ],
})
