import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { chooseAction } from './actions.ts'
import { faultsInEachLook, faultsOf } from './axe.ts'
import { newEvent, perform, performance, product, records, startEvents, toasts } from './testing/event-flows.ts'

startEvents()

describe('the list of performances', () => {
  it('opens with upcoming ones, beside a tab with all', async () => {
    await perform(await newEvent(), '2031-09-09')
    const { page, refused } = await product.enter('admin', '/performances/list')
    await expect.poll(() => new URL(page.url()).searchParams.get('filter')).toBe('{"isPast":false}')
    await page.getByRole('tab', { name: 'Upcoming', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'All performances' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.has('filter')).toBe(false)
    await page.getByRole('tab', { name: 'All performances', selected: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?view=all')
    expect(refused).toEqual([])
    await page.context().close()
  })
})

describe('a performance', () => {
  it('is moved with a reason once people have bought it, to one of two moments that clocks show alike', async () => {
    const event = await newEvent()
    const id = await perform(event, '2031-06-01')
    await records.make('purchases', {
      kind: 'event',
      productId: null,
      productOptionId: null,
      eventId: event.id,
      performanceId: id,
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'not_due',
      refundState: 'none',
      captured: 10_500,
      refunded: 0,
      refundPending: 0,
      chargedBack: 0,
    })
    const { page, refused } = await product.enter('admin', `/performances/update?id=${id}`)
    await chooseAction(page, 'Move…')
    const dialog = page.getByRole('dialog', { name: 'Move the performance' })
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2031-03-30')
    await dialog.getByLabel(/^Starts/).fill('02:30')
    await dialog.getByText('The clocks of Europe/Madrid skip this time.').waitFor()
    await dialog.getByRole('textbox', { name: 'Date' }).fill('2031-10-26')
    await dialog.getByLabel(/^First or second/).selectOption('+01:00')
    await dialog.getByText('26 Oct 2031, 01:30').waitFor()
    await dialog.getByText(/^1 purchase moves too/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await dialog.getByText(/^1 purchase moves too. Enter a reason/).waitFor()
    await dialog.getByLabel(/^Reason/).fill('The hall asked for it')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await toasts(page).getByText('The performance begins on 26 Oct 2031, 02:30 now').waitFor()
    expect(await performance(id)).toMatchObject({
      startsAt: '2031-10-26T01:30:00.000Z',
      localTime: '02:30',
      status: 'rescheduled',
      rescheduledFrom: '2031-06-01',
    })
    expect(refused.filter((said) => !said.startsWith('409 '))).toEqual([])
    await page.context().close()
  })

  it('has nothing left to change but what providers call it, and that it was cancelled, once it has taken place', async () => {
    const id = await perform(await newEvent(), '2031-09-01')
    await sql`update performances set local_date = '2026-01-10', starts_at = '2026-01-10T19:00Z' where id = ${id}`.execute(
      product.server.database.kysely,
    )
    const { page } = await product.enter('admin', `/performances/update?id=${id}`)
    await page.getByRole('note').filter({ hasText: 'This performance has taken place.' }).waitFor()
    const isOpen = (key: string) => page.locator(`input#field-${key}, select#field-${key}`).isVisible()
    expect(await Promise.all(['doorsTime', 'durationMinutes', 'providerCode', 'status'].map(isOpen))).toEqual([
      false,
      false,
      true,
      true,
    ])
    await page.locator('#field-providerCode').fill('PAST-1')
    await page.keyboard.press('Control+s')
    await toasts(page)
      .getByText(/ saved$/)
      .waitFor()
    expect(await performance(id)).toMatchObject({ providerCode: 'PAST-1' })
    await page.context().close()
  })

  it('is shifted with others from the list', async () => {
    const event = await newEvent()
    const ids = [await perform(event, '2031-07-01', '19:00'), await perform(event, '2031-07-01', '20:00')]
    const { page } = await product.enter(
      'admin',
      `/performances/list?filter=${encodeURIComponent(JSON.stringify({ eventId: event.id }))}`,
    )
    await page.getByRole('checkbox', { name: 'Select all rows' }).check()
    await page.getByRole('button', { name: 'Shift…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Shift 2 performances' })
    await dialog.getByLabel(/^Minutes/).fill('60')
    await dialog.getByRole('button', { name: 'Shift', exact: true }).click()
    await toasts(page).getByText('2 performances moved').waitFor()
    expect(await Promise.all(ids.map(async (id) => (await performance(id))['localTime']))).toEqual(['20:00', '21:00'])
    await page.context().close()
  })

  it('is read in full in the calendar of its event at 1280 px', async () => {
    const event = await newEvent()
    await perform(event, '2031-08-01')
    const { page } = await product.enter('admin', `/events/update?id=${event.id}&month=2031-08`, { width: 1280 })
    const entry = page.getByRole('gridcell', { name: /1 performance/ }).locator('[data-tone]')
    await entry.waitFor()
    expect(
      await entry.evaluate((one) => [one.scrollWidth <= one.clientWidth, one.scrollHeight <= one.clientHeight]),
    ).toEqual([true, true])
    await page.context().close()
  })

  it('is free of faults in each look, as its event is', async () => {
    const event = await newEvent()
    const id = await perform(event, '2031-08-01')
    const { page, refused } = await product.enter('admin', '/events/list')
    for (const path of [
      '/events/list',
      '/events/create',
      `/events/update?id=${event.id}&day=2031-08-01`,
      '/performances/list',
      `/performances/list?show=calendar&eventId=${event.id}&month=2031-08&day=2031-08-01`,
      `/performances/update?id=${id}`,
    ]) {
      await page.goto(`${product.server.url}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      if (path.includes('2031-08')) await page.getByRole('grid').waitFor()
      expect([path, await faultsInEachLook(page)]).toEqual([path, []])
    }
    expect(refused).toEqual([])
    await page.context().close()
  })
})
