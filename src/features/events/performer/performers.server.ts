import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { t } from '../../../core/i18n/language.ts'
import type { SaveCall } from '../../../core/resource/resource.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import type { FormerName } from './event-names.server.ts'
import { renameEvents, soldMatchesOf } from './event-names.server.ts'
import { translatedShareOf } from '../../../platform/translations/store/translated-share.server.ts'
import { performers } from './performers.ts'
import { sortNameOf } from './sort-names.ts'

/** The names of its matches before a save, by draft. */
const formerNames = new WeakMap<object, readonly FormerName[]>()

/** Derived from the name, and updated with it, unless a sort name is given. */
function giveSortName({ draft, current }: SaveCall): void {
  const made = (of: Readonly<Record<string, unknown>>) => sortNameOf(String(of['name']), String(of['kind']))
  const isUntouched =
    current !== null && draft['sortName'] === current['sortName'] && current['sortName'] === made(current)
  if (draft['sortName'] === null || isUntouched) draft['sortName'] = made(draft)
}

/** A performer of exactly this name and kind is usually the same one, so the caller must confirm that it is another. */
async function assertNoNamesake({ draft, current, db }: SaveCall): Promise<void> {
  if (
    draft['isNamesake'] === true ||
    (current && draft['name'] === current['name'] && draft['kind'] === current['kind'])
  )
    return
  const {
    rows: [twin],
  } = await sql<{ id: number; name: string; kind: string }>`
    select p.id, p.name, p.kind from performers p join performer_names n on n.performer_id = p.id and n.is_own and n.name_key = performer_key(${draft['name']})
    where lower(p.name) = lower(${draft['name']}) and p.kind = ${draft['kind']} and p.id is distinct from ${current?.['id'] ?? null}::bigint order by p.id limit 1`.execute(
    db,
  )
  if (!twin) return
  const message = t(
    'A performer called {name} already exists ({kind}, id {id}). If this is a different one, confirm and save again.',
    {
      name: twin.name,
      kind: choiceLabelOf(performers.fields.kind, twin.kind).toLowerCase(),
      id: String(twin.id),
    },
  )
  throw new Refusal(409, message, { fields: { isNamesake: message } })
}

export const performersServer = serve(performers, {
  derived: {
    upcomingCount: sql`(select count(*) from events e where e.performer_ids @> array[t.id] and exists (
      select from performances p where p.event_id = e.id and p.status <> 'cancelled' and (p.starts_at > now() or p.is_date_tbd)))`,
    purchaseCount: sql`(select count(*) from purchases u where u.performer_id = t.id and u.booking_status in ('confirmed', 'completed'))`,
    translatedShare: translatedShareOf(performers),
  },
  async beforeSave(call) {
    giveSortName(call)
    await assertNoNamesake(call)
    const { draft, current, was = current, db } = call
    if (was && was['name'] !== draft['name']) formerNames.set(draft, await soldMatchesOf(db, [Number(was['id'])]))
  },
  async afterSave({ db, draft, current, actor }) {
    // The database has renamed its matches already.
    if (current && current['name'] !== draft['name']) await renameEvents(db, actor, formerNames.get(draft) ?? [])
  },
})
