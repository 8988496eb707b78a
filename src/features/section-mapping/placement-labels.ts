import { msg } from '../../core/i18n/language.ts'
import type { NoteLabel } from './resolver/notes.ts'
import type { Method, RefusalReason } from './resolver/resolver.ts'

export const methodLabels: Readonly<Record<Method, string>> = {
  exact: msg('same name'),
  code: msg('same id'),
  rule: msg('rewrite rule'),
  decision: msg('set manually'),
  words: msg('matching words'),
  abbreviation: msg('abbreviation'),
  number: msg('only section with this number'),
}

export const unplacedLabels: Readonly<Record<RefusalReason, string>> = {
  unknown_section: msg('No section matches'),
  ambiguous: msg('Several sections match'),
  wrong_configuration: msg('In another configuration'),
  row_out_of_range: msg('Row not found'),
  row_is_range: msg('Names several rows'),
  parking_or_extra: msg('Parking or an extra'),
  refused_by_rule: msg('Refused by a rule'),
  no_map: msg('No seat map'),
}

export const noteLabelNames: Readonly<Record<NoteLabel, string>> = {
  obstructed: msg('Obstructed view'),
  wheelchair: msg('Wheelchair'),
  hospitality: msg('Hospitality'),
  age_limit: msg('Age limit'),
  piggyback: msg('Piggyback'),
}
