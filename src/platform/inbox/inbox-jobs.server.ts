import { sql } from 'kysely'
import type { AnyResource } from '../../core/resource/resource.ts'
import { forgetJob } from '../../core/jobs/forget-job.server.ts'
import { speaking } from '../../core/http/language.server.ts'
import type { Language } from '../../core/i18n/language.ts'
import { language, msg, t } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { LIVE_CHANNEL } from '../../db/listen.server.ts'
import { defineMessage } from '../mail/message-content.ts'
import { enqueueMessages } from '../mail/outbox.server.ts'
import { noticeKinds, noticeText, notifyInboxes } from './notices.server.ts'
import { staffCan } from './staff-with.server.ts'

/** Days for which items are kept. */
const keptDays = 90
/** Items dealt with in one statement. */
const atOnce = 500
/** People whose summaries are written in one transaction. */
const peopleAtOnce = 50
/** Lines of a letter; what is beyond them is in the inbox. */
const maxLines = 40

interface Unnotified {
  readonly id: number
  readonly person: number
  readonly email: string
  readonly language: Language | null
  readonly kind: string
  readonly data: unknown
  readonly path: string | null
  readonly resource: string | null
  readonly recordId: number | null
  /** They still work here and can see what it is about. */
  readonly isOpen: boolean
}

const oneNotice = defineMessage<{ title: string; detail: string; path: string; label: string }>({
  name: 'inbox-notice',
  label: () => t('Inbox notice'),
  write: ({ title, detail, path, label }) => ({
    subject: title,
    paragraphs: detail === '' ? [title] : [title, detail],
    action: { label, path },
  }),
})

const digest = defineMessage<{ subject: string; lines: string; label: string }>({
  name: 'inbox-digest',
  label: () => t('Inbox summary'),
  write: ({ subject, lines, label }) => ({ subject, paragraphs: lines.split('\n'), action: { label, path: '/' } }),
})

/** What is said in a person's own language; `en` until they have chosen one. */
function inTheirs<T>(theirs: Language | null, say: () => T): T {
  return speaking(theirs ?? 'en', say)
}

/** A record's page is known to the console alone, which leads on from here. */
function pageOf({ path, resource, recordId }: Unnotified): string {
  if (path?.startsWith('/')) return path
  if (resource === null) return '/'
  const place = path === null ? '' : `&at=${path.slice(1)}`
  return `/notice?of=${resource}&id=${recordId}${place}`
}

/** Sends each person's items as one letter, however many there are. What they can't see any more is not sent. */
async function sendLetters(db: Db, items: readonly Unnotified[]): Promise<void> {
  const people = Map.groupBy(
    items.filter(({ isOpen }) => isOpen),
    ({ person }) => person,
  )
  const single: Parameters<
    typeof enqueueMessages<{ title: string; detail: string; path: string; label: string }>
  >[2][number][] = []
  const several: Parameters<typeof enqueueMessages<{ subject: string; lines: string; label: string }>>[2][number][] = []
  for (const own of people.values()) {
    const [first] = own
    if (!first) continue
    inTheirs(first.language, () => {
      const texts = own.flatMap(({ kind, data }) => noticeText(kind, data) ?? [])
      const [text] = texts
      if (!text) return
      const letter = { to: first.email, locale: language(), label: t('Open the console') }
      if (texts.length === 1)
        single.push({
          ...letter,
          data: { title: text.title, detail: text.detail ?? '', path: pageOf(first), label: letter.label },
        })
      else
        several.push({
          ...letter,
          data: {
            subject: t('{n, plural, one {# update} other {# updates}} in your inbox', { n: texts.length }),
            lines: texts
              .slice(0, maxLines)
              .map(({ title, detail }) => (detail === undefined ? title : `${title} · ${detail}`))
              .join('\n'),
            label: letter.label,
          },
        })
    })
  }
  if (single.length > 0) await enqueueMessages(db, oneNotice, single)
  if (several.length > 0) await enqueueMessages(db, digest, several)
}

/** Objects by the names of what needs them, for SQL. */
type Objects = Readonly<Record<string, string>>

