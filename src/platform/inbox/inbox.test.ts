import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { problemsIn } from '../../core/testing/test-context.server.ts'
import { t } from '../../core/i18n/language.ts'
import { follow, newTab } from '../realtime/testing/live.server.ts'
import type { InboxChoice, InboxItem } from './inbox.ts'
import { defineNotice, notify, notifyInboxes } from './notices.server.ts'

const inbox = '/rest/data/inbox'
const assigned = defineNotice<{ what: string }>({
  kind: 'test-assigned',
  label: 'Test assignments',
  write: ({ what }) => ({ title: t('Your export of {many} is ready', { many: what }), detail: what }),
})
const secret = defineNotice<{ what: string }>({ ...assigned, kind: 'test-secret', object: 'roles' })

let context: Awaited<ReturnType<typeof openTestContext>>
let agent: Client
let finance: Client
let agentId: number
let financeId: number

beforeAll(async () => {
  context = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'inbox' })
  agent = await context.server.signIn('sales-agent')
  finance = await context.server.signIn('finance')
  const idOf = async (role: string) => {
    const { rows } = await sql<{ id: number }>`
      select s.id from staff s join roles r on r.id = s.role_id
      where r.name = ${role} and s.status = 'active' order by s.id limit 1`.execute(context.db)
    return rows[0]?.id ?? 0
  }
  agentId = await idOf('sales-agent')
  financeId = await idOf('finance')
})
afterAll(() => context.close())
beforeEach(async () => {
  await sql`delete from inbox_items`.execute(context.db)
  await sql`delete from inbox_choices`.execute(context.db)
  await sql`delete from messages`.execute(context.db)
})

interface Page {
  items: InboxItem[]
  unread: number
  next: string | null
}
const pageOf = async (who: Client, before?: string) =>
  (await who.get(inbox, before === undefined ? {} : { before })).body as Page
const tell = (to: number[], what: string, more: Omit<Parameters<typeof notify>[2], 'to' | 'data'> = {}) =>
  notify(context.db, assigned, { to, data: { what }, ...more })
const lettersTo = async () =>
  (
    await sql<{
      subject: string
      content: { paragraphs: string[]; action: { path: string } }
    }>`select subject, content from messages order by id`.execute(context.db)
  ).rows
const subjects = async () => (await lettersTo()).map(({ subject }) => subject)

