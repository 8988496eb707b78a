import type TourCMS from 'tourcms-js'

/** The client makes some of its XML with what a browser has. */
async function bringBrowser(): Promise<void> {
  const { Window } = await import('happy-dom')
  const window = new Window()
  const { DOMParser, XMLSerializer } = window
  Object.assign(globalThis, { window, DOMParser, XMLSerializer })
}

export async function tourcmsClient(baseUrl: string, marketplaceId: number, apiKey: string): Promise<TourCMS> {
  const { default: Client } = await import('tourcms-js')
  await bringBrowser()
  const client = new Client(marketplaceId, apiKey)
  client.setBaseURL(baseUrl)
  return client
}
