import type { Tone } from '../../core/resource/fields.ts'
import { msg } from '../../core/i18n/language.ts'
import type { ShownStatus } from '../../platform/translations/store/translatable.ts'

export const statusWords: Readonly<Record<ShownStatus, string>> = {
  missing: msg('Missing'),
  machine: msg('By a machine'),
  draft: msg('Draft'),
  in_review: msg('In review'),
  approved: msg('Approved'),
  outdated: msg('Outdated'),
}
export const statusTones: Readonly<Record<ShownStatus, Tone>> = {
  missing: 'bad',
  machine: 'busy',
  draft: 'neutral',
  in_review: 'busy',
  approved: 'good',
  outdated: 'warn',
}
