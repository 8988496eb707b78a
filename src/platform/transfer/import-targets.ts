import type { AnyField } from '../../core/resource/fields.ts'
import { isWritable, labelOf, plainLabelOf, refKey } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'

/** The target of a file's column: a field, or for a reference either its id or its title. */
export interface ImportTarget {
  /** As exports head the column: `cityId` for a reference, `city` for its title. */
  readonly key: string
  readonly label: string
  /** The key of the field that it sets. */
  readonly field: string
  readonly by: 'value' | 'title'
}

/** The columns that a report has besides, which an import leaves out again. */
export const reportColumns = ['import-result', 'import-message'] as const

/** Everything that a column can be, in the order of the definition. The id only finds records. */
export function targetsOf(resource: AnyResource): readonly ImportTarget[] {
  const fields = Object.entries(resource.fields).filter(([, field]) => isWritable(field))
  return [
    { key: 'id', label: 'Id', field: 'id', by: 'value' },
    ...fields.flatMap(([key, field]): ImportTarget[] => {
      const label = labelOf(key, field)
      if (!('to' in field)) return [{ key, label, field: key, by: 'value' }]
      return [
        { key, label: t('{label}, by id', { label }), field: key, by: 'value' },
        { key: refKey(key), label: t('{label}, by title', { label }), field: key, by: 'title' },
      ]
    }),
  ]
}

/** The fields by which records can be found again: the id, and whatever no two records share. */
export function keyFieldsOf(resource: AnyResource): readonly string[] {
  const unique = Object.entries(resource.fields).filter(
    ([, field]) => field.unique && isWritable(field) && !field.personal,
  )
  return ['id', ...unique.map(([key]) => key)]
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Which column is which, by the headings of exports, the labels of the screen or the keys, however they are spelt. What
 * is not recognised is left out (''), and so is the title of a reference whose id is there as well.
 */
export function guessMapping(resource: AnyResource, headings: readonly string[]): string[] {
  const targets = targetsOf(resource)
  const named = new Map<string, ImportTarget>()
  const add = (name: string, target: ImportTarget) => {
    if (name !== '' && !named.has(name)) named.set(name, target)
  }
  for (const target of targets) add(plain(target.key), target)
  for (const { field, by, ...target } of targets) {
    const found = fieldOf(resource, field)
    // In whatever language the headings were written: that of the person, or that of the definition.
    const labels = found ? [labelOf(field, found), plainLabelOf(field, found)] : [target.label]
    for (const label of labels)
      for (const end of found && 'to' in found && by === 'value' ? [' id', ' ids'] : [''])
        add(plain(`${label}${end}`), { field, by, ...target })
  }
  const taken = new Set<string>()
  const exact = new Map(targets.map((target) => [target.key, target]))
  const found = headings.map((heading) => exact.get(heading) ?? named.get(plain(heading)))
  const hasId = new Set(found.flatMap((target) => (target?.by === 'value' ? [target.field] : [])))
  return found.map((target) => {
    if (!target || (target.by === 'title' && hasId.has(target.field)) || taken.has(target.field)) return ''
    taken.add(target.field)
    return target.key
  })
}

/** By what records are best found again with these columns: the id, else something unique, else nothing. */
export function guessKey(resource: AnyResource, mapping: readonly string[]): string | null {
  return keyFieldsOf(resource).find((key) => mapping.includes(key)) ?? null
}

/** Why a column that was not recognised is left out, in words; null where it is simply unknown. */
export function leftOutBecause(resource: AnyResource, heading: string, mapping: readonly string[]): string | null {
  if (reportColumns.some((name) => name === heading)) return t('From the report of an earlier import')
  const field: AnyField | undefined = fieldOf(resource, heading)
  if (field && (!isWritable(field) || heading === 'id')) return t('Written by the server')
  const target = targetsOf(resource).find(({ key }) => key === heading)
  return target && mapping.includes(target.field) ? t('Its id decides') : null
}

/** What is wrong with a mapping, as a sentence; null if nothing is. */
export function flawOf(resource: AnyResource, mapping: readonly string[]): string | null {
  const targets = new Map(targetsOf(resource).map((target) => [target.key, target]))
  const taken = new Set<string>()
  for (const key of mapping) {
    if (key === '') continue
    const target = targets.get(key)
    if (!target) return t('{what} have no field {key} that a file can set.', { what: t(resource.label[1]), key })
    if (taken.has(target.field)) return t('Two columns are mapped to {label}.', { label: target.label })
    taken.add(target.field)
  }
  return taken.size === 0 ? t('Choose a field for at least one column.') : null
}
