import type { Tone } from '../../kit/fields.ts'
import { msg } from '../../kit/language.ts'
import type { ShownStatus } from '../translations/translatable.ts'

export const statusWords: Readonly<Record<ShownStatus, string>> = {
  missing: msg('Missing'), machine: msg('By a machine'), draft: msg('Draft'), in_review: msg('In review'), approved: msg('Approved'), outdated: msg('Outdated'),
}
export const statusTones: Readonly<Record<ShownStatus, Tone>> = { missing: 'bad', machine: 'busy', draft: 'neutral', in_review: 'busy', approved: 'good', outdated: 'warn' }
