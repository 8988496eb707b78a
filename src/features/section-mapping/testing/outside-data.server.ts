import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ManifestSection } from '../resolver/manifest-index.ts'
import type { Resolver } from '../resolver/resolve.ts'

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
    code: id,
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

/** Right placement or right refusal 1, a valid listing left unplaced 0, a wrong placement −5. */
export function scoreOf(resolve: Resolver, { rowIds }: OutsideManifest, listings: readonly OutsideListing[]) {
  let score = 0
  const wrong: string[] = []
  for (const { section, row, sectionId, rowId, isValid } of listings) {
    const { candidate, row: found } = resolve(section, row)
    if (!candidate) score += isValid ? 0 : 1
    else if (
      isValid &&
      String(candidate.section.id) === sectionId &&
      rowIds.get(`${sectionId}/${found ?? ''}`) === rowId
    )
      score += 1
    else {
      score -= 5
      wrong.push(`${section} ${row}: ${candidate.section.name}`)
    }
  }
  return { score, wrong }
}

interface Group {
  readonly section: string
  readonly row: string
  readonly tevo_section_name: string
}

export const outsideGroups = (path: string): Group[] =>
  JSON.parse(readFileSync(`${folder}/listings/${path}`, 'utf8')) as Group[]
