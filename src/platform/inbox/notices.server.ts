import { sql } from 'kysely'
import type { PermissionObject } from '../../core/access/permissions.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { EmailTime } from './inbox.ts'

type NoticeData = Readonly<Record<string, string | number | boolean | null>>

/** What a notice says. */
export interface NoticeText {
  /** One line: `Amara assigned KHHH3X26 to you`. */
  readonly title: string
  readonly detail?: string
}

/** One kind of news for staff. Lives in the feature that sends it. */
export interface NoticeKind<Data extends NoticeData> {
  /** Kebab-case, for good: it is stored. */
  readonly kind: string
  /** Names the kind where people choose: `Orders assigned to you`. Use `msg`. */
  readonly label: string
  /** Only for people who can see this object. Without it, for everyone. */
  readonly object?: PermissionObject
  /** When it also comes by email, until a person chooses otherwise; `never` by default. */
  readonly email?: EmailTime
  /** Made whenever it is read, in the reader's language: use `t`. */
  write(data: Data): NoticeText
}

/** One piece of news and its readers. */
export interface Notice<Data extends NoticeData> {
  /** Ids of staff; people who are not active are left out, and you leave out the person who does it. */
  readonly to: readonly number[]
  /** Names records and colleagues, never customers: an erasure does not look in here. */
  readonly data: Data
  /** The record that it opens; without an id, what the page in `path` lists. Without `ui` on its object it is not shown. */
  readonly record?: { readonly resource: string; readonly id?: number }
  /** The page of the console that it opens, where that is not a record's; with a record, the place on its page: `#note-7`. */
  readonly path?: string
  /** Unread news of the same kind and key is replaced by this, which then counts how often it came. */
  readonly key?: string
}

// Edge: `write` gets the data that `notify` was given under the same kind.
const kinds = new Map<string, NoticeKind<never>>()

/** Declares a kind of news. Import the file that does from the feature's server part, so that it is known from the start. */
export function defineNotice<Data extends NoticeData>(kind: NoticeKind<Data>): NoticeKind<Data> {
  kinds.set(kind.kind, kind)
  return kind
}

/** Every kind there is, in the order of their labels. */
export function noticeKinds(): readonly NoticeKind<never>[] {
  return [...kinds.values()].toSorted((one, other) => (one.label < other.label ? -1 : 1))
}

/** The sentence of a stored notice, in the language of the call; null for a kind that no longer exists. */
export function noticeText(kind: string, data: unknown): NoticeText | null {
  return kinds.get(kind)?.write(data as never) ?? null
}

/** The job that tells open tabs, and sends the letters that people want at once. */
export const notifyInboxes = 'notify-inboxes'
/** Milliseconds after which the caller's transaction has usually, and nearly always, committed. */
const soon = [80, 1_500] as const
const timers = new Map<number, NodeJS.Timeout>()

function wakeTelling(): void {
  for (const delay of soon) {
    clearTimeout(timers.get(delay))
    timers.set(delay, setTimeout(() => wakeJob(notifyInboxes), delay).unref())
  }
}

/**
 * Tells people of one thing, or of many of a kind, in the caller's transaction and in one statement: they hear of it if
 * and only if that commits. Call it before the audit is written, which must stay the last statement.
 */
export async function notify<Data extends NoticeData>(
  db: Db,
  { kind, email = 'never' }: NoticeKind<Data>,
  notice: Notice<Data> | readonly Notice<Data>[],
): Promise<void> {
  const notices = [notice].flat() as readonly Notice<Data>[]
  const rows = new Map<string, object>()
  for (const { to, data, record, path, key } of notices)
    for (const person of to)
      rows.set(`${person} ${key ?? rows.size}`, {
        person,
        data,
        resource: record?.resource ?? null,
        record: record?.id ?? null,
        path: path ?? null,
        key: key ?? null,
      })
  if (rows.size === 0) return
  await sql`
    insert into inbox_items (staff_id, kind, data, resource, record_id, path, key, is_shown, email)
    select s.id, ${kind}, g.data, g.resource, g.record, g.path, g.key, coalesce(c.is_shown, true), coalesce(c.email, ${email})
    from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb)
      as g (person bigint, data jsonb, resource text, record bigint, path text, key text)
    join staff s on s.id = g.person and s.status = 'active'
    left join inbox_choices c on c.staff_id = s.id and c.kind = ${kind}
    where coalesce(c.is_shown, true) or coalesce(c.email, ${email}) <> 'never'
    on conflict (staff_id, kind, key) where read_at is null
    do update set data = excluded.data, resource = excluded.resource, record_id = excluded.record_id, path = excluded.path,
      times = inbox_items.times + 1, created_at = now(), notified_at = null, is_shown = excluded.is_shown,
      email = excluded.email`.execute(db)
  wakeTelling()
}
