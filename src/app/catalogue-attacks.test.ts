import { describe, expect, it } from 'vitest'
import type { Reply } from '../core/testing/test-context.server.ts'
import { isTorture } from '../core/testing/rounds.ts'
import {
  admin,
  data,
  day,
  fixtures,
  ids,
  run,
  section,
  serveCatalogue,
  testContext,
} from './testing/catalogue-commands.server.ts'

serveCatalogue()

interface Command {
  readonly method: 'post' | 'put'
  readonly path: string
  readonly body: () => Record<string, unknown>
  readonly reading?: boolean
}
const contents = () => ({
  id: null,
  membership: 'living',
  isOfBill: false,
  eventTypes: ['sport'],
  cityIds: [],
  venueIds: [],
  nameContains: null,
  fromDate: null,
  untilDate: null,
  maxEvents: 60,
  pinnedEventIds: [],
  excludedEventIds: [],
})

/** Every command of these areas with a valid body. `:x` is the id of a record of that kind. */
const commands: readonly Command[] = [
  {
    method: 'post',
    path: 'events/:event/performances/preview',
    body: () => ({
      venueId: ids['venue'],
      from: day(0),
      until: day(9),
      weekdays: [1],
      times: ['20:00'],
      except: [],
      durationMinutes: 90,
    }),
  },
  {
    method: 'post',
    path: 'events/:event/performances',
    body: () => ({ venueId: ids['venue'], starts: [{ localDate: day(40), localTime: '20:00' }], ...run }),
  },
  {
    method: 'post',
    path: 'performances/:performance/reschedule',
    body: () => ({ localDate: day(60), localTime: '20:00' }),
  },
  { method: 'post', path: 'performances/shift', body: () => ({ ids: [ids['performance']], minutes: 15 }) },
  { method: 'post', path: 'performances/:performance/settle-time', body: () => ({ providerId: null }) },
  {
    method: 'put',
    path: 'lineups/:lineup/bill',
    body: () => ({ performers: [{ performerId: ids['performer'], role: 'headliner' }] }),
  },
  { method: 'post', path: 'lineups/contents', body: contents, reading: true },
  { method: 'post', path: 'lineups/:lineup/contents-review', body: () => ({}) },
  { method: 'post', path: 'matches/fixtures/preview', body: fixtures },
  { method: 'post', path: 'matches/fixtures', body: fixtures },
  { method: 'post', path: 'matches/changes', body: () => ({ approve: [], decline: [] }) },
  { method: 'post', path: 'matches/links', body: () => ({ ids: [ids['match']], apply: true }) },
  {
    method: 'post',
    path: 'rules/dry-run',
    body: () => ({ id: null, draft: { name: 'Try', type: 'markup', markup: 100 } }),
    reading: true,
  },
  {
    method: 'post',
    path: 'rules/replay',
    body: () => ({ id: null, draft: { name: 'Try', type: 'markup', markup: 100 } }),
    reading: true,
  },
  { method: 'post', path: 'rules/shift-windows', body: () => ({ ids: [ids['rule']], days: 1 }) },
  { method: 'post', path: 'categories/order', body: () => ({ ids: [ids['category']], was: [ids['category']] }) },
  {
    method: 'post',
    path: 'subcategories/order',
    body: () => ({ categoryId: ids['category'], ids: [ids['subcategory']], was: [ids['subcategory']] }),
  },
  {
    method: 'post',
    path: 'venues/:venue/configurations',
    body: () => ({ name: `Of ${crypto.randomUUID()}`, layout: 'theatre', capacity: 100 }),
  },
  {
    method: 'put',
    path: 'venue-configurations/:configuration/manifest',
    body: () => ({ version: 1, sections: [section('a')] }),
  },
  { method: 'post', path: 'venues/listings/place', body: () => ({ ids: [ids['venue']] }) },
  { method: 'post', path: 'countries/market', body: () => ({ ids: [ids['country']], isBlocked: false }) },
  { method: 'post', path: 'lineup-reviews/:review/moderate', body: () => ({ step: 'flag' }) },
  {
    method: 'post',
    path: 'lineup-reviews/:review/redact',
    body: () => ({ field: 'body', from: 0, to: 2, passage: 'Of', reason: 'A name of somebody else' }),
  },
  { method: 'post', path: 'lineup-reviews/:review/original', body: () => ({ reason: 'To compare' }) },
  { method: 'post', path: 'categories/:category/reassign', body: () => ({ toId: ids['other'] }) },
  { method: 'post', path: 'subcategories/:subcategory/reassign', body: () => ({ toId: ids['subcategory'] }) },
  { method: 'post', path: 'rules/bulk-edits', body: () => ({ ids: [ids['rule']], action: 'enable' }) },
  { method: 'post', path: 'lineups', body: () => ({ name: 'Lineup', type: 'curated' }) },
  { method: 'post', path: 'tags', body: () => ({ name: `Tag ${crypto.randomUUID()}` }) },
]
const pathOf = (path: string, id?: string) =>
  `${data}/${path.replace(/:(\w+)/, (_, kind: string) => encodeURIComponent(id ?? String(ids[kind])))}`
