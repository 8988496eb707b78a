import { msg } from '../../../core/i18n/language.ts'
import type { Likeness } from './replacement.endpoints.ts'

export const likenessLabels: Readonly<Record<Likeness, string>> = {
  same_section: msg('Same section'),
  same_zone: msg('Same zone'),
  better: msg('Better zone'),
  worse: msg('Worse: the customer must agree'),
  unknown: msg('Can’t be compared on the map: the customer must agree'),
}
