import { msg } from '../../core/i18n/language.ts'
import type { Tone } from '../../core/resource/fields.ts'
import type { RiskCode } from './review-risk.ts'

/** Short names for the reasons of a risk, for lists. */
export const riskLabels: Readonly<Record<RiskCode, string>> = {
  copied_text: msg('Copied text'),
  similar_text: msg('Similar text'),
  burst: msg('Burst of reviews'),
  same_network: msg('Same network'),
  same_author: msg('Same author again'),
  purchase_failed: msg('Purchase not completed'),
  wrong_date: msg('Another date'),
  before_the_visit: msg('Written before the visit'),
  other_subject: msg('Purchase of something else'),
  links: msg('Links or numbers to call'),
  all_or_nothing: msg('Very short, with the best or worst rating'),
  verified: msg('Verified purchase'),
}

/** The score from which a review deserves a second look. */
export function riskTone(score: number): Tone {
  return score >= 50 ? 'bad' : score >= 20 ? 'warn' : 'good'
}
