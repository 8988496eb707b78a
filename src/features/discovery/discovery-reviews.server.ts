import { aliases } from '../aliases/aliases.ts'
import { lineups } from '../lineups/lineups.ts'
import { proofLanguageSql, proofSql, proofWordsSql } from '../reviews/public-proof.server.ts'
import { reviewKinds } from '../reviews/review-kinds.ts'
import type { Source } from './discovery-parts.server.ts'
import { country, pictures } from './discovery-parts.server.ts'
import { pathSql, textsOf, utcSql } from './discovery-texts.server.ts'

const kinds = Object.values(reviewKinds)

/** What a review tells, by the names of the columns that the tables of all kinds have. */
const told = [
  'id',
  'status',
  'rating',
  'title',
  'body',
  'language',
  'staff_reply',
  'is_machine_translated',
  'is_redacted',
  'author_name',
  'author_country_id',
  'travel_date',
  'party_type',
  'helpful_count',
  'submitted_at',
  'source',
  'purchase_id',
  'provider_id',
  'is_no_index',
  'image_ids',
  'updated_at',
].join(', ')
/** A value and no `exists`, which would be answered by reading every public subject first, for a page of fifty. */
const isSubjectPublic = {
  product: `(select s.status from products s where s.id = t.subject_id) = 'live'`,
  alias: `(select s.publication from aliases s where s.id = t.subject_id) = 'published'`,
  lineup: `(select s.publication from lineups s where s.id = t.subject_id) = 'published'`,
} as const

/**
 * Approved reviews of what is public, of whatever kind. The three tables are read as one without a condition of their own, so that
 * each is asked by its own indexes; pages go by the number first, because all three have that in order.
 */
export const reviewSource: Source = {
  from: `(${kinds.map(({ kind, name }) => `select '${kind}' as kind, ${kind}_id as subject_id, ${told} from ${name.replace('-', '_')}`).join(' union all ')}) t`,
  visible: `t.status = 'approved' and case t.kind ${kinds.map(({ kind }) => `when '${kind}' then ${isSubjectPublic[kind]}`).join(' ')} end`,
  order: [
    ['t.id', 'bigint'],
    ['t.kind', 'text'],
  ],
  words: kinds.map(({ kind }) => kind),
  select({ tongue }) {
    const land = country(tongue, 't.author_country_id')
    const shown = pictures(tongue, 't.image_ids')
    const [ofAlias, ofLineup] = [
      textsOf(tongue, 'alias_texts', `'aliases'`, 'fronted.id', ['title', 'slug']),
      textsOf(tongue, 'lineup_texts', `'lineups'`, 'billed.id', ['name', 'slug']),
    ]
    const [aliasTitle, lineupName] = [ofAlias.of('title', 'fronted.title'), ofLineup.of('name', 'billed.name')]
    const path = `case t.kind when 'alias' then ${pathSql(aliases, tongue, 'fronted.id', ofAlias.of('slug', 'fronted.slug'))}
      when 'lineup' then ${pathSql(lineups, tongue, 'billed.id', ofLineup.of('slug', 'billed.slug'))} end`
    const language = proofLanguageSql(tongue.asked)
    const words = (part: 'badge' | 'sentence') => proofWordsSql(part, 'checked.proof', language, 'supplier.name')
    // An answer is in one language: of what the author wrote in another, a translation that people made of it comes first.
    return {
      joins: `left join products sold on t.kind = 'product' and sold.id = t.subject_id left join aliases fronted on t.kind = 'alias' and fronted.id = t.subject_id
        left join lineups billed on t.kind = 'lineup' and billed.id = t.subject_id${ofAlias.join}${ofLineup.join}
        left join purchases p on p.id = t.purchase_id left join providers supplier on supplier.id = t.provider_id
        left join review_translations x on x.kind = t.kind and x.review_id = t.id and x.locale = ${tongue.asked} and x.body is not null and t.language <> ${tongue.asked}
        cross join lateral (select ${proofSql} as proof) checked ${land.join}${shown.join}`,
      columns: {
        id: `t.kind || '-' || t.id`,
        subject: `json_build_object('kind', t.kind, 'id', t.subject_id, 'title', coalesce(sold.title, ${aliasTitle}, ${lineupName}), 'path', ${path})`,
        rating: 't.rating',
        title: `case when x.body is null then t.title else x.title end`,
        text: 'coalesce(x.body, t.body)',
        reply: 't.staff_reply',
        isMachineTranslated: 't.is_machine_translated',
        isTranslated: 'x.body is not null',
        isRedacted: 't.is_redacted',
        author: `json_build_object('name', t.author_name, 'country', ${land.json})`,
        travelDate: 't.travel_date',
        partyType: 't.party_type',
        helpfulCount: 't.helpful_count',
        submittedAt: utcSql('t.submitted_at'),
        proof: `json_build_object('kind', checked.proof, 'badge', ${words('badge')}, 'sentence', ${words('sentence')})`,
        isNoIndex: 't.is_no_index',
        images: shown.json,
        locale: tongue.asked,
        fallbackFields: `case when x.body is not null or t.language = ${tongue.asked} then '{}' else jsonb_strip_nulls(jsonb_build_object('text', t.language, 'title', case when t.title is not null then t.language end)) end
          || case when ${language} = split_part(lower(${tongue.asked}), '-', 1) then '{}' else '{"proof.badge":"en","proof.sentence":"en"}'::jsonb end
          || case when sold.locale is null or sold.locale = ${tongue.asked} then '{}' else jsonb_build_object('subject.title', sold.locale) end
          || ${textsOf(tongue, '', `''`, '', []).marks([
            ['subject.title', ofAlias, 'title', 'fronted.title'],
            ['subject.title', ofLineup, 'name', 'billed.name'],
            ...land.marked.map(([key, ...rest]) => [`author.${key}`, ...rest] as const),
          ])} || ${shown.marks}`,
        outdatedFields: `'[]'::jsonb`,
        updatedAt: utcSql('t.updated_at'),
      },
    }
  },
}