describe('the inbox', () => {
  it('lists its owner’s messages, newest first, and nothing of anyone else', async () => {
    await tell([agentId], 'first')
    await tell([agentId, financeId], 'second', { path: '/exports' })
    const page = await pageOf(agent)
    expect(page.items.map(({ detail, path, isRead }) => [detail, path, isRead])).toEqual([
      ['second', '/exports', false],
      ['first', null, false],
    ])
    expect(page.unread).toBe(2)
    expect((await finance.get(`${inbox}/unread`)).body).toEqual({ unread: 1 })
  })

  it('says what it says in the reader’s language, whatever language was in use when it was sent', async () => {
    await tell([agentId], 'cupones')
    const spanish = (await agent.get(inbox, {}, { 'accept-language': 'es' })).body as Page
    expect(spanish.items[0]?.title).not.toBe('Your export of cupones is ready')
    expect((await pageOf(agent)).items[0]?.title).toBe('Your export of cupones is ready')
  })

  it('replaces unread news of the same key and counts how often it came', async () => {
    for (const what of ['5 rows', '9 rows']) await tell([agentId], what, { key: 'view 7' })
    const [item, ...others] = (await pageOf(agent)).items
    expect([item?.detail, item?.times, others]).toEqual(['9 rows', 2, []])
    await agent.post(`${inbox}/read`, { ids: [item?.id] })
    await tell([agentId], '12 rows', { key: 'view 7' })
    expect((await pageOf(agent)).items.map(({ detail, isRead }) => [detail, isRead])).toEqual([
      ['12 rows', false],
      ['9 rows', true],
    ])
  })

  it('leads on page by page without repeating or losing an item that shares its moment with others', async () => {
    await sql`
      insert into inbox_items (staff_id, kind, data, is_shown, email, created_at)
      select ${agentId}, ${assigned.kind}, jsonb_build_object('what', n::text), true, 'never', timestamptz '2026-05-01 10:00Z'
      from generate_series(1, 65) n`.execute(context.db)
    const seen: number[] = []
    for (let next: string | null | undefined; next !== null;) {
      const page: Page = await pageOf(agent, next)
      seen.push(...page.items.map(({ id }) => id))
      next = page.next
    }
    expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a))
    expect(seen).toHaveLength(65)
    expect(problemsIn(await agent.get(inbox, { before: 'yesterday' }))).toEqual({
      before: 'Send next from the previous page.',
    })
  })

  it('is marked as read up to what was on screen, so that what came since stays unread', async () => {
    await tell([agentId], 'seen')
    const [seen] = (await pageOf(agent)).items
    await tell([agentId], 'came since')
    expect((await agent.post(`${inbox}/read`, { upTo: seen?.id })).body).toEqual({ unread: 1 })
    expect((await agent.post(`${inbox}/read`, { ids: [seen?.id], isRead: false })).body).toEqual({ unread: 2 })
    const theirs = (await pageOf(agent)).items.map(({ id }) => id)
    await finance.post(`${inbox}/read`, { ids: theirs })
    expect((await pageOf(agent)).unread).toBe(2)
  })

  it('hides what is about records and lists, and of kinds, that its owner can no longer see', async () => {
    await tell([financeId], 'a purchase', { record: { resource: 'purchases', id: 1 } })
    await tell([financeId], 'a role', { record: { resource: 'roles', id: 1 } })
    await tell([financeId], 'purchases', { record: { resource: 'purchases' }, path: '/purchases/list' })
    await tell([financeId], 'roles', { record: { resource: 'roles' }, path: '/roles/list' })
    await notify(context.db, secret, { to: [financeId], data: { what: 'a secret' }, path: '/roles/list' })
    expect((await pageOf(finance)).items.map(({ detail }) => detail)).toEqual(['purchases', 'a purchase'])
    expect((await finance.get(`${inbox}/unread`)).body).toEqual({ unread: 2 })
  })

  it('reaches no one when the transaction does not commit, and never people who have left', async () => {
    await context.db
      .transaction()
      .execute(async (db) => {
        await notify(db, assigned, { to: [agentId], data: { what: 'undone' } })
        throw new Error('rolled back')
      })
      .catch(() => null)
    const {
      rows: [left],
    } = await sql<{ id: number }>`select id from staff where status <> 'active' order by id limit 1`.execute(context.db)
    await tell([left?.id ?? 0], 'left')
    const { rows } = await sql`select from inbox_items`.execute(context.db)
    expect(rows).toEqual([])
  })

  it('reaches an open tab of its owner, and of no one else', async () => {
    const [own, other] = await Promise.all(
      [agent, finance].map((who) => follow(context.server.url, who.token, 'inbox', newTab())),
    )
    await tell([agentId], 'now')
    await context.server.runJob(notifyInboxes)
    await expect.poll(() => own?.events.map(({ event }) => event), { timeout: 5_000 }).toContain('inbox')
    expect(other?.events.map(({ event }) => event)).toEqual(['hello'])
    for (const reader of [own, other]) reader?.close()
  })
})

