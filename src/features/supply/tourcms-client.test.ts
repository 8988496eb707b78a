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

  it('books, shows and cancels, and finds what the adapter would find', async () => {
    const client = await clientOf(String(simulator.facts['apiKey']))
    const text = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
    const available = await client.checkTourAvailability(3930, 40, 'date=2099-06-03&r1=2&r2=1')
    const key = text(available.data, 'component_key')
    expect(key).not.toBe('')
    const started = await client.startNewBooking(
      3930,
      `<booking><total_customers>3</total_customers><agent_ref>MQ1</agent_ref><components><component><component_key>${key}</component_key></component></components></booking>`,
    )
    const id = text(started.data, 'booking_id')
    expect([text(started.data, 'error'), text((await client.showBooking(3930, id)).data, 'status')]).toEqual([
      'OK',
      '0',
    ])
    for (let n = 0; n < 2; n++) expect(text((await client.commitBooking(3930, id)).data, 'error')).toBe('OK')
    const shown = (await client.showBooking(3930, id)).data
    expect([text(shown, 'status'), text(shown, 'customer_count'), text(shown, 'agent_ref')]).toEqual(['2', '3', 'MQ1'])
    const cancel = `<booking><booking_id>${id}</booking_id><note>No</note></booking>`
    const ends = [await client.cancelBooking(3930, cancel), await client.cancelBooking(3930, cancel)]
    expect(ends.map(({ data }) => text(data, 'error'))).toEqual(['OK', 'PREVIOUSLY CANCELLED'])
  })

  it('is refused with another key', async () => {
    expect((await (await clientOf('another')).showTour(3930, 40)).data).toContain('<error>FAIL_SIG</error></response>')
  })
})
