import { choiceLabelOf } from '../../../core/resource/choice-labels.ts'
import { formatDate, formatPercent } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { performers } from '../performer/performers.ts'
import type { Evidence } from './duplicate.endpoints.ts'

/** The name of a register; its rows are typed too loosely to use the field itself. */
function registerName(code: string): string {
  const field = performers.fields.sameAs.of['register']
  return field?.kind === 'select' ? choiceLabelOf(field, code) : code
}

/** One piece of evidence as a sentence without a full stop. */
export function evidenceWords({ what, detail, on }: Evidence): string {
  const name = detail ?? ''
  switch (what) {
    case 'sameName':
      return t('Same name, different spelling')
    case 'sameSpelling':
      return t('A spelling of one is a name of the other: “{name}”', { name })
    case 'alike':
      return t('The names are {share} alike', { share: formatPercent(Number(name) * 100, 'measured') })
    case 'register': {
      const [register = '', ...code] = name.split(' ')
      return t('Both are {code} in {register}', { code: code.join(' '), register: registerName(register) })
    }
    case 'website':
      return t('Both have the same official link')
    case 'venue':
      return t('Both are at home at {name}', { name })
    case 'country':
      return t('Both are from {name}', { name })
    case 'sport':
      return t('Both play {name}', { name: choiceLabelOf(performers.fields.sport, name).toLowerCase() })
    case 'competition':
      return t('Both play in {name}', { name })
    case 'genre':
      return t('Both are {name}', { name })
    case 'fixture':
      return t('Same opponent in the same competition on {day}: {name}', {
        name,
        day: on === null ? '' : formatDate(on),
      })
    case 'dates':
      return on === null
        ? t('Both have events at {name} on the same days', { name })
        : t('Both have events at {name} on the same days, such as {day}', { name, day: formatDate(on) })
    case 'otherKind':
      return t('They are of different kinds')
    case 'otherSport':
      return t('They play different sports')
    case 'otherCountry':
      return t('They are from different countries')
    case 'otherRegister':
      return t('They have different ids in {register}', { register: registerName(name) })
    case 'opponents':
      return t('They play each other in {name}', { name })
    case 'sameEvent':
      return t('Both are named in {name}', { name })
    case 'sameBill':
      return t('Both are on the bill of {name}', { name })
  }
}
