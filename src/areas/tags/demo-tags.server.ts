import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { slugOf } from '../publication/slugs.server.ts'
import { addDemoTexts } from '../translations/demo-texts.server.ts'

interface DemoTag {
  readonly en: string
  readonly es: string
  readonly group: string
  readonly colour: string
  readonly synonyms?: readonly string[]
  /** Events of these types, whose name or performers match (POSIX, no case), one in so many; without any of them nothing has it. */
  readonly types?: readonly string[]
  readonly matches?: string
  readonly oneIn?: number
  readonly isInternal?: boolean
  /** What suppliers call it: `viator 1188`. */
  readonly supplier?: readonly string[]
}

const every = ['concert', 'festival', 'theatre', 'exhibition', 'sport', 'other']

/** Rich enough that hygiene has something to say: some are nearly the same, some nobody has. */
const eventTags: readonly DemoTag[] = [
  { en: 'Family friendly', es: 'Para toda la familia', group: 'Audience', colour: 'green', types: ['theatre', 'exhibition'], oneIn: 3, synonyms: ['kids', 'children', 'familias'] },
  { en: 'Family-friendly shows', es: 'Espectáculos familiares', group: 'Audience', colour: 'green', types: ['theatre'], oneIn: 17 },
  { en: 'Date night', es: 'Plan en pareja', group: 'Mood', colour: 'pink', types: ['theatre', 'concert'], oneIn: 5, synonyms: ['romantic'] },
  { en: 'Party', es: 'Fiesta', group: 'Mood', colour: 'violet', matches: 'electronic|hip-hop|cumbia|salsa|k-pop|pop' },
  { en: 'Rock', es: 'Rock', group: 'Genre', colour: 'red', matches: 'rock|metal|indie' },
  { en: 'Jazz and soul', es: 'Jazz y soul', group: 'Genre', colour: 'orange', matches: 'jazz|soul|r&b', synonyms: ['blues'] },
  { en: 'Jazz & soul', es: 'Jazz & soul', group: 'Genre', colour: 'orange', matches: 'soul', oneIn: 2 },
  { en: 'Classical', es: 'Clásica', group: 'Genre', colour: 'blue', matches: 'classical|choral|orchestra', synonyms: ['symphony'] },
  { en: 'Opera', es: 'Ópera', group: 'Genre', colour: 'blue', matches: 'opera|operetta', synonyms: ['ópera', 'lyric'] },
  { en: 'Ballet', es: 'Ballet', group: 'Genre', colour: 'pink', matches: 'ballet', synonyms: ['dance'] },
  { en: 'Flamenco and fado', es: 'Flamenco y fado', group: 'Genre', colour: 'red', matches: 'flamenco|fado' },
  { en: 'Folk', es: 'Folk', group: 'Genre', colour: 'teal', matches: 'folk|andean|bluegrass|country' },
  { en: 'Football', es: 'Fútbol', group: 'Sport', colour: 'green', matches: 'football', types: ['sport'], synonyms: ['soccer', 'fútbol'] },
  { en: 'Basketball', es: 'Baloncesto', group: 'Sport', colour: 'orange', matches: 'basketball', types: ['sport'], synonyms: ['basket'] },
  { en: 'Open air', es: 'Al aire libre', group: 'Setting', colour: 'teal', types: ['festival'], synonyms: ['outdoor'] },
  { en: 'Open air shows', es: 'Espectáculos al aire libre', group: 'Setting', colour: 'teal', types: ['festival'], oneIn: 6 },
  { en: 'Must see', es: 'Imprescindible', group: 'Editorial', colour: 'yellow', types: every, oneIn: 11 },
  { en: 'Last chance', es: 'Última oportunidad', group: 'Editorial', colour: 'red', types: ['exhibition'], oneIn: 4 },
  { en: 'Check the seating plan', es: 'Revisar el plano', group: 'Internal', colour: 'grey', types: every, oneIn: 23, isInternal: true },
  { en: 'Halloween', es: 'Halloween', group: 'Season', colour: 'orange' },
  { en: 'Christmas', es: 'Navidad', group: 'Season', colour: 'red', matches: 'nutcracker', synonyms: ['xmas', 'navidades'] },
  { en: 'Jubilee 2022', es: 'Jubileo 2022', group: 'Season', colour: 'grey' },
  { en: 'Signed performance', es: 'Con lengua de signos', group: 'Access', colour: 'blue', types: ['theatre'], oneIn: 9 },
]
const tourTags: readonly DemoTag[] = [
  { en: 'Skip the line', es: 'Sin colas', group: 'Ticket', colour: 'green', matches: 'skip-the-line|sin colas', supplier: ['viator 21074', 'tiqets skip-line'], synonyms: ['fast track'] },
  { en: 'Small group', es: 'Grupo reducido', group: 'Ticket', colour: 'teal', matches: 'small|guided|guiada', supplier: ['viator 20757'] },
  { en: 'Food and drink', es: 'Comida y bebida', group: 'Theme', colour: 'orange', matches: 'food|cooking|gastron|cocina|tapas|wine', supplier: ['viator 21911', 'globick FOOD'], synonyms: ['tasting'] },
  { en: 'On foot', es: 'A pie', group: 'Way', colour: 'blue', matches: 'walking|a pie|paseo guiado', supplier: ['viator 21725', 'tiqets walking-tours'] },
  { en: 'By bike', es: 'En bicicleta', group: 'Way', colour: 'blue', synonyms: ['by bicycle', 'cycling'], matches: 'bike|bicicleta', supplier: ['viator 13018', 'tourcms cycle'] },
  { en: 'By bicycle', es: 'En bici', group: 'Way', colour: 'blue', supplier: ['globick BIKE'] },
  { en: 'At night', es: 'De noche', group: 'Time', colour: 'violet', matches: 'night|noche|sunset|atardecer', supplier: ['viator 11922'] },
  { en: 'Day trip', es: 'Excursión de un día', group: 'Time', colour: 'yellow', matches: 'day trip|full-day|de un día', supplier: ['viator 11938', 'globick DAY'] },
  { en: 'Museums', es: 'Museos', group: 'Theme', colour: 'violet', matches: 'museum|museo|gallery|galer', supplier: ['viator 21514', 'tiqets museums'] },
  { en: 'Helicopter', es: 'Helicóptero', group: 'Way', colour: 'grey', supplier: ['viator 12065'] },
]

