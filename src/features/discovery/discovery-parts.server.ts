import type { ApiScope } from '../api-users/api-users.ts'
import { publicImages } from '../../platform/media/image.endpoints.ts'
import type { Texts, Tongue } from './discovery-texts.server.ts'
import { textsOf } from './discovery-texts.server.ts'

/** What the statement of an answer is written for. */
export interface Asked {
  readonly tongue: Tongue
  may(scope: ApiScope): boolean
}
/** What an answer selects: further tables beside the page’s rows `t`, and an expression for each key. */
interface Selection {
  readonly joins: string
  readonly columns: Readonly<Record<string, string>>
}

export interface Source {
  /** Where the rows come from, as `t`. */
  readonly from: string
  /** SQL for which rows are public. No other row is returned, in a list or by its id. */
  readonly visible: string
  /** SQL for which rows lists contain, by the given parameters. Other rows can still be read by id. */
  readonly listed?: (given: ReadonlySet<string>) => string
  /** The columns that pages are sorted by, with their types. The last one is unique. */
  readonly order: readonly (readonly [column: string, type: 'bigint' | 'text' | 'timestamptz'])[]
  /** The prefixes of ids, such as `ca` in `ca-3`, if the rows come from several tables. The text in `order` is one. */
  readonly words?: readonly string[]
  select(asked: Asked): Selection
}

/** SQL for whether an event is public. */
export const isPublic = (e: string) => `${e}.publication = 'published' and not ${e}.is_hidden`

/** A record that another one refers to: its id, name and slug, or null while it is not public. */
export function reference(
  tongue: Tongue,
  name: string,
  resource: string,
  on: string,
  idOf = (alias: string) => `${alias}.id`,
) {
  const texts = textsOf(tongue, `${name}_texts`, `'${resource}'`, `${name}.id`, ['name', 'slug'])
  return {
    join: `left join ${resource} ${name} on ${name}.id = ${on} and ${resource === 'events' ? `${isPublic(name)} and not ${name}.is_unlisted` : `${name}.publication = 'published'`}${texts.join}`,
    json: `case when ${name}.id is not null then json_build_object('id', ${idOf(name)}, 'name', ${texts.of('name', `${name}.name`)}, 'slug', ${texts.of('slug', `${name}.slug`)}) end`,
    marked: (key: string) =>
      [
        [`${key}.name`, texts, 'name', `${name}.name`],
        [`${key}.slug`, texts, 'slug', `${name}.slug`],
      ] as [string, Texts, string, string][],
  }
}

/** The pictures of a record in order, the main one first. `ids` is SQL for an array. */
export function pictures(tongue: Tongue, ids: string) {
  const texts = textsOf(tongue, 'picture_texts', `'images'`, 'i.id', ['altText'])
  return {
    join: ` left join lateral (
      select coalesce(json_agg(json_build_object('id', i.id, 'file', '${publicImages}' || i.sha256, 'altText', ${texts.of('altText', 'i.alt_text')}, 'credit', i.credit,
          'width', i.width, 'height', i.height, 'focalPoint', json_build_object('x', i.focal_x, 'y', i.focal_y)) order by shown.place), '[]') as list,
        coalesce(jsonb_object_agg('images.' || i.id, ${texts.marks([['altText', texts, 'altText', 'i.alt_text']])}), '{}') as marks
      from unnest(${ids}) with ordinality shown (id, place) join images i on i.id = shown.id${texts.join}
    ) pictures on true`,
    json: 'pictures.list',
    marks: marksWithin(tongue, 'pictures.marks'),
  }
}

/** The marks of each of several records, as those of the answer that they are in. */
export function marksWithin({ chain }: Tongue, marks: string): string {
  return chain === null
    ? `'{}'`
    : `(select coalesce(jsonb_object_agg(one.key || '.' || field.key, field.value), '{}') from jsonb_each(${marks}) one, jsonb_each(one.value) field)`
}

/** Ids of those that have a word before their number: `ca-3`. */
export const typed = (prefix: string) => (alias: string) => `'${prefix}-' || ${alias}.id`

/** The country of a row, by its code. */
export function country(tongue: Tongue, on = 't.country_id') {
  const texts = textsOf(tongue, 'country_texts', `'countries'`, 'country.id', ['name'])
  return {
    join: `left join countries country on country.id = ${on}${texts.join}`,
    json: `case when country.id is not null then json_build_object('code', country.code, 'name', ${texts.of('name', 'country.name')}) end`,
    marked: [['country.name', texts, 'name', 'country.name']] as [string, Texts, string, string][],
  }
}