/** The objects that people have to see for items: about records, and of kinds. */
function objectsOf(resources: readonly AnyResource[]): { readonly records: Objects; readonly kinds: Objects } {
  return {
    records: Object.fromEntries(resources.map(({ name, access }) => [name, access.object])),
    kinds: Object.fromEntries(noticeKinds().flatMap(({ kind, object }) => (object ? [[kind, object]] : []))),
  }
}

/** Claims items, `which` as they follow a `where`, and marks them. Other instances skip what this one has claimed. */
async function claim(
  db: Db,
  resources: readonly AnyResource[],
  which: ReturnType<typeof sql>,
  mark: ReturnType<typeof sql>,
): Promise<readonly Unnotified[]> {
  const { records, kinds } = objectsOf(resources)
  const ofRecord = sql`(${JSON.stringify(records)}::jsonb ->> m.resource)`
  const ofKind = sql`(${JSON.stringify(kinds)}::jsonb ->> m.kind)`
  const { rows } = await sql<Unnotified>`
    with mine as (select id from inbox_items where ${which} for update skip locked),
    marked as (update inbox_items i set ${mark} from mine where i.id = mine.id returning i.*)
    select m.id, m.staff_id as person, s.email, s.language, m.kind, m.data, m.path, m.resource, m.record_id as "recordId",
      s.status = 'active' and (m.resource is null or ${staffCan('ui', ofRecord)}) and (${ofKind} is null or ${staffCan('ui', ofKind)}) as "isOpen"
    from marked m join staff s on s.id = m.staff_id
    order by m.staff_id, m.id`.execute(db)
  return rows
}

/** What waits for the next summary. */
const unsent = sql`email = 'daily' and emailed_at is null`

export function inboxJobs(resources: readonly AnyResource[]): Job[] {
  return [
    {
      name: notifyInboxes,
      label: msg('Inbox notices'),
      does: msg('Shows new notices in open tabs and emails the urgent ones.'),
      staleWithout: msg('Staff see notices only after a reload, and urgent emails wait.'),
      overlap: 'share',
      cron: '* * * * *',
      async run({ database, signal }) {
        for (let found = atOnce; found === atOnce && !signal.aborted;) {
          found = await database.kysely.transaction().execute(async (db) => {
            const now = await claim(
              db,
              resources,
              sql`notified_at is null and email = 'now' and emailed_at is null order by id limit ${atOnce}`,
              sql`emailed_at = now(), key = null`,
            )
            await sendLetters(db, now)
            // Without those that wait for a letter: they have come since the statement above.
            const told = await claim(
              db,
              resources,
              sql`notified_at is null and (email <> 'now' or emailed_at is not null) order by id limit ${atOnce}`,
              sql`notified_at = now()`,
            )
            const people = [...new Set(told.map(({ person }) => person))]
            if (people.length > 0)
              await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ kind: 'inbox', people })})`.execute(db)
            return told.length
          })
        }
      },
    },
    {
      name: 'send-inbox-digests',
      label: msg('Inbox digests'),
      does: msg('Emails each person one summary of the day’s notices.'),
      staleWithout: msg('Daily summaries do not arrive.'),
      overlap: 'skip',
      // Before the day begins in Europe.
      cron: '30 5 * * *',
      async run({ database, signal }) {
        // Person by person, so that each gets one letter however many items there are.
        for (let last = 0, found = peopleAtOnce; found === peopleAtOnce && !signal.aborted;) {
          const { rows: people } = await sql<{ id: number }>`
            select distinct staff_id as id from inbox_items where ${unsent} and staff_id > ${last}
            order by staff_id limit ${peopleAtOnce}`.execute(database.kysely)
          const ids = people.map(({ id }) => id)
          await database.kysely.transaction().execute(async (db) => {
            const which = sql`${unsent} and staff_id = any(${ids}::bigint[])`
            await sendLetters(db, await claim(db, resources, which, sql`emailed_at = now(), key = null`))
          })
          last = ids.at(-1) ?? last
          found = ids.length
        }
      },
    },
    forgetJob({
      name: 'forget-inbox-items',
      label: msg('Inbox clean-up'),
      does: msg('Deletes notices older than 90 days.'),
      staleWithout: msg('Old notices stay in the inbox.'),
      cron: '7 4 * * *',
      table: 'inbox_items',
      since: 'created_at',
      days: keptDays,
    }),
  ]
}
