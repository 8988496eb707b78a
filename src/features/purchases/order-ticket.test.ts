import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the ticket of an order is above the cards below it, so that their buttons do not cover its menu', () => {
  const [, ticket = ''] =
    /\.ticket \{([^}]*)\}/.exec(readFileSync('src/features/purchases/order-ticket.module.css', 'utf8')) ?? []
  // What is isolated without a place of its own is painted below every button after it, whatever the menu's own place.
  expect(ticket).toContain('isolation: isolate')
  expect(ticket).toMatch(/z-index: [1-9]/)
})
