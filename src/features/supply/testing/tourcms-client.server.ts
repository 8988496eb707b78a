/** The part of the vendor's client that the test of our simulator uses; the package has no types. */
interface TourcmsClient {
  setBaseURL(address: string): void
  APIRateLimitStatus(channel: number): Promise<Answer>
  listTours(channel: number): Promise<Answer>
  showTour(channel: number, tour: number): Promise<Answer>
  showTourDatesAndDeals(channel: number, tour: number, params: string): Promise<Answer>
  checkTourAvailability(channel: number, tour: number, params: string): Promise<Answer>
  startNewBooking(channel: number, booking: string): Promise<Answer>
  commitBooking(channel: number, booking: string): Promise<Answer>
  showBooking(channel: number, booking: string): Promise<Answer>
  cancelBooking(channel: number, booking: string): Promise<Answer>
}
interface Answer {
  readonly data: string
}

/** The client makes some of its XML with what a browser has. */
async function bringBrowser(): Promise<void> {
  const { Window } = await import('happy-dom')
  const window = new Window()
  const { DOMParser, XMLSerializer } = window
  Object.assign(globalThis, { window, DOMParser, XMLSerializer })
}

export async function tourcmsClient(baseUrl: string, marketplaceId: number, apiKey: string): Promise<TourcmsClient> {
  // @ts-expect-error the package has no types
  const { default: Client } = (await import('tourcms-js')) as {
    default: new (marketplaceId: number, apiKey: string) => TourcmsClient
  }
  await bringBrowser()
  const client = new Client(marketplaceId, apiKey)
  client.setBaseURL(baseUrl)
  return client
}
