import { expect, it } from 'vitest'
import { localStripe } from './local-stripe.server.ts'

it('the books of the local Stripe forget every kind of object when they are emptied', async () => {
  const { books } = await localStripe(0)
  const kept = [books.intents, books.refunds, books.disputes, books.files]
  for (const [index, all] of kept.entries()) all.set(`one_${index}`, { id: `one_${index}` } as never)
  books.next = 'time_out'
  books.empty()
  expect(kept.map(({ size }) => size)).toEqual([0, 0, 0, 0])
  expect([books.next, books.takeSilence()]).toEqual(['none', false])
})
