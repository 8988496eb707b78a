import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { placePage } from './place-listings.server.ts'

/**
 * The demo's rewrite rules: one in use that refuses what is no section, and drafts for wordings that staff have yet to
 * decide on, and what notes of listings mean. Safe to run again.
 */
export async function seedRewriteRules(trx: Db): Promise<void> {
  await sql`
    insert into rewrite_rules (scope, field, match, pattern, action, is_enabled, notes)
    select 'global', 'section', 'prefix', 'Parking', 'refuse', true, 'Car parks are sold as tickets, and no section of a map.'
    where not exists (select from rewrite_rules)`.execute(trx)
  await sql`
    insert into rewrite_rules (scope, field, match, pattern, action, replacement, is_enabled, notes)
    select 'global', 'note', 'token_map', w.words, 'replace', w.label, true, 'Common to the trade.' from (values
      ('restricted view', 'obstructed'), ('obstructed view', 'obstructed'), ('limited view', 'obstructed'), ('wheelchair', 'wheelchair'),
      ('hospitality', 'hospitality'), ('VIP package', 'hospitality'), ('over 16', 'age_limit'), ('over 18', 'age_limit'), ('piggyback', 'piggyback')) w (words, label)
    where not exists (select from rewrite_rules r where r.field = 'note')`.execute(trx)
  await sql`update ticket_listings set venue_section_id = null, placed_at = null where is_open and note is not null and note_labels = '{}'`.execute(
    trx,
  )
  while (await placePage(trx)) {
    /* the next page */
  }
  await sql`
    insert into rewrite_rules (scope, venue_configuration_id, field, match, pattern, action, replacement, is_enabled, is_shadow, notes)
    select 'configuration', c.id, 'section', 'exact', 'Standing rear', 'replace', s.name, false, c.place = 1, 'To be confirmed with the venue.'
    from (select id, row_number() over (order by id) as place from venue_configurations v
      where exists (select from venue_sections s where s.venue_configuration_id = v.id)) c
    cross join lateral (select name from venue_sections where venue_configuration_id = c.id order by rank, id limit 1) s
    where c.place <= 4 and not exists (select from rewrite_rules r where r.venue_configuration_id = c.id)`.execute(trx)
}
