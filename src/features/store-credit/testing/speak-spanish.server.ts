import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { seedTexts } from '../../../platform/translations/store/seed-texts.server.ts'
import { spanishTemplates } from '../../orders/messages/seed-order-messages.server.ts'

/** The site speaks Spanish, and every message to customers has its Spanish text. */
export async function speakSpanish(db: Db): Promise<void> {
  await sql`
    insert into locales (code, name, native_name, is_enabled_on_site, fallback_id)
    select 'es', 'Spanish', 'Español', true, id from locales where is_default
    on conflict (code) do update set is_enabled_on_site = true`.execute(db)
  const { rows } = await sql<{ id: number; key: keyof typeof spanishTemplates; subject: string; body: string }>`
    select id, key, subject, body from message_templates order by id`.execute(db)
  await seedTexts(
    db,
    'message-templates',
    'es',
    rows.flatMap(({ id, key, ...source }) =>
      (['subject', 'body'] as const).map((field) => ({
        id,
        field,
        source: source[field],
        text: spanishTemplates[key][field],
      })),
    ),
  )
}
