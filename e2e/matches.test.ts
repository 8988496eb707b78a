import { describe, expect, inject, it } from 'vitest'
import { faultsOf } from './axe.ts'
import { type Row, admin, next, product, records, server, startLineups, toasts } from './testing/lineup-flows.ts'

/**
 * A match that was played and one to come, and on sale an event of the same teams at the same hour, with a rule for its
 * price. Answers with the match to come.
 */
async function makeMatchOnSale(mark: string): Promise<Row> {
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
  return next
}

describe.skipIf(inject('chromiumPath') === null)('lineups and matches', () => {
  startLineups()

  it('imports fixtures after asking who is meant, and moves a kickoff once it is approved', async () => {
    const n = next()
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
    await page.getByText('Fix the fields above to import.').waitFor()
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
    await page.getByText('2 matches to create, 2 teams to create, 0 changes to approve, 0 unchanged.').waitFor()
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
    await page.getByText('0 matches to create, 0 teams to create, 1 change to approve, 1 unchanged.').waitFor()
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
    const next = await makeMatchOnSale(mark)
    const { page, refused } = await product.enter('admin', `/matches/list?q=${encodeURIComponent(mark)}`)
    const rows = page.getByRole('checkbox', { name: 'Select row' })
    await expect.poll(async () => await rows.count()).toBe(2)
    await page.getByRole('tab', { name: 'Upcoming' }).click()
    await expect.poll(async () => await rows.count()).toBe(1)
    expect(await page.getByRole('tab', { name: 'Upcoming' }).getAttribute('aria-selected')).toBe('true')
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
      /€50\.00[^]*\+20%[^]*€6\d\.\d\d/,
    )
    expect([await faultsOf(page), refused]).toEqual([[], []])
    await page.context().close()

    // On a phone each of its performances is a card, there and on the page of a team.
    const [team] = (await admin.get('/rest/data/performers', { q: `Ember ${mark}` })).body as Row[]
    const phone = await product.enter('admin', `/matches/update/${next.id}`, { width: 390 })
    const widest = async (name: string) => {
      const row = phone.page.getByRole('region', { name, exact: true }).getByRole('row').nth(1)
      await row.scrollIntoViewIfNeeded()
      return await row.evaluate(({ clientWidth, children }) => [
        clientWidth,
        Math.round(Math.max(...[...children].map((cell) => cell.getBoundingClientRect().width))),
      ])
    }
    for (const [path, name] of [
      [`/matches/update/${next.id}`, 'Prices by rule'],
      [`/performers/update/${team?.id}`, 'Events'],
    ] as const) {
      await phone.page.goto(server.url + path)
      const [row, cell] = await widest(name)
      expect(cell, name).toBe(row)
      expect(await faultsOf(phone.page)).toEqual([])
    }
    await phone.page.context().close()
  })

  it('says to a person without it that changing a match needs write on rules', async () => {
    const teams = await Promise.all(
      ['Home', 'Away'].map((side) =>
        records.make('performers', { name: `${side} side ${next()}`, kind: 'team', sport: 'football' }),
      ),
    )
    const id = await records.make('matches', { homePerformerId: teams[0], awayPerformerId: teams[1] })
    const { page, refused } = await product.enter('read-only', `/matches/update/${id}`)
    await page.getByText('your role has no write permission on rules').waitFor()
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    expect(refused).toEqual([])
    await page.context().close()
  })
})
