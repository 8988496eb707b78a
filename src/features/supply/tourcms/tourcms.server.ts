import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { tourcmsBookings } from './tourcms-bookings.server.ts'
import { tourcmsCatalogue } from './tourcms-catalogue.server.ts'
import { tourcms } from './tourcms.ts'

export const tourcmsServer: SupplierServer = {
  facts: tourcms,
  hosts: ['api.tourcms.com'],
  // Pictures are wherever each operator keeps them, so none are fetched.
  pictureHosts: [],
  // 2,000 an hour and channel, so that two processes stay within it.
  perSecond: 0.27,
  adapterVersion: 1,
  syncCron: '4,34 * * * *',
  openCatalogue: tourcmsCatalogue,
  openBookings: tourcmsBookings,
  loadDemo: async () => (await import('./tourcms-demo.server.ts')).tourcmsDemo,
  startSimulator: async () => (await import('./tourcms-simulator.server.ts')).startTourcmsSimulator(),
}
