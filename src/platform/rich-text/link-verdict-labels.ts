import type { Tone } from '../../core/resource/fields.ts'
import { msg } from '../../core/i18n/language.ts'
import type { LinkVerdict } from './link-verdicts.ts'

/** Whether a link gets where it leads, in two or three words. */
export const verdictWords: Readonly<Record<LinkVerdict['verdict'], readonly [words: string, tone: Tone]>> = {
  ok: [msg('Works'), 'good'],
  unknown_code: [msg('No known link'), 'bad'],
  missing: [msg('Not there'), 'bad'],
  empty_text: [msg('No text'), 'warn'],
  unpublished: [msg('Not public'), 'bad'],
  self_link: [msg('To its own page'), 'warn'],
  redirected: [msg('Redirects'), 'warn'],
}
