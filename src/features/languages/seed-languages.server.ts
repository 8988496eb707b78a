import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { seedFrench } from './seed-french.server.ts'
import { weighTexts } from './translation-values.server.ts'

/**
 * Languages that the demo site is preparing or has removed. Each falls back to the default or to another language;
 * translation into French is in progress.
 */
const prepared = [
  {
    code: 'fr',
    name: 'French',
    nativeName: 'français',
    fallback: 'en',
    number: 'space_comma',
    date: 'day_month_year',
    leadsTo: null,
  },
  {
    code: 'de',
    name: 'German',
    nativeName: 'Deutsch',
    fallback: 'en',
    number: 'point_comma',
    date: 'day_month_year_dots',
    leadsTo: null,
  },
  {
    code: 'it',
    name: 'Italian',
    nativeName: 'italiano',
    fallback: 'en',
    number: 'point_comma',
    date: 'day_month_year',
    leadsTo: 'en',
  },
  {
    code: 'pt-BR',
    name: 'Portuguese (Brazil)',
    nativeName: 'português (Brasil)',
    fallback: 'es',
    number: 'point_comma',
    date: 'day_month_year',
    leadsTo: null,
  },
  {
    code: 'ar',
    name: 'Arabic',
    nativeName: 'العربية',
    fallback: 'en',
    number: 'comma_point',
    date: 'day_month_year',
    leadsTo: null,
  },
] as const

/** Further languages, where the site is in its two, and what its records earn. Safe to run again. */
export async function seedLanguages(trx: Db): Promise<void> {
  await sql`
    insert into locales (code, name, native_name, direction, fallback_id, number_style, date_style, is_in_preparation, retired_at, leads_to_id)
    select g.code, g.name, g."nativeName", case g.code when 'ar' then 'rtl' else 'ltr' end, f.id, g.number, g.date, g.code = 'fr',
      case when g."leadsTo" is not null then now() - interval '74 days' end, l.id
    from jsonb_to_recordset(${JSON.stringify(prepared)}::jsonb)
      as g (code text, name text, "nativeName" text, fallback text, number text, date text, "leadsTo" text)
      join locales f on f.code = g.fallback left join locales l on l.code = g."leadsTo"
    on conflict (code) do nothing`.execute(trx)
  await sql`
    update locales set site_url = 'https://www.example.com' || case code when 'en' then '' else '/' || lower(code) end
    where is_enabled_on_site and site_url is null`.execute(trx)
  await seedFrench(trx)
  await weighTexts(trx)
}
