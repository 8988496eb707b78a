import { listOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Ground } from './matcher.ts'
import type { RefusalReason, Step } from './resolver.ts'

function groundInWords(ground: Ground, name: string): string {
  const words: Readonly<Record<Ground, () => string>> = {
    words: () => t('Its words match {name} and no other section equally well.', { name }),
    abbreviation: () => t('Its letters match {name} and no other section equally well.', { name }),
    number: () => t('{name} is the only section with this number.', { name }),
  }
  return words[ground]()
}

const refusalInWords = (reason: RefusalReason, names: readonly string[]): string => {
  if (reason === 'ambiguous') return t('It could be {names}, so it is not placed.', { names: listOf(names) })
  if (reason === 'row_out_of_range')
    return t('{name} doesn’t have this row, so it is not placed.', { name: listOf(names) })
  if (reason === 'wrong_configuration')
    return t('Another configuration of the venue has it: {names}.', { names: listOf(names) })
  if (reason === 'row_is_range') return t('The row names several rows, so it is not placed.')
  if (reason === 'parking_or_extra') return t('It’s parking or an extra, not a seat.')
  if (reason === 'refused_by_rule') return t('The rule refuses it.')
  if (reason === 'no_map') return t('The configuration has no sections yet.')
  return t('No section matches well enough.')
}

/** A step as a sentence. */
export function stepInWords(step: Step): string {
  switch (step.did) {
    case 'cleaned':
      return t('Read as “{text}”.', { text: step.to })
    case 'row-split':
      return t('Row {row} taken from the section.', { row: step.row })
    case 'rule':
      return step.to === null
        ? t('Rule {id} refuses “{from}”.', { id: String(step.ruleId), from: step.from })
        : t('Rule {id} turns “{from}” into “{to}”.', { id: String(step.ruleId), from: step.from, to: step.to })
    case 'exact':
      return t('{name} has this name on the map.', { name: step.name })
    case 'code':
      return t('{name} has this id on the map.', { name: step.name })
    case 'decided':
      return step.name === null ? t('Set manually: no section.') : t('Set manually: {name}.', { name: step.name })
    case 'gone':
      return t('{name} is no longer on the map.', { name: step.name })
    case 'considered':
      return step.names.length === 0
        ? t('No section fits.')
        : t('Sections that fit: {names}.', {
            names: listOf(step.more > 0 ? [...step.names, t('{n} more', { n: step.more })] : step.names),
          })
    case 'chose':
      return groundInWords(step.by, step.name)
    case 'row':
      return step.row === null
        ? t('Placed in {name}, without a row.', { name: step.name })
        : t('Placed in {name}, row {row}.', { name: step.name, row: step.row })
    case 'refused':
      return refusalInWords(step.reason, step.names)
  }
}