const send = ({ method, path, body }: Command, change: object = {}, who = admin, id?: string): Promise<Reply> =>
  who[method](pathOf(path, id), { ...body(), ...change })
const named = commands.map((command) => [`${command.method.toUpperCase()} ${command.path}`, command] as const)
const isRefusal = (status: number) => status >= 400 && status < 500

/** What no text, number or list can be; replaces each value of a body in turn. */
const oddest: readonly unknown[] = [
  null,
  -1,
  2 ** 53,
  '',
  'a\u0000b',
  '\ud800',
  'x'.repeat(100_000),
  [],
  {},
  [null],
  [2 ** 53],
  '9999-12-31',
]
const others: readonly unknown[] = [
  true,
  0,
  1.5,
  -(2 ** 53),
  1e308,
  ' ',
  '‮',
  '=1+1',
  '<script>alert(1)</script>',
  "'; drop table rules; --",
  '%',
  '\\',
  [[]],
  [-1],
  ['a\u0000b'],
  Array.from({ length: 10_000 }, (_, n) => n + 1),
  { set: 1 },
  { a: { a: { a: { a: {} } } } },
  '0001-01-01',
  '24:00',
  '+14:59',
]

// All of them where there is time: npm run torture.
const odd = isTorture ? [...oddest, ...others] : oddest

describe.each(named)('%s', (_, command) => {
  it('answers whatever replaces a value, and never with a fault of its own', async () => {
    const faults: unknown[] = []
    for (const key of Object.keys(command.body())) {
      for (const value of odd) {
        const reply = await send(command, { [key]: value })
        if (reply.status >= 500) faults.push([key, JSON.stringify(value)?.slice(0, 60), reply.status])
      }
    }
    for (const body of [null, [], 'text', 7]) {
      const { status } = await admin[command.method](pathOf(command.path), body)
      if (status >= 500) faults.push([body, status])
    }
    expect(faults).toEqual([])
  })

  it('knows no record by an id that is none', async () => {
    if (!command.path.includes(':')) return
    for (const id of [
      '0',
      '-1',
      '1e3',
      '999999999999',
      '99999999999999999999',
      '0x1',
      "1' or '1'='1",
      '1;2',
      '..',
      '%00',
      '１',
    ]) {
      expect([id, (await send(command, {}, admin, id)).status]).toEqual([id, expect.toSatisfy(isRefusal)])
    }
  })

  it('is refused without a grant, and without a session', async () => {
    const stranger = await testContext.server.signIn('no-access')
    expect([
      (await send(command, {}, stranger)).status,
      (await send(command, {}, testContext.server.anonymous)).status,
    ]).toEqual([403, 403])
    if (!command.reading)
      expect((await send(command, {}, await testContext.server.signIn('read-only'))).status).toBe(403)
  })
})

describe('letters that no database keeps', () => {
  it.each(['a\u0000b', '\ud800', 'a\ud800b\udfff', '\u0000'])(
    'in a team of a fixture file are reported or left out, in every format',
    async (odd) => {
      const row = {
        home: `Fir ${odd}`,
        away: 'Larch',
        date: '2036-08-02',
        time: '15:00',
        round: odd,
        venue: odd,
        competition: odd,
      }
      for (const content of [
        JSON.stringify({ matches: [row] }),
        `home,away,date,round\nFir ${odd},Larch,2036-08-02,${odd}`,
        `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Fir ${odd} v Larch\nDTSTART:20360802T150000\nEND:VEVENT\nEND:VCALENDAR`,
      ]) {
        for (const path of ['matches/fixtures/preview', 'matches/fixtures']) {
          const reply = await admin.post(`${data}/${path}`, {
            ...fixtures(),
            fileName: `f${odd}`,
            content,
            competition: `C${crypto.randomUUID()}`,
          })
          expect([path, reply.status], JSON.stringify(reply.body)).toEqual([
            path,
            expect.toSatisfy((status: number) => status < 500),
          ])
        }
      }
    },
  )
})

describe('what looks like markup or a formula', () => {
  it('stays words: a name is kept as it was typed, and files put a mark before what a spreadsheet would work out', async () => {
    const name = '=HYPERLINK("https://example.org")<img src=x onerror=alert(1)>'
    const made = await admin.post(`${data}/lineups`, { name, type: 'curated' })
    expect((made.body as { name: string }).name).toBe(name)
    const reply = await admin.post(`${data}/matches/fixtures/preview`, {
      ...fixtures(),
      content: 'home,away,date\n"=cmd|A1","<b>Vale</b> Rovers",2036-08-02',
    })
    expect((reply.body as { rows: { homeName: string; awayName: string }[] }).rows).toMatchObject([
      { homeName: '=cmd|A1', awayName: '<b>Vale</b> Rovers' },
    ])
  })
})
