import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import type { EmailTime, InboxChoice, InboxItem } from './inbox.ts'
import { chooseNotices, countUnread, inboxPage, markRead, readChoices, readInbox } from './inbox.ts'
import { noticeKinds, noticeText } from './notices.server.ts'

interface Row extends Omit<InboxItem, 'title' | 'detail'> {
  readonly data: unknown
}

/** The kinds of news that a person can have now. */
function kindsFor({ grants }: Actor): ReturnType<typeof noticeKinds> {
  return noticeKinds().filter(({ object }) => object === undefined || may(grants, 'ui', object))
}

/** The caller's own items, without those about records that they can no longer see. */
function ownSql(actor: Actor, resources: readonly AnyResource[]): RawBuilder<unknown> {
  const seen = resources.filter(({ access }) => may(actor.grants, 'ui', access.object)).map(({ name }) => name)
  const kinds = kindsFor(actor).map(({ kind }) => kind)
  return sql`i.staff_id = ${actor.id}::bigint and i.is_shown and i.kind = any(${kinds}::text[])
    and (i.resource is null or i.resource = any(${seen}::text[]))`
}

/** Counting stops here: the bell shows 99+. */
const unreadCap = 100

async function unreadOf(db: Db, own: RawBuilder<unknown>): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ unread: number }>`
    select count(*)::int as unread from (select 1 from inbox_items i where ${own} and i.read_at is null limit ${sql.lit(unreadCap)}) as counted`.execute(
    db,
  )
  return row?.unread ?? 0
}

/** The moment and id of the last item that was seen: `2026-11-24T10:00:00.000Z 12`. */
function placeIn(before: string | undefined): readonly [string, number] | null {
  if (before === undefined) return null
  const [, at = '', id = ''] = /^(\d{4}-[\d-]+T[\d:.]+Z) ([1-9]\d{0,14})$/.exec(before) ?? []
  if (Number.isNaN(Date.parse(at))) throw invalid({ before: t('Send next from the previous page.') })
  return [at, Number(id)]
}

async function choicesOf(db: Db, actor: Actor): Promise<InboxChoice[]> {
  const { rows } = await sql<{ kind: string; isShown: boolean; email: EmailTime }>`
    select kind, is_shown as "isShown", email from inbox_choices where staff_id = ${actor.id}::bigint`.execute(db)
  const chosen = new Map(rows.map((row) => [row.kind, row]))
  return kindsFor(actor).map(({ kind, label, email = 'never' }) => ({
    kind,
    label: t(label),
    isShown: chosen.get(kind)?.isShown ?? true,
    email: chosen.get(kind)?.email ?? email,
  }))
}

/** The calls of the inbox. Everything in them is the caller's own. */
export function implementInbox(resources: readonly AnyResource[]): readonly Implementation[] {
  return [
    implement(readInbox, async ({ query, db, actor }) => {
      const own = ownSql(actor, resources)
      const place = placeIn(query.before)
      const { rows } = await sql<Row>`
        select i.id, i.kind, i.data, i.times, i.resource, i.record_id as "recordId", i.path,
          to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt", i.read_at is not null as "isRead"
        from inbox_items i where ${own} and ${place ? sql`(i.created_at, i.id) < (${place[0]}::timestamptz, ${place[1]}::bigint)` : sql`true`}
        order by i.created_at desc, i.id desc limit ${inboxPage + 1}`.execute(db)
      const items = rows.slice(0, inboxPage).map(({ data, ...row }): InboxItem => {
        const { title = '', detail = null } = noticeText(row.kind, data) ?? {}
        return { ...row, title, detail }
      })
      const last = items.at(-1)
      const next = rows.length > inboxPage && last ? `${last.createdAt} ${last.id}` : null
      return { items, unread: await unreadOf(db, own), next }
    }),

    implement(countUnread, async ({ db, actor }) => ({ unread: await unreadOf(db, ownSql(actor, resources)) })),

    implement(markRead, async ({ input, db, actor }) => {
      const { ids = [], upTo, isRead = true } = input
      if (upTo !== undefined && !isRead)
        throw invalid({ upTo: t('Only single items can be marked as unread. Send their ids.') })
      const which =
        upTo === undefined
          ? sql`i.id = any(${ids}::bigint[])`
          : sql`(i.created_at, i.id) <= (select o.created_at, o.id from inbox_items o where o.id = ${upTo} and o.staff_id = ${actor.id}::bigint)`
      await sql`
        update inbox_items i set read_at = ${isRead ? sql`coalesce(i.read_at, now())` : sql`null`}, key = null
        where i.staff_id = ${actor.id}::bigint and ${which} and (i.read_at is null) = ${isRead}`.execute(db)
      return { unread: await unreadOf(db, ownSql(actor, resources)) }
    }),

    implement(readChoices, ({ db, actor }) => choicesOf(db, actor)),

    implement(chooseNotices, async ({ input, db, actor, audit }) => {
      const known = (await choicesOf(db, actor)).find(({ kind }) => kind === input.kind)
      if (!known) throw new Refusal(404, t('Kind of news not found.'))
      const { kind, isShown, email } = input
      await sql`
        insert into inbox_choices (staff_id, kind, is_shown, email) values (${actor.id}, ${kind}, ${isShown}, ${email})
        on conflict (staff_id, kind) do update set is_shown = excluded.is_shown, email = excluded.email`.execute(db)
      if (email === 'never') await takeFromSummary(db, { staffId: actor.id, kind, isShown })
      if (known.isShown !== isShown || known.email !== email)
        audit.record({
          action: 'choose-notices',
          object: 'admin-users',
          recordId: actor.id,
          title: actor.name,
          before: { [kind]: placesOf(known) },
          after: { [kind]: placesOf(input) },
        })
      return await choicesOf(db, actor)
    }),
  ]
}

/** What waits for the next summary stays out of it, and is in the inbox where it would be nowhere else. */
async function takeFromSummary(
  db: Db,
  { staffId, kind, isShown }: { readonly staffId: number | null; readonly kind: string; readonly isShown: boolean },
): Promise<void> {
  await sql`
    update inbox_items set email = 'never', is_shown = is_shown or ${isShown}
    where staff_id = ${staffId}::bigint and kind = ${kind} and email = 'daily' and emailed_at is null`.execute(db)
}

function placesOf({ isShown, email }: Pick<InboxChoice, 'isShown' | 'email'>): string {
  return [isShown ? 'inbox' : null, email === 'never' ? null : `email ${email}`].filter(Boolean).join(', ') || 'nowhere'
}
