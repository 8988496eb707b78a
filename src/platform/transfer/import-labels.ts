import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { labelOf } from '../../core/resource/fields.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { nothing, valueWords } from '../audit/value-labels.ts'
import { besideOf } from './cell-values.ts'
import type { Delimiter, Encoding, FileImport, ImportMode, ImportRow, RowResult } from './file-imports.ts'

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}
const delimiterNames: Readonly<Record<Delimiter, string>> = {
  ',': msg('commas'),
  ';': msg('semicolons'),
  '\t': msg('tabs'),
}

export const modeWords: Readonly<Record<ImportMode, string>> = {
  both: msg('Create and change'),
  update: msg('Only change what is there'),
  create: msg('Only create what is new'),
}

export const resultWords: Readonly<Record<RowResult, string>> = {
  create: msg('To create'),
  change: msg('To change'),
  unchanged: msg('Unchanged'),
  refused: msg('Refused'),
  created: msg('Created'),
  changed: msg('Changed'),
}

/** How the file was read, in a sentence. */
export function fileWords({
  rowsTotal,
  encoding,
  delimiter,
}: Pick<FileImport, 'rowsTotal' | 'encoding' | 'delimiter'>): string {
  const rows = t('{n, plural, one {{shown} row} other {{shown} rows}}', {
    n: rowsTotal,
    shown: formatNumber(rowsTotal),
  })
  if (encoding === null || delimiter === null) return rows
  const separators = t(delimiterNames[delimiter])
  return encoding === 'windows-1252'
    ? t('{rows}, separated by {separators}. Not UTF-8, so read as Windows-1252. Check that accents look right.', {
        rows,
        separators,
      })
    : t('{rows}, separated by {separators}, read as {encoding}.', {
        rows,
        separators,
        encoding: encodingNames[encoding],
      })
}

export function nameOf(resource: AnyResource, key: string): string {
  const field = fieldOf(resource, key)
  return field ? labelOf(key, field) : key
}

/** Why a row is refused: each reason once, with all cells that it is about. */
export function reasonsOf({ problems }: Pick<ImportRow, 'problems'>) {
  const once = new Map(problems.map((one) => [`${one.column}: ${one.message}`, one]))
  const same = Map.groupBy(once.values(), ({ message }) => message)
  return [...same].map(([message, all]) => ({ message, cells: all.filter(({ column }) => column !== null) }))
}

/** A value of a change, as screens show it: references come with their titles, amounts with their currency. */
export function shownValue({ fields }: AnyResource, key: string, value: unknown, beside: unknown): string {
  const field = fields[key]
  if (!field || !('to' in field))
    return valueWords(field, value, { beside: { [besideOf(field) ?? '']: beside }, zone: null, titles: {} })
  const titles = [value]
    .flat()
    .flatMap((item: unknown) =>
      typeof item === 'object' && item !== null && 'id' in item
        ? ['title' in item && typeof item.title === 'string' ? item.title : `#${String(item.id)}`]
        : [],
    )
  return titles.join(', ') || nothing
}

/** The state of an import, as a sentence. */
export function stateWords(one: FileImport): string {
  const { state, created, changed, refused, toCreate, toChange, error } = one
  const counts = { created: formatNumber(created), changed: formatNumber(changed), refused: formatNumber(refused) }
  switch (state) {
    case 'uploading':
      return t('The upload didn’t finish.')
    case 'reading':
      return t('The file is being read.')
    case 'read':
      return error ?? t('Map each column.')
    case 'checking':
      return t('Checking rows…')
    case 'checked':
      return (
        error ??
        t('Checked: {toCreate} to create, {toChange} to change, {refused} refused. Nothing is applied yet.', {
          toCreate: formatNumber(toCreate),
          toChange: formatNumber(toChange),
          refused: counts.refused,
        })
      )
    case 'applying':
      return t('Applying rows…')
    case 'done':
      return t('Done: {created} created, {changed} changed, {refused} refused.', counts)
    case 'failed':
      return t('Failed: {error}', { error: error ?? '' })
    case 'cancelled':
      return created + changed > 0
        ? t('Cancelled after {created} created and {changed} changed.', counts)
        : t('Cancelled.')
  }
}
