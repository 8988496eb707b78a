import type { Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Row, admin, last, next, product, records, startLineups, toasts } from './testing/lineup-flows.ts'

async function event(name: string, inDays: number): Promise<number> {
  const id = await records.make('events', {
    name,
    publication: 'published',
    isHidden: false,
    schedule: 'scheduled',
    performerIds: [],
  })
  const startsAt = new Date(Date.now() + inDays * 86_400_000)
  startsAt.setUTCHours(20, 0, 0, 0)
  await records.make('performances', {
    eventId: id,
    timeZone: 'UTC',
    localDate: startsAt.toISOString().slice(0, 10),
    localTime: '20:00',
    isTimeTba: false,
    isDateTbd: false,
    doorsTime: null,
    startsAt: startsAt.toISOString(),
    status: 'onsale',
  })
  return id
}
async function lineup(values: object): Promise<Row> {
  const reply = await admin.post('/rest/data/lineups', { type: 'curated', ...values })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body as Row
}

const contents = (page: Page) => page.getByRole('region', { name: 'Events in it now' })

describe.skipIf(inject('chromiumPath') === null)('lineups and matches', () => {
  startLineups()

  it('shows what a saved query finds before anything is stored, takes pins from it, and says what has changed since', async () => {
    const word = `Quince${next()}`
    await event(`${word} early`, 3)
    await event(`${word} late`, 30)
    const record = await lineup({ name: `Living ${word}` })
    const { page, refused } = await product.enter('admin', `/lineups/update/${record.id}`)
    await contents(page).getByText('No event is chosen yet.').waitFor()
    await page.getByRole('combobox', { name: 'Events are' }).selectOption('Found by query')
    await page.getByRole('textbox', { name: 'Name contains' }).fill(word)
    await contents(page).getByRole('heading', { name: '2 events in it' }).waitFor()
    expect(await contents(page).getByRole('link').allInnerTexts()).toEqual([`${word} early`, `${word} late`])
    await contents(page)
      .getByRole('button', { name: `Pin ${word} late` })
      .click()
    await contents(page)
      .getByRole('button', { name: `Unpin ${word} late` })
      .waitFor()
    await expect.poll(() => contents(page).getByRole('link').allInnerTexts()).toEqual([`${word} late`, `${word} early`])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toasts(page).getByText(`Lineup ${record.name} saved`).waitFor()
    await contents(page).getByRole('button', { name: 'Scanned' }).click()
    await toasts(page).getByText('2 events scanned').waitFor()
    await contents(page)
      .getByText(/^Nothing has changed since Ingrid Solheim/)
      .waitFor()
    await event(`${word} next`, 1)
    await page.reload()
    await contents(page)
      .getByText(/^1 change since Ingrid Solheim/)
      .waitFor()
    await contents(page)
      .getByRole('listitem')
      .filter({ hasText: `${word} next` })
      .getByText('new', { exact: true })
      .waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('puts performers on the bill and into their order, by drag and by keyboard', async () => {
    const [one, two] = [`Ash ${next()}`, `Birch ${last}`]
    const [first, second] = [
      await records.make('performers', { name: one }),
      await records.make('performers', { name: two }),
    ]
    const record = await lineup({ name: `Billed ${last}` })
    await admin.put(`/rest/data/lineups/${record.id}/bill`, { performers: [{ performerId: first, role: 'headliner' }] })
    const { page } = await product.enter('admin', `/lineups/update/${record.id}`)
    const bill = page.getByRole('list', { name: 'Performers in billing order' })
    await bill.scrollIntoViewIfNeeded()
    const adding = page.getByRole('combobox', { name: 'Add a performer' })
    await adding.click()
    await adding.fill(two)
    await page.getByRole('option', { name: two, exact: true }).click()
    await bill.getByRole('link', { name: two }).waitFor()
    const order = () => bill.getByRole('link').allInnerTexts()
    expect(await order()).toEqual([one, two])
    await page.getByRole('button', { name: `Move ${two} up` }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${two} is at position 1 of 2.`).waitFor({ state: 'attached' })
    await expect.poll(order).toEqual([two, one])
    // The row is at the top now and cannot move up, so focus goes to a move it can still make.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Move ${two} down`)
    await bill.scrollIntoViewIfNeeded()
    const [from, to] = [
      await bill.getByRole('listitem').filter({ hasText: one }).locator('[aria-hidden] svg').first().boundingBox(),
      await bill.getByRole('link', { name: two }).boundingBox(),
    ]
    if (!from || !to) throw new Error('The bill is not on screen.')
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(from.x + 5, from.y - 10, { steps: 5 })
    await page.mouse.move(to.x + 5, to.y - 8, { steps: 10 })
    await page.mouse.up()
    await expect.poll(order).toEqual([one, two])
    await page.getByRole('combobox', { name: `Role of ${two}` }).selectOption('Guest')
    await expect
      .poll(async () =>
        (
          (await admin.get(`/rest/data/lineups/${record.id}/bill`)).body as {
            performers: { performerId: number; role: string }[]
          }
        ).performers.map(({ performerId, role }) => `${performerId} ${role}`),
      )
      .toEqual([`${first} headliner`, `${second} guest`])
    await page.context().close()
  })

  it.each(looks)('has no fault that axe knows of at $width px, $colorScheme', async ({ width, colorScheme }) => {
    const name = `Looked at ${next()}`
    await event(name, 4)
    const record = await lineup({ name, membership: 'living', nameContains: name })
    await admin.put(`/rest/data/lineups/${record.id}/bill`, {
      performers: [{ performerId: await records.make('performers', { name }), role: 'guest' }],
    })
    const { page } = await product.enter('admin', `/lineups/update/${record.id}`, { width, colorScheme })
    await contents(page).getByText('1 event in it').waitFor()
    await page.getByRole('list', { name: 'Performers in billing order' }).waitFor()
    expect([await faultsOf(page), await scrollsSideways(page)]).toEqual([[], false])
    await page.context().close()
  })
})
