import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ManifestSection } from '../resolver/manifest-index.ts'

/** Real manifests and listings that tests can read and the product never ships. */
const folder = resolve(import.meta.dirname, '../../../../../shared/data')
export const hasOutsideData = existsSync(folder)

/** A manifest, with the ids of its rows by name. */
export interface OutsideManifest {
  readonly sections: readonly ManifestSection[]
  readonly rowIds: ReadonlyMap<string, string>
}

const linesOf = (path: string) =>
  readFileSync(`${folder}/sections/${path}`, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))

export function outsideManifest(path: string): OutsideManifest {
  const rowIds = new Map<string, string>()
  const rows = linesOf(path).map(([id = '', name = '', rowId = '', row = '']) => ({ id, name, rowId, row }))
  for (const { id, rowId, row } of rows) rowIds.set(`${id}/${row}`, rowId)
  const sections = [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]): ManifestSection => ({
    id: Number(id),
    code: `s${id}`,
    name: own[0]?.name ?? '',
    zone: null,
    isGeneralAdmission: false,
    rows: own.flatMap(({ row }) => (row === '' ? [] : row)),
  }))
  return { sections, rowIds }
}

export interface OutsideListing {
  readonly section: string
  readonly row: string
  readonly sectionId: string
  readonly rowId: string
  readonly isValid: boolean
}

export const outsideListings = (path: string): OutsideListing[] =>
  linesOf(path).map(([section = '', row = '', sectionId = '', rowId = '', valid]) => ({
    section,
    row,
    sectionId,
    rowId,
    isValid: valid === 'True',
  }))

interface Group {
  readonly section: string
  readonly row: string
  readonly tevo_section_name: string
}

export const outsideGroups = (path: string): Group[] =>
  JSON.parse(readFileSync(`${folder}/listings/${path}`, 'utf8')) as Group[]
