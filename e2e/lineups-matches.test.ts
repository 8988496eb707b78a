import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../src/app/testing/examples.server.ts'
import type { Client, TestServer } from '../src/app/testing/start.server.ts'
import type { Maker } from '../src/core/testing/make.server.ts'
import { maker } from '../src/core/testing/make.server.ts'
import { resources } from '../src/app/registry.server.ts'
import { faultsOf, looks, scrollsSideways } from './axe.ts'
import { type Product, startProduct } from './product.ts'

interface Row {
  readonly id: number
  readonly name: string
}

describe.skipIf(inject('chromiumPath') === null)('lineups and matches', () => {
  let product: Product
  let server: TestServer
  let admin: Client
  let records: Maker
  let last = 0

  beforeAll(async () => {
    product = await startProduct({ name: 'lineup flows' })
    server = product.server
    admin = await server.signIn('admin')
    records = maker(server.database.kysely, resources, examples)
  })
  afterAll(async () => {
    await product?.stop()
  })

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
  const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
  const contents = (page: Page) => page.getByRole('region', { name: 'Events in it now' })

  it('shows what a saved query finds before anything is stored, takes pins from it, and says what has changed since', async () => {
    const word = `Quince${++last}`
    await event(`${word} early`, 3)
    await event(`${word} late`, 30)
    const record = await lineup({ name: `Living ${word}` })
    const { page, refused } = await product.enter('admin', `/lineups/update/${record.id}`)
    await contents(page).getByText('No event is chosen yet.').waitFor()
    await page.getByRole('combobox', { name: 'Events are' }).selectOption('Found by query')
    await page.getByRole('textbox', { name: 'Whose name contains' }).fill(word)
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
    await contents(page).getByRole('button', { name: 'Looked through' }).click()
    await toasts(page).getByText('2 events looked through').waitFor()
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
    const [one, two] = [`Ash ${++last}`, `Birch ${last}`]
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
    await page.getByText(`${two} is at place 1 of 2.`).waitFor({ state: 'attached' })
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

  it('imports fixtures after asking who is meant, and moves a kickoff once it is approved', async () => {
    const n = ++last
    const [amber, vale, loam] = [`Amber${n} Port`, `Vale${n} Rovers`, `Loam${n} United`]
    await records.make('performers', { name: loam, kind: 'team', sport: 'football' })
    const csv = (time: string) =>
      [
        'Round,Date,Time,Home,Away',
        `1,2036-08-02,${time},${amber} FC,${vale}`,
        `2,2036-08-09,15:00,${vale},Loam${n} Utd`,
      ].join('\n')
    const { page, refused } = await product.enter('admin', '/matches/list')
    const choose = (name: string, text: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    await page.getByRole('button', { name: 'Import fixtures' }).click()
    await page.getByText('A season of a competition').waitFor()
    await choose(`league-${n}.csv`, csv('15:00'))
    await page.getByRole('heading', { name: '3 teams in 3 spellings' }).waitFor()
    await page.getByRole('textbox', { name: 'Competition' }).fill(`League ${n}`)
    await page.getByRole('textbox', { name: 'Season' }).fill('2036/37')
    await page.keyboard.press('Tab')
    await page.getByText('Answer what is asked above first.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('combobox', { name: `Which team is Loam${n} Utd?` }).selectOption({ index: 1 })
    // New teams are said at once, and so is that no ground of theirs is known.
    await page.getByText('2 new teams will be created:').waitFor()
    await page.getByRole('heading', { name: 'Time zone needed for 2 home teams' }).waitFor()
    await page.getByRole('combobox', { name: `Time zone of ${vale}` }).fill('Europe/Dublin')
    await page.getByRole('heading', { name: 'Time zone needed for 1 home team' }).waitFor()
    await page.getByRole('combobox', { name: 'Time zone of all others' }).fill('Europe/London')
    await page.getByRole('heading', { name: 'Time zones of 2 home teams' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByText('2 matches to make, 2 teams to make, 0 changes to approve, 0 as they are.').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await toasts(page).getByText('2 matches imported').waitFor()
    await page
      .getByRole('grid', { name: 'Matches' })
      .or(page.getByRole('table', { name: 'Matches' }))
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Import fixtures' }).click()
    await choose(`league-${n}-new.csv`, csv('20:45'))
    await page.getByRole('textbox', { name: 'Competition' }).fill(`League ${n}`)
    await page.getByRole('textbox', { name: 'Season' }).fill('2036/37')
    await page.keyboard.press('Tab')
    await page.getByText('0 matches to make, 0 teams to make, 1 change to approve, 1 as they are.').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('checkbox', { name: `Select ${amber} FC v ${vale}` }).check()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Approve' }).click()
    await toasts(page).getByText('1 change approved, no performance moved').waitFor()
    const { body } = await admin.get('/rest/data/matches', { filter: { competition: `League ${n}` } })
    expect(
      (body as { round: string; localTime: string }[]).map(({ round, localTime }) => `${round} ${localTime}`),
    ).toEqual(['Round 1 20:45', 'Round 2 15:00'])
    expect(refused).toEqual([])
    await page.context().close()
  })

  it('shows matches to come by one press, links one to its event, and says what its tickets cost by which rule', async () => {
    const mark = crypto.randomUUID().slice(0, 6)
    const team = async (name: string) =>
      await records.make('performers', {
        name: `${name} ${mark}`,
        kind: 'team',
        sport: 'football',
        homeVenueId: null,
        variations: [],
      })
    const [home, away] = [await team('Ember'), await team('Willow')]
    const kickoff = new Date(Date.now() + 20 * 86_400_000)
    kickoff.setUTCHours(20, 0, 0, 0)
    const match = async (localDate: string, round: string) => {
      const reply = await admin.post('/rest/data/matches', {
        competition: `Cup ${mark}`,
        season: '2031',
        round,
        homePerformerId: home,
        awayPerformerId: away,
        localDate,
        localTime: '20:00',
        timeZone: 'UTC',
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return reply.body as Row
    }
    await match('2024-02-01', 'First')
    const next = await match(kickoff.toISOString().slice(0, 10), 'Second')
    const venueId = await records.make('venues')
    const providerId = await records.make('providers', { commission: 1_000, isEnabled: true })
    const eventId = await records.make('events', {
      name: `Ember against Willow ${mark}`,
      venueId,
      providerId,
      performerIds: [home, away],
      publication: 'published',
      isHidden: false,
      schedule: 'scheduled',
      onSaleAt: null,
      offSaleAt: null,
      providerCode: null,
    })
    await records.make('performances', {
      eventId,
      venueId,
      timeZone: 'UTC',
      localDate: kickoff.toISOString().slice(0, 10),
      localTime: '20:00',
      isTimeTba: false,
      isDateTbd: false,
      doorsTime: null,
      startsAt: kickoff.toISOString(),
      status: 'onsale',
      currency: 'EUR',
      minPrice: 5_000,
      maxPrice: 9_000,
      available: 10,
      capacity: 100,
      providerCode: null,
    })
    const rule = await admin.post('/rest/data/rules', {
      name: `House ${mark}`,
      type: 'markup',
      markup: 2_000,
      eventIds: [eventId],
      isEnabled: true,
    })
    expect(rule.status).toBe(201)

    const { page, refused } = await product.enter('admin', `/matches/list?q=${encodeURIComponent(mark)}`)
    const rows = page.getByRole('checkbox', { name: 'Select row' })
    await expect.poll(async () => await rows.count()).toBe(2)
    await page.getByRole('button', { name: 'To come' }).click()
    await expect.poll(async () => await rows.count()).toBe(1)
    expect(await page.getByRole('button', { name: 'To come' }).getAttribute('aria-pressed')).toBe('true')
    await rows.first().check()
    await page.getByRole('button', { name: 'Link to events…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link 1 match to events' })
    await dialog.getByRole('row', { name: new RegExp(`Ember against Willow ${mark}`) }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Link 1' }).click()
    await toasts(page).getByText('1 match linked').waitFor()
    await page.goto(`${server.url}/matches/update/${next.id}`)
    const prices = page.getByRole('region', { name: 'Prices by rule' })
    await prices.scrollIntoViewIfNeeded()
    await prices.getByRole('link', { name: `House ${mark}` }).waitFor()
    expect((await prices.getByRole('row').nth(1).innerText()).replaceAll('\u00a0', ' ')).toMatch(
      /EUR 50\.00[^]*\+20%[^]*EUR 6\d\.\d\d/,
    )
    expect([await faultsOf(page), refused]).toEqual([[], []])
    await page.context().close()
  })

  it('says to a person without it that changing a match needs write on rules', async () => {
    const teams = await Promise.all(
      ['Home', 'Away'].map((side) =>
        records.make('performers', { name: `${side} side ${++last}`, kind: 'team', sport: 'football' }),
      ),
    )
    const id = await records.make('matches', { homePerformerId: teams[0], awayPerformerId: teams[1] })
    const { page, refused } = await product.enter('read-only', `/matches/update/${id}`)
    await page.getByText('your role has no write permission on rules').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })

  it.each(looks)('has no fault that axe knows of at $width px, $colorScheme', async ({ width, colorScheme }) => {
    const name = `Looked at ${++last}`
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
