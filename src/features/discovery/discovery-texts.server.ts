import type { AnyResource } from '../../core/resource/resource.ts'

/** Collects the values of a statement while its text is written. */
export class Values {
  readonly list: unknown[] = []
  /** The placeholder of a value, with its type said, so that the statement can be prepared. */
  add(value: unknown, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
}

/** The language of an answer as its statement knows it: placeholders. */
export interface Tongue {
  readonly asked: string
  /** Where texts are looked for before the default language; null where that is what was asked for. */
  readonly chain: string | null
  /** Those of the chain that publish what a machine translated; null with it. */
  readonly machine: string | null
  readonly standard: string
}

/** Texts of a record in an answer: joins to make, and an expression for each field and for the marks of those that fell back. */
export interface Texts {
  readonly join: string
  readonly of: (field: string, source: string) => string
  /** `[name in the answer, field, source]` of each text, as jsonb of those that are in another language than was asked for. */
  readonly marks: (fields: readonly Marked[]) => string
  /** `[name in the answer, field]` of texts; as jsonb the names of those that are older than their source. */
  readonly outdated: (fields: readonly (readonly [name: string, field: string])[]) => string
}
type Marked = readonly [name: string, texts: Texts | null, field: string, source: string]

/** Whether readers see a translation `r`: the same as `isPublicText`. */
export function isPublicSql({ machine }: Tongue): string {
  return `(r.status = 'approved' or r.status = 'machine' and r.locale = any(${machine}))`
}

/**
 * Reads the translations of one record that readers see, in one look-up: approved ones, though their source has changed
 * since, and a machine's where the language publishes them. Slugs are texts like all others.
 *
 * `alias` names the join; two of a statement differ.
 *
 * @param resource - SQL of the resource’s name as translations are kept under it
 * @param record - SQL of the record’s id
 */
export function textsOf(
  tongue: Tongue,
  alias: string,
  resource: string,
  record: string,
  fields: readonly string[],
): Texts {
  const found = `${alias}.found`
  const join =
    tongue.chain === null
      ? ''
      : `
    left join lateral (
      select coalesce(jsonb_object_agg(x.field, jsonb_build_array(x.text, x.locale, x.is_outdated)), '{}') as found from (
        select distinct on (r.field) r.field, r.text, r.locale, r.outdated_at is not null as is_outdated from translations r
        where r.resource = ${resource} and r.record_id = ${record} and r.field in (${fields.map((field) => `'${field}'`).join(', ')})
          and r.locale = any(${tongue.chain}) and not r.is_record_gone
          and ${isPublicSql(tongue)}
        order by r.field, array_position(${tongue.chain}, r.locale)) x
    ) ${alias} on true`
  return {
    join,
    of: (field, source) => (tongue.chain === null ? source : `coalesce(${found}->'${field}'->>0, ${source})`),
    marks: (marked) => marksOf(tongue, marked),
    outdated: (named) =>
      tongue.chain === null
        ? `'[]'::jsonb`
        : `(select coalesce(jsonb_agg(o.name order by o.name), '[]') from (values ${named
            .map(([name, field]) => `('${name}', (${found}->'${field}'->>2)::boolean)`)
            .join(', ')}) o (name, is_outdated) where o.is_outdated)`,
  }
}

function marksOf(tongue: Tongue, marked: readonly Marked[]): string {
  if (tongue.chain === null) return `'{}'::jsonb`
  const rows = marked.map(([name, texts, field, source]) => {
    const own = texts === null ? 'null::text' : `${texts.of(field, 'null').replace('->>0', '->>1')}`
    return `('${name}', coalesce(${own}, case when ${source} is not null then ${tongue.standard} end))`
  })
  return `(select coalesce(jsonb_object_agg(m.name, m.locale), '{}') from (values ${rows.join(', ')}) m (name, locale) where m.locale <> ${tongue.asked})`
}

/** A text without what only our own pages understand: link markers keep their words, and images go. */
export function plainMarkers(text: string): string {
  return `regexp_replace(regexp_replace(${text}, ':::link\\|text=(.*?)\\|element=[A-Za-z0-9-]*?:::', '\\1', 'g'), '<img[^>]*>', '', 'g')`
}

/** The address of a record on the public site, below its root, in the language of the answer. */
export function pathSql({ page }: AnyResource, tongue: Tongue, id: string, slug: string): string {
  if (!page) throw new Error('It has no page.')
  const [before = '', rest = ''] = page.path.split('{slug}')
  const [between = '', after] = rest.split('{id}')
  const prefix = tongue.chain === null ? '' : `'/' || lower(${tongue.asked}) || `
  return `${prefix}'${before}' || ${slug} || '${between}'${after === undefined ? '' : ` || ${id} || '${after}'`}`
}

/** A price with its fees, null where there is none. Every argument is SQL: `total` of minor units, `asOf` of an instant. */
export function priceSql(told: {
  readonly price: string
  readonly fees: string
  readonly total: string
  readonly currency: string
  readonly asOf: string
}): string {
  const { price, fees, total, currency, asOf } = told
  return `case when ${total} is not null then json_build_object('price', ${price}, 'fees', ${fees}, 'total', ${total}, 'currency', ${currency},
    'exponent', (select x.exponent from currencies x where x.code = ${currency}), 'asOf', ${utcSql(asOf)}) end`
}

/** When a performance `p` starts. The offset is what lies between its wall clock and its instant, so that no table of zones is asked. */
export function startSql(p: string): string {
  const wall = `(${p}.local_date + ${p}.local_time)`
  const offset = `(${wall} - (${p}.starts_at at time zone 'UTC'))`
  const sign = `case when ${offset} < interval '0' then '-' else '+' end`
  const size = `case when ${offset} < interval '0' then -${offset} else ${offset} end`
  return `json_build_object('localDate', ${p}.local_date, 'localTime', to_char(${p}.local_time, 'HH24:MI'),
    'local', case when not ${p}.is_date_tbd then to_char(${wall}, 'YYYY-MM-DD"T"HH24:MI:SS') || ${sign} || to_char(${size}, 'HH24:MI') end,
    'utc', ${utcSql(`${p}.starts_at`)}, 'timeZone', ${p}.time_zone, 'isDateTbd', ${p}.is_date_tbd, 'isTimeTba', ${p}.is_time_tba)`
}

/** An instant as every call writes it. */
export function utcSql(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
