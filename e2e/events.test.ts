import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { chooseAction } from './actions.ts'
import {
  newEvent,
  perform,
  performance,
  product,
  providerId,
  records,
  startEvents,
  toasts,
  venue,
} from './testing/event-flows.ts'

startEvents()

const day = (page: Page, name: RegExp) => page.getByRole('gridcell', { name })

describe('the schedule of an event', () => {
  it('shows a month, goes through it with the keyboard, and opens a day', async () => {
    const event = await newEvent()
    await perform(event, '2031-01-30')
    const { page, refused } = await product.enter('admin', `/events/update?id=${event.id}`)
    await page.getByRole('heading', { name: 'January 2031' }).scrollIntoViewIfNeeded()
    await day(page, /^Thursday 30 January 2031: 1 performance/).click()
    const open = page.getByRole('region', { name: 'Thursday 30 January 2031' })
    await open.getByRole('link', { name: venue.name }).waitFor()
    await day(page, /^Thursday 30 January/).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('PageDown')
    await page.getByRole('heading', { name: 'February 2031' }).waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toMatch(/^Friday 28 February 2031: nothing/)
    await page.keyboard.press('Enter')
    await page
      .getByRole('region', { name: 'Friday 28 February 2031' })
      .getByText('Nothing takes place on this day.')
      .waitFor()
    expect(new URL(page.url()).searchParams.get('day')).toBe('2031-02-28')
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('is filled by a pattern, of which clocks that skip an hour are shown and left out', async () => {
    const event = await newEvent()
    const { page, refused } = await product.enter('admin', `/events/update?id=${event.id}`)
    const button = page.getByRole('button', { name: 'Add performances…' })
    await button.scrollIntoViewIfNeeded()
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Add performances' })
    await dialog.getByLabel(/^First day/).fill('2031-03-29')
    await dialog.getByLabel(/^Last day/).fill('2031-03-31')
    await dialog
      .getByRole('combobox', { name: 'Times' })
      .or(dialog.getByRole('textbox', { name: 'Times' }))
      .first()
      .pressSequentially('02:30,')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByText('The clocks skip this time').waitFor()
    await dialog.getByText('2 of 3 will be created.').waitFor()
    expect(await dialog.getByRole('checkbox', { name: 'Sunday 30 March 2031, 02:30' }).isDisabled()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('checkbox', { name: 'Monday 31 March 2031, 02:30' }).uncheck()
    await dialog.getByRole('button', { name: 'Create 1 performance' }).click()
    await toasts(page).getByText('1 performance created').waitFor()
    await day(page, /^Saturday 29 March 2031: 1 performance/).waitFor()
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('says whose time is disputed, and settles it once', async () => {
    const event = await newEvent()
    const id = await perform(event, '2031-05-05')
    await sql`insert into provider_times (performance_id, provider_id, local_date, local_time) values (${id}, ${providerId}, '2031-05-05', '20:30')`.execute(
      product.server.database.kysely,
    )
    const { page } = await product.enter('admin', `/events/update?id=${event.id}`)
    const take = page.getByRole('button', { name: /^Take the time of Flow Provider/ })
    await take.scrollIntoViewIfNeeded()
    await take.click()
    await toasts(page).getByText('The performance begins as Flow Provider says').waitFor()
    await expect.poll(async () => (await performance(id))['localTime']).toBe('20:30')
    await page.getByRole('region', { name: 'Time conflicts' }).waitFor({ state: 'detached' })
    await page.context().close()
  })
})

describe('a whole event', () => {
  it('is cancelled after its cost is shown, and asks what to do for its customers', async () => {
    const event = await newEvent()
    const [sold, other] = [await perform(event, '2031-06-01'), await perform(event, '2031-06-02')]
    await records.make('purchases', {
      kind: 'event',
      productId: null,
      productOptionId: null,
      eventId: event.id,
      performanceId: sold,
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'not_due',
      refundState: 'none',
      captured: 10_500,
      refunded: 0,
      refundPending: 0,
      chargedBack: 0,
    })
    const { page, refused } = await product.enter('admin', `/events/update?id=${event.id}`)
    await page.getByRole('region', { name: 'Schedule' }).getByText('2 performances, 2 upcoming').waitFor()
    await page.getByRole('region', { name: 'Purchases' }).getByRole('link', { name: 'All 1' }).waitFor()
    await chooseAction(page, 'Cancel or postpone…')
    const dialog = page.getByRole('dialog', { name: `Cancel or postpone ${event.name}` })
    await dialog.getByText('Its 2 upcoming performances are cancelled or postponed too.').waitFor()
    await dialog.getByText(/^1 of them is sold: 1 purchase is affected/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await dialog.getByText(/^1 purchase is affected. Enter a reason/).waitFor()
    await dialog.getByLabel(/^Reason/).fill('The promoter is bankrupt')
    await dialog.getByRole('button', { name: 'Cancel event' }).click()
    await toasts(page).getByText('Event cancelled, with 2 performances').waitFor()
    await page.getByRole('dialog', { name: 'Notify customers' }).getByRole('button', { name: 'Don’t notify' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await Promise.all([sold, other].map(async (id) => (await performance(id))['status']))).toEqual([
      'cancelled',
      'cancelled',
    ])
    // The page goes on from the version that the command made: nothing is left to save.
    await page.getByRole('region', { name: 'State' }).getByText('Cancelled').first().waitFor({ state: 'attached' })
    expect(refused.filter((said) => !said.startsWith('409 '))).toEqual([])
    await page.context().close()
  })

  it('becomes with others the condition of a rule, from the list', async () => {
    const [one, other] = [await newEvent(), await newEvent()]
    const { page, refused } = await product.enter(
      'admin',
      `/events/list?filter=${encodeURIComponent(JSON.stringify({ venueId: venue.id }))}&q=Night`,
    )
    await page
      .getByRole('row', { name: new RegExp(`${one.name}\\b`) })
      .getByRole('checkbox')
      .check()
    await page
      .getByRole('row', { name: new RegExp(`${other.name}\\b`) })
      .getByRole('checkbox')
      .check()
    await page.getByRole('link', { name: 'Make a rule for these…' }).click()
    await page.getByRole('heading', { level: 1, name: 'New rule' }).waitFor()
    await page.getByText(`where event is ${one.name} or ${other.name}`).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(refused).toEqual([])
    await page.context().close()
    const reader = await product.enter('read-only', '/events/list')
    await reader.page.getByRole('row').nth(1).waitFor()
    expect(await reader.page.getByRole('checkbox', { name: 'Select row' }).count()).toBe(0)
    await reader.page.context().close()
  })
})
