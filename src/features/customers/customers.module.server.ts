import { defineServerModule } from '../../core/calls/server-module.server.ts'
import { anonymiseCustomerServer } from './anonymise-customer.server.ts'
import { listConsentsServer, recordConsentServer } from './consents.server.ts'
import { endCustomerSessionsServer, readCustomerDetailsServer } from './customer-details.server.ts'
import {
  closeCustomerViewServer,
  makeCustomerSignInServer,
  openCustomerViewServer,
  readCustomerViewServer,
} from './customer-sign-in.server.ts'
import { implementedLegalHolds } from './legal-holds.server.ts'
import { implementedCustomerMerges } from './merge-customers.server.ts'
import { exportCustomerServer } from './export-customer.server.ts'
import { customersServer } from './customers.server.ts'

export const customersServerModule = defineServerModule({
  name: 'customers',
  actions: { impersonate: 'Sign in as a customer' },
  resources: [customersServer],
  endpoints: [
    readCustomerDetailsServer,
    endCustomerSessionsServer,
    anonymiseCustomerServer,
    exportCustomerServer,
    ...implementedCustomerMerges,
    ...implementedLegalHolds,
    listConsentsServer,
    recordConsentServer,
    makeCustomerSignInServer,
    openCustomerViewServer,
    readCustomerViewServer,
    closeCustomerViewServer,
  ],
  seed: [
    {
      name: 'customers',
      when: 'first',
      after: 'admin users',
      load: async () => {
        const { seedCustomerLife } = await import('./seed-customers.server.ts')
        return (trx, { random, asOf }) => seedCustomerLife(trx, random('customers', 1), asOf)
      },
    },
    {
      name: 'merged customers',
      when: 'later',
      after: ['disputes', 'store credit', 'messages of orders'],
      load: async () => (await import('./seed-merges-and-holds.server.ts')).seedMergesAndHolds,
    },
  ],
})
