import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { click, closeScreen, openScreen, Refused } from '../../ui/testing/open-screen.tsx'
import { performers } from '../events/performer/performers.ts'
import { BillPanel } from './bill-panel.tsx'
import type { Billed } from './lineup.endpoints.ts'

afterEach(closeScreen)

const resources = Promise.resolve([performers])
const path = '/rest/data/lineups/5/bill'
const names = ['Ada', 'Bo', 'Cy', 'Di']
type Sent = readonly Pick<Billed, 'performerId' | 'role'>[]
const billOf = (sent: Sent): readonly Billed[] =>
  sent.map((one) => ({ ...one, kind: '', name: names[one.performerId - 1] ?? '' }))

const Page = () => (
  <ResourcesProvider value={() => resources}>
    <BillPanel lineup={{ id: 5, version: 1 }} />
  </ResourcesProvider>
)

/** The bill of four over a server that answers each write when the test says so, and stores it then. */
async function opened() {
  let stored = billOf(names.map((_, at) => ({ performerId: at + 1, role: 'support' })))
  const writes: (() => Promise<void>)[] = []
  const refusals: (() => Promise<void>)[] = []
  const screen = await openScreen(<Page />, {
    [`GET ${path}`]: () => ({ performers: stored }),
    [`PUT ${path}`]: ({ body }: { body: { performers: Sent } }) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      const answer = (take: () => unknown) => async () => {
        await act(async () => resolve(take()))
        await click(document.body)
      }
      writes.push(answer(() => ({ performers: (stored = billOf(body.performers)) })))
      refusals.push(answer(() => new Refused({ performers: 'One of the performers doesn’t exist.' })))
      return promise
    },
  })
  const sent = () =>
    screen.calls
      .filter(({ call }) => call.startsWith('PUT'))
      .map(({ body }) => (body as { performers: Sent }).performers.map(({ performerId }) => performerId).join(''))
  return {
    writes,
    refusals,
    sent,
    down: (name: string) => click(screen.find(`[aria-label="Move ${name} down"]`)),
    shown: () => screen.all('[role="group"]').map((row) => row.getAttribute('aria-label')?.replace('Move ', '')),
    stored: () => stored.map(({ name }) => name),
  }
}

describe('the bill of a lineup', () => {
  it('keeps every move on a slow line', async () => {
    const screen = await opened()
    await screen.down('Ada')
    await screen.down('Ada')
    await screen.writes[0]?.()
    expect(screen.shown()).toEqual(['Bo', 'Cy', 'Ada', 'Di'])
    await screen.down('Ada')
    await screen.writes[1]?.()
    await screen.writes[2]?.()
    expect(screen.shown()).toEqual(['Bo', 'Cy', 'Di', 'Ada'])
    expect(screen.stored()).toEqual(['Bo', 'Cy', 'Di', 'Ada'])
  })

  it('is sent once for each move, after the one before', async () => {
    const screen = await opened()
    await screen.down('Ada')
    await screen.down('Ada')
    expect(screen.sent()).toEqual(['2134'])
    await screen.writes[0]?.()
    expect(screen.sent()).toEqual(['2134', '2314'])
  })

  it('is as the server has it once the last move is refused', async () => {
    const screen = await opened()
    await screen.down('Ada')
    await screen.down('Ada')
    await screen.writes[0]?.()
    await screen.refusals[1]?.()
    expect(screen.shown()).toEqual(['Bo', 'Ada', 'Cy', 'Di'])
    expect(screen.stored()).toEqual(['Bo', 'Ada', 'Cy', 'Di'])
  })
})