describe('choices', () => {
  const choose = (who: Client, choice: Partial<InboxChoice>) => who.put(`${inbox}/choices`, choice)
  const kind = assigned.kind

  it('name every kind of message, with where it goes', async () => {
    const choices = (await agent.get(`${inbox}/choices`)).body as InboxChoice[]
    expect(choices.find((one) => one.kind === kind)).toEqual({
      kind,
      label: 'Test assignments',
      isShown: true,
      email: 'never',
    })
    expect(choices.map((one) => one.kind)).toContain('export-ended')
    expect(((await finance.get(`${inbox}/choices`)).body as InboxChoice[]).map((one) => one.kind)).not.toContain(
      'access-requested',
    )
  })

  it('are refused for a kind or a time that does not exist', async () => {
    expect((await choose(agent, { kind: 'nothing', isShown: true, email: 'never' })).status).toBe(404)
    expect(problemsIn(await agent.put(`${inbox}/choices`, { kind, isShown: true, email: 'hourly' }))).toEqual({
      email: 'Email must be never, now or daily.',
    })
  })

  it('off means that nothing is kept', async () => {
    await choose(agent, { kind, isShown: false, email: 'never' })
    await tell([agentId], 'unwanted')
    expect((await sql`select from inbox_items`.execute(context.db)).rows).toEqual([])
  })

  it('an email at once is one letter, however often the job runs', async () => {
    await choose(agent, { kind, isShown: false, email: 'now' })
    await tell([agentId], 'letters')
    for (let run = 0; run < 2; run++) await context.server.runJob(notifyInboxes)
    expect(await subjects()).toEqual(['Your export of letters is ready'])
    expect((await pageOf(agent)).items).toEqual([])
  })

  it('count at once for news that replaces what is unread', async () => {
    await tell([agentId], '5 rows', { key: 'rows' })
    await context.server.runJob(notifyInboxes)
    await choose(agent, { kind, isShown: false, email: 'now' })
    await tell([agentId], '9 rows', { key: 'rows' })
    await context.server.runJob(notifyInboxes)
    expect(await subjects()).toEqual(['Your export of 9 rows is ready'])
    expect((await pageOf(agent)).items).toEqual([])
  })

  it('take what waits for the next summary out of it, and show it where it would be lost', async () => {
    await choose(agent, { kind, isShown: false, email: 'daily' })
    await tell([agentId], '5 rows', { key: 'view 7' })
    await tell([agentId], 'other')
    await choose(agent, { kind, isShown: true, email: 'never' })
    await tell([agentId], '9 rows', { key: 'view 7' })
    await context.server.runJob('send-inbox-digests')
    expect(await lettersTo()).toEqual([])
    expect((await pageOf(agent)).items.map(({ detail }) => detail)).toEqual(['9 rows', 'other'])
  })

  it('an email at once is not lost for news that commits while the job runs', async () => {
    await choose(agent, { kind, isShown: true, email: 'now' })
    // Comes between the letters of a run and the end of it.
    await sql`
      create function news_during_run() returns trigger language plpgsql as $$ begin
        insert into inbox_items (staff_id, kind, data, is_shown, email)
        select staff_id, kind, '{"what": "second"}', true, 'now' from inbox_items group by staff_id, kind having count(*) = 1;
        return null; end $$`.execute(context.db)
    await sql`create trigger t after insert on messages execute function news_during_run()`.execute(context.db)
    await tell([agentId], 'first')
    for (let run = 0; run < 2; run++) await context.server.runJob(notifyInboxes)
    await sql`drop function news_during_run cascade`.execute(context.db)
    expect(await subjects()).toEqual(['Your export of first is ready', 'Your export of second is ready'])
  })

  it('an email opens the page of its notice, or the place on its record', async () => {
    await choose(agent, { kind, isShown: true, email: 'now' })
    const record = { resource: 'purchases', id: 7 }
    for (const more of [{ path: '/exports' }, { record }, { record, path: '#note-12' }, {}]) {
      await tell([agentId], 'letters', more)
      await context.server.runJob(notifyInboxes)
    }
    expect((await lettersTo()).map(({ content }) => content.action.path)).toEqual([
      '/exports',
      '/notice?of=purchases&id=7',
      '/notice?of=purchases&id=7&at=note-12',
      '/',
    ])
  })

  it('a daily email has everything since the last one in one letter, however much that is', async () => {
    await choose(agent, { kind, isShown: true, email: 'daily' })
    await tell([agentId], 'one')
    await sql`
      insert into inbox_items (staff_id, kind, data, is_shown, email)
      select s.id, ${kind}, '{"what": "more"}', true, 'daily'
      from generate_series(1, 300) n, unnest(${[agentId, financeId]}::bigint[]) s (id) order by n`.execute(context.db)
    await context.server.runJob(notifyInboxes)
    expect(await lettersTo()).toEqual([])
    for (let run = 0; run < 2; run++) await context.server.runJob('send-inbox-digests')
    expect((await subjects()).toSorted()).toEqual(['300 updates in your inbox', '301 updates in your inbox'])
    expect((await lettersTo())[0]?.content.paragraphs).toHaveLength(40)
  })

  it.each([
    ['now', notifyInboxes],
    ['daily', 'send-inbox-digests'],
  ] as const)('an email (%s) leaves out what its reader can’t see any more', async (email, job) => {
    await choose(finance, { kind, isShown: true, email })
    await tell([financeId], 'a role', { record: { resource: 'roles', id: 1 } })
    await tell([financeId], 'a purchase', { record: { resource: 'purchases', id: 1 } })
    await context.server.runJob(job)
    expect(await subjects()).toEqual(['Your export of a purchase is ready'])
    await notify(context.db, { ...secret, email }, { to: [financeId], data: { what: 'a secret' } })
    await context.server.runJob(job)
    expect(await lettersTo()).toHaveLength(1)
  })

  it.each([
    ['now', notifyInboxes],
    ['daily', 'send-inbox-digests'],
  ] as const)('an email (%s) is not sent to people who are suspended', async (email, job) => {
    // Suspending ends their session, so that they can't choose the second time.
    await sql`insert into inbox_choices (staff_id, kind, is_shown, email) values (${agentId}, ${kind}, true, ${email})`.execute(
      context.db,
    )
    await tell([agentId], 'letters')
    const suspend = (status: string) =>
      sql`update staff set status = ${status}, suspended_at = case when ${status} = 'suspended' then now() end where id = ${agentId}`.execute(
        context.db,
      )
    await suspend('suspended')
    await context.server.runJob(job)
    await suspend('active')
    await context.server.runJob(job)
    expect(await lettersTo()).toEqual([])
  })
})