/** What suppliers tag their tours with beyond what our tags map: words that nobody has given a tag yet, and some that say nothing. */
const unmappedTags: readonly { readonly supplier: string; readonly code: string; readonly pattern?: string; readonly oneIn?: number }[] = [
  { supplier: 'viator', code: '21701', pattern: 'boat|cruise|kayak|sail|barco|crucero', oneIn: 1 },
  { supplier: 'viator', code: '12046', pattern: 'private|privad', oneIn: 1 },
  { supplier: 'viator', code: '21479', pattern: 'tour|excursi', oneIn: 9 },
  { supplier: 'viator', code: '20217', oneIn: 7 },
  { supplier: 'tiqets', code: 'audio-guide', oneIn: 4 },
  { supplier: 'tiqets', code: 'wheelchair-friendly', oneIn: 6 },
  { supplier: 'tiqets', code: 'towers', pattern: 'tower|torre|mirador|view', oneIn: 1 },
  { supplier: 'globick', code: 'BEST', oneIn: 5 },
  { supplier: 'globick', code: 'FAMILY', oneIn: 6 },
  { supplier: 'tourcms', code: 'pickup', oneIn: 3 },
  { supplier: 'tourcms', code: 'eco', oneIn: 11 },
]

/** The demo's tags in two languages, on the events and tours that they fit. Safe to run again. */
export async function addDemoTags(trx: Db): Promise<void> {
  const all = [...eventTags.map((tag) => ({ tag, kind: 'event' })), ...tourTags.map((tag) => ({ tag, kind: 'tour' }))]
  const rows = all.map(({ tag, kind }, index) => ({
    kind, name: tag.en, slug: slugOf(tag.en.replaceAll('&', 'n')), grp: tag.group, colour: tag.colour, public: tag.isInternal !== true, synonyms: tag.synonyms ?? [],
    days: 60 + (index * 53) % 500,
    supplier: (tag.supplier ?? []).map((text) => ({ supplier: text.split(' ')[0], code: text.split(' ')[1] })),
  }))
  await sql`
    insert into tags (kind, name, slug, group_name, colour, is_public, synonyms, supplier_tags, created_at, updated_at)
    select g.kind, g.name, g.slug, g.grp, g.colour, g.public, array(select jsonb_array_elements_text(g.synonyms)), g.supplier,
      now() - make_interval(days => g.days), now() - make_interval(days => g.days / 3)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (kind text, name text, slug text, grp text, colour text, public boolean, synonyms jsonb, supplier jsonb, days integer)
    on conflict do nothing`.execute(trx)
  const { rows: made } = await sql<{ id: number; name: string; kind: string }>`select id, name, kind from tags order by id`.execute(trx)
  const found = all.flatMap(({ tag, kind }) => {
    const id = made.find((one) => one.name === tag.en && one.kind === kind)?.id
    return id === undefined ? [] : [{ id, tag, kind }]
  })
  await addDemoTexts(trx, 'tags', 'es', found.filter(({ tag }, index) => index % 7 !== 6 && tag.isInternal !== true)
    .map(({ id, tag }, index) => ({ id, field: 'name', source: tag.en, text: tag.es, ...(index % 9 === 4 && { status: 'machine' as const }) })))
  const uses = (kind: string) => JSON.stringify(found.filter((one) => one.kind === kind && (one.tag.types ?? one.tag.matches) !== undefined)
    .map(({ id, tag }) => ({ id, types: tag.types ?? null, pattern: tag.matches ?? null, one_in: tag.oneIn ?? 1 })))
  await sql`
    update events e set tag_ids = m.ids from (
      select e.id, array_agg(g.id order by g.id) as ids
      from (select e.id, e.type, concat_ws(' ', e.name, (select string_agg(concat_ws(' ', p.genre, p.sport), ' ') from performers p where p.id = any(e.performer_ids))) as words from events e) e
        join jsonb_to_recordset(${uses('event')}::jsonb) as g (id bigint, types jsonb, pattern text, one_in integer)
          on (g.types is null or g.types ? e.type) and (g.pattern is null or e.words ~* g.pattern) and (e.id + g.id) % g.one_in = 0
      group by e.id) m
    where m.id = e.id and e.tag_ids = '{}'`.execute(trx)
  await sql`
    update products p set tag_ids = m.ids from (
      select p.id, array_agg(g.id order by g.id) as ids from products p
        join jsonb_to_recordset(${uses('tour')}::jsonb) as g (id bigint, pattern text) on p.title ~* g.pattern
      group by p.id) m
    where m.id = p.id and p.tag_ids = '{}'`.execute(trx)
  await addSupplierTags(trx)
}

/** What each supplier says of its tours, in its own ids: what our tags map, where the tour has them, and what they do not. */
async function addSupplierTags(trx: Db): Promise<void> {
  await sql`
    update products x set supplier_tags = g.codes from (
      select id, array_agg(code order by code) as codes from (
        select x.id, entry ->> 'code' as code from products x join providers p on p.id = x.provider_id
          join tags t on t.id = any(x.tag_ids) cross join lateral jsonb_array_elements(t.supplier_tags) as entry where entry ->> 'supplier' = p.code
        union select x.id, u.code from products x join providers p on p.id = x.provider_id
          join jsonb_to_recordset(${JSON.stringify(unmappedTags)}::jsonb) as u (supplier text, code text, pattern text, "oneIn" integer)
            on u.supplier = p.code and (u.pattern is null or x.title ~* u.pattern) and (x.id * 7 + length(u.code)) % u."oneIn" = 0
      ) given group by id) g
    where g.id = x.id and x.supplier_tags = '{}'`.execute(trx)
}
