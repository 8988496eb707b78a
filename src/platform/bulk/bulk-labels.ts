import { labelOf } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { valueWords } from '../audit/value-labels.ts'
import type { BulkEdit } from './bulk-edits.ts'
import type { BulkChange } from './changes.ts'
import { isPageAction, pageCommandWords, pageDoneWords } from './page-actions.ts'

/** `12 coupons`, `1 coupon`. */
export function countWords({ label: [one, many] }: AnyResource, count: number): string {
  return t('{n} {what}', { n: formatNumber(count), what: inSentence(count === 1 ? one : many) })
}

/** A bulk edit as a command: `Pause`, `Change`. */
export function commandWords(resource: AnyResource, action: string): string {
  if (action === 'update') return t('Change')
  if (action === 'delete') return t('Delete')
  if (action === 'undo') return t('Undo')
  if (isPageAction(resource, action)) return pageCommandWords(action)
  const label = resource.actions?.[action]?.label
  return label === undefined ? action : t(label)
}

/** The outcome for the records: `paused`, `changed`. */
export function doneWords(resource: AnyResource | undefined, action: string): string {
  if (action === 'update') return t('changed')
  if (action === 'delete') return t('deleted')
  if (action === 'undo') return t('as before')
  if (resource && isPageAction(resource, action)) return pageDoneWords(action)
  const done = resource?.actions?.[action]?.done
  return done === undefined ? t('changed') : t(done)
}

/** How a bulk edit came out: `12 coupons paused, 3 as they were, 2 refused`. */
export function outcomeWords(
  resource: AnyResource,
  { action, changed, unchanged, refused }: Pick<BulkEdit, 'action' | 'changed' | 'unchanged' | 'refused'>,
): string {
  const what = countWords(resource, changed)
  const done = doneWords(resource, action)
  const values = { what, done, unchanged: formatNumber(unchanged), refused: formatNumber(refused) }
  if (unchanged > 0 && refused > 0) return t('{what} {done}, {unchanged} unchanged, {refused} refused', values)
  if (unchanged > 0) return t('{what} {done}, {unchanged} unchanged', values)
  return refused > 0 ? t('{what} {done}, {refused} refused', values) : t('{what} {done}', values)
}

/** How many records have been dealt with. */
export function doneOf({ changed, unchanged, refused }: Pick<BulkEdit, 'changed' | 'unchanged' | 'refused'>): number {
  return changed + unchanged + refused
}

/**
 * What happens to each field: `Percentage set to 10 %. Email domains: example.com added.` References are named by
 * their ids.
 */
export function changeSentences({ fields }: AnyResource, change: string | null): string {
  // Edge: the server keeps what it has checked.
  const parts = JSON.parse(change ?? '{}') as BulkChange
  const beside = Object.fromEntries(Object.entries(parts).map(([key, { set }]) => [key, set]))
  return Object.entries(parts)
    .flatMap(([key, part]) => {
      const field = fields[key]
      const label = labelOf(key, field ?? {})
      const words = (value: unknown) => valueWords(field, value, { beside, zone: null, titles: {} })
      const isEmpty = part.set === null || (Array.isArray(part.set) && part.set.length === 0)
      return [
        ...(Object.hasOwn(part, 'set')
          ? [
              isEmpty
                ? t('{label} cleared.', { label })
                : t('{label} set to {value}.', { label, value: words(part.set) }),
            ]
          : []),
        ...(part.add ? [t('{label}: {value} added.', { label, value: words(part.add) })] : []),
        ...(part.remove ? [t('{label}: {value} removed.', { label, value: words(part.remove) })] : []),
      ]
    })
    .join(' ')
}
