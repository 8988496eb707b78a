import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoService } from '../../platform/demo-services/demo-services.server.ts'
import { tourcmsClient } from './testing/tourcms-client.server.ts'
import { startTourcmsSimulator } from './tourcms/tourcms-simulator.server.ts'

// The vendor's own client against our simulator: it signs calls to the same addresses, without a line of ours.
describe('the client that TourCMS publishes', () => {
  let simulator: DemoService
  const clientOf = (apiKey: string) => {
    const { baseUrl, marketplaceId } = simulator.facts
    return tourcmsClient(String(baseUrl), Number(marketplaceId), apiKey)
  }
  beforeAll(async () => {
    simulator = await startTourcmsSimulator()
  })
  afterAll(() => simulator?.close())

  it('is let in by its signature wherever the adapter goes', async () => {
    const client = await clientOf(String(simulator.facts['apiKey']))
    expect((await client.APIRateLimitStatus(3930)).data).toContain('<error>OK</error>')
    expect((await client.listTours(0)).data).toContain('<error>OK</error><total_tour_count>320</total_tour_count>')
    expect((await client.showTour(3930, 40)).data).toContain('<channel_id>3930</channel_id><tour_id>40</tour_id>')
    const days = await client.showTourDatesAndDeals(3930, 40, 'startdate_start=2026-12-01&startdate_end=2026-12-05')
    expect(days.data.match(/<start_date>/g)).toHaveLength(5)
  })

  it('is refused with another key', async () => {
    expect((await (await clientOf('another')).showTour(3930, 40)).data).toContain('<error>FAIL_SIG</error></response>')
  })
})
