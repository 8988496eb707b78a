import type { FoundRecords } from '../../platform/search/search.ts'
import { folded } from './matching.ts'

/**
 * What was found for an earlier text and has every word of this one in it as well, so that Enter never opens what was
 * not meant.
 */
export function stillFitting(found: FoundRecords, typed: string): FoundRecords {
  const words = folded(typed).split(' ')
  return found.flatMap((group) => {
    const records = group.records.filter(({ title, details }) => {
      const text = folded([title, ...details].join(' '))
      return words.every((word) => text.includes(word))
    })
    return records.length === 0 ? [] : [{ ...group, records }]
  })
}
