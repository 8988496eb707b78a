import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { TranslationStatus } from './translatable.ts'

export interface DemoText {
  readonly id: number
  readonly field: string
  readonly source: string
  readonly text: string
  /** `approved` by default. */
  readonly status?: TranslationStatus
  /** The source at the time of translation, if it has changed since. Makes the text outdated. */
  readonly sourceThen?: string
}

/** Texts of demo records in another language, as a translator would have left them. Those that are there stay. */
export async function seedTexts(trx: Db, resource: string, locale: string, texts: readonly DemoText[]): Promise<void> {
  await sql`
    insert into translations (resource, record_id, locale, field, text, status, source, outdated_at, translator_id, translator_name)
    select ${resource}, given.id, ${locale}, given.field, given.text, coalesce(given.status, 'approved'), coalesce(given."sourceThen", given.source),
      case when given."sourceThen" is not null then now() - interval '3 days' end, s.id, coalesce(s.first_name || ' ' || s.last_name, 'demo data')
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as given (id bigint, field text, source text, text text, status text, "sourceThen" text)
      left join (select id, first_name, last_name from staff where email = 'mateo.villanueva@demo.marquee.example') s on true
    on conflict do nothing`.execute(trx)
}
