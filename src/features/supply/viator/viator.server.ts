import type { SupplierServer } from '../importing/supplier-server.server.ts'
import { viatorBookings } from './viator-bookings.server.ts'
import { viatorCatalogue } from './viator-catalogue.server.ts'
import { viator } from './viator.ts'

export const viatorServer: SupplierServer = {
  facts: viator,
  hosts: ['api.viator.com', 'api.sandbox.viator.com'],
  // Those that its own examples name.
  pictureHosts: ['hare-media-cdn.tripadvisor.com', 'hare-dynamic-image-cutter.media.tamg.cloud'],
  testHosts: ['api.sandbox.viator.com'],
  // Both search its catalogue.
  reads: ['/products/search', '/search/freetext'],
  // Its limits are not published; one example shows 16 calls within ten seconds and endpoint. Two calls make a product.
  perSecond: 4,
  adapterVersion: 1,
  syncCron: '*/15 * * * *',
  openCatalogue: viatorCatalogue,
  openBookings: viatorBookings,
  loadDemo: async () => (await import('./viator-demo.server.ts')).viatorDemo,
  startSimulator: async () => (await import('./viator-simulator.server.ts')).startViatorSimulator(),
}
