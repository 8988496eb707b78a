import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { globickBookings } from './globick-bookings.server.ts'
import { globickCatalogue } from './globick-catalogue.server.ts'
import { globick } from './globick.ts'

export const globickServer: SupplierServer = {
  facts: globick,
  hosts: ['api.globick.com'],
  // No picture was seen in its payloads.
  pictureHosts: [],
  // A public script stays at 10 a second, so that two processes do as well.
  perSecond: 5,
  adapterVersion: 1,
  syncCron: '7,22,37,52 * * * *',
  openCatalogue: globickCatalogue,
  openBookings: globickBookings,
  loadDemo: async () => (await import('./globick-demo.server.ts')).globickDemo,
  startSimulator: async () => (await import('./globick-simulator.server.ts')).startGlobickSimulator(),
}
