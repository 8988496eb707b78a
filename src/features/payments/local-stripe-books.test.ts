import { expect, it } from 'vitest'
import { localStripe } from './local-stripe.server.ts'

it('the local Stripe takes whole amounts above zero, as Stripe does', async () => {
  const { host, port, apiKey } = await localStripe(0)
  const begin = async (amount: string) => {
    const body = new URLSearchParams({ amount, currency: 'eur' })
    const headers = { authorization: `Bearer ${apiKey}` }
    return (await fetch(`http://${host}:${port}/v1/payment_intents`, { method: 'POST', headers, body })).status
  }
  expect([await begin('1'), await begin('0'), await begin('-1'), await begin('1.5')]).toEqual([200, 400, 400, 400])
})

it('the books of the local Stripe forget every kind of object when they are emptied', async () => {
  const { books } = await localStripe(0)
  const kept = [books.intents, books.refunds, books.disputes, books.files]
  for (const [index, all] of kept.entries()) all.set(`one_${index}`, { id: `one_${index}` } as never)
  books.next = 'time_out'
  books.empty()
  expect(kept.map(({ size }) => size)).toEqual([0, 0, 0, 0])
  expect([books.next, books.takeSilence()]).toEqual(['none', false])
})
