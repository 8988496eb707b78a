import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { tiqetsBookings } from './tiqets-bookings.server.ts'
import { tiqetsCatalogue } from './tiqets-catalogue.server.ts'
import { tiqets } from './tiqets.ts'

export const tiqetsServer: SupplierServer = {
  facts: tiqets,
  hosts: ['api.tiqets.com', 'api.api-tiqt-test.steq.it'],
  // Those that its own examples name.
  pictureHosts: ['aws-tiqets-cdn.imgix.net'],
  testHosts: ['api.api-tiqt-test.steq.it'],
  // 15 a second are noted as its limit.
  perSecond: 10,
  adapterVersion: 1,
  syncCron: '11 * * * *',
  openCatalogue: tiqetsCatalogue,
  openBookings: tiqetsBookings,
  loadDemo: async () => (await import('./tiqets-demo.server.ts')).tiqetsDemo,
  startSimulator: async () => (await import('./tiqets-simulator.server.ts')).startTiqetsSimulator(),
}
