import type { Language } from '../../core/i18n/language.ts'
import { languageNames } from '../../core/i18n/language.ts'
import { speaking } from '../../core/http/language.server.ts'
import type { Proof } from './review-evidence.ts'
import { failedBookings, proofs } from './review-evidence.ts'
import { proofWords } from './review-labels.ts'

const text = (words: string) => `'${words.replaceAll(`'`, `''`)}'`
const spoken = Object.keys(languageNames) as (keyof typeof languageNames)[]

/**
 * How a review was verified, as shown to the public: SQL of one of `proofs`, the same as `proofOf` returns for the same
 * facts. `t` is the review with its `kind` and `subject_id`, `p` its purchase, if any.
 */
export const proofSql = `case t.source
  when 'verified_purchase' then case when p.id is null or p.booking_status in (${failedBookings.map(text).join(', ')})
      or t.travel_date <> p.travel_date
      or ((t.submitted_at at time zone 'UTC') + interval '14 hours')::date < p.travel_date
      or case t.kind when 'product' then p.product_id is distinct from t.subject_id
        when 'alias' then not exists (select from aliases a where a.id = t.subject_id and p.product_id = any(a.product_ids))
        else not exists (select from lineup_events e where e.lineup_id = t.subject_id and e.event_id = p.event_id) end then 'doubtful' else 'verified' end
  when 'supplier' then 'supplier' when 'editorial' then 'editorial' else 'imported' end`

/** The language of the text below, as SQL: that of the response if the text has been translated, otherwise English. */
export function proofLanguageSql(locale: string): string {
  const base = `split_part(lower(${locale}), '-', 1)`
  return `case when ${base} in (${spoken.map(text).join(', ')}) then ${base} else 'en' end`
}

/** The badge or the sentence that the console previews, as SQL of a text. */
export function proofWordsSql(part: 'badge' | 'sentence', proof: string, language: string, supplier: string): string {
  const words = (one: Proof, by: Language) => text(speaking(by, () => proofWords(one, '{supplier}')[part]))
  const cases = spoken.flatMap((by) => proofs.map((one) => `when ${text(`${by} ${one}`)} then ${words(one, by)}`))
  return `replace(case ${language} || ' ' || ${proof} ${cases.join(' ')} end, '{supplier}', coalesce(${supplier}, ''))`
}
