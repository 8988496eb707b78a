import { byteOrderMark, csvText } from '../../../core/csv.ts'
import type { Section } from './manifest.ts'
import { cellsOf, csvHead } from './manifest-csv.ts'
import { slugOf } from '../geo/place-names.ts'

/** Saves the sections as a file that can be imported again. */
export function downloadManifest(name: string, sections: readonly Section[]): void {
  const url = URL.createObjectURL(
    new Blob([byteOrderMark, csvText([csvHead, ...sections.map(cellsOf)])], { type: 'text/csv' }),
  )
  const link = document.createElement('a')
  link.href = url
  link.download = `${slugOf(name)}.csv`
  link.click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
