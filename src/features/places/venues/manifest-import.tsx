import { Button, FileInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { fromCsvCell } from '../../../core/csv.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import type { Manifest, ManifestProblem, Section } from './manifest.ts'
import { manifestProblems } from './manifest.ts'
import { manifestOfCells } from './manifest-csv.ts'
import type { Publish } from './manifest.web.ts'
import { readMap } from './map-svg.ts'
import classes from '../geo/places.module.css'

interface ManifestImportProps {
  readonly manifest: Manifest
  readonly publish: Publish
  readonly onClose: () => void
}

/** Characters of a file of sections; the largest stadiums have a quarter of it. */
const maxInFile = 2_000_000

/** Reads sections from a CSV file and outlines from an SVG file, reports mismatches, and publishes both together. */
export function ManifestImport({ manifest, publish, onClose }: ManifestImportProps) {
  const [sections, setSections] = useState<readonly Section[] | null>(null)
  const [map, setMap] = useState<Manifest['map'] | undefined>(undefined)
  const [unread, setUnread] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const next = sections ?? manifest.sections
  const shapes = map === undefined ? (manifest.map?.shapes ?? null) : (map?.shapes ?? null)
  const findings: readonly ManifestProblem[] =
    sections === null && map === undefined ? [] : manifestProblems(next, shapes)
  const isBlocked = unread.length > 0 || findings.some(({ isBlocking }) => isBlocking)

  async function readSections(file: File | null): Promise<void> {
    setProblem(null)
    if (!file) return setSections(null)
    if (file.size > maxInFile)
      return setUnread([t('The file is too large: it can have {n} million characters.', { n: maxInFile / 1_000_000 })])
    const { default: Papa } = await import('papaparse')
    const { data } = Papa.parse<string[]>(await file.text(), { skipEmptyLines: 'greedy' })
    const read = manifestOfCells(data.map((row) => row.map(fromCsvCell)))
    setUnread(read.problems.slice(0, 20))
    setSections(read.sections)
  }

  async function readOutlines(file: File | null): Promise<void> {
    setProblem(null)
    if (!file) return setMap(undefined)
    const read = readMap(await file.text())
    setUnread(read.problems)
    setMap(read.map ?? undefined)
  }

  async function submit(): Promise<void> {
    setBusy(true)
    const wrong = await publish({ sections: next, ...(map !== undefined && { map }) })
    setBusy(false)
    if (wrong === null) onClose()
    else setProblem(wrong)
  }

  const isReady = (sections !== null || map !== undefined) && !isBlocked
  return (
    <Dialog title={t('Import a manifest')} onClose={onClose} size={640}>
      <div className={classes['stack']}>
        <FileInput
          label={t('Sections, as CSV')}
          accept=".csv,text/csv"
          clearable
          placeholder={t('Choose a file')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t(
            'One line for each section with name, id, zone, rank, rows and capacity, or one for each row with section_id, section_name, row_id and row_name.',
          )}
          onChange={(file) => void readSections(file)}
        />
        <FileInput
          label={t('Map, as SVG')}
          accept=".svg,image/svg+xml"
          clearable
          placeholder={t('Choose a file')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('The outlines that have the id of a section are taken from it, and nothing else.')}
          onChange={(file) => void readOutlines(file)}
        />
        {unread.length > 0 && (
          <div role="alert">
            <p className={classes['problem']}>{t('The file cannot be taken as it is:')}</p>
            <ul>
              {unread.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {(sections !== null || map !== undefined) && unread.length === 0 && (
          <div role="status">
            <p>
              {t(
                '{n, plural, one {# section} other {# sections}} with {rows, plural, one {# row} other {# rows}}, in place of {before}.',
                {
                  n: next.length,
                  rows: next.reduce((sum, { rows }) => sum + rows.length, 0),
                  before: manifest.sections.length,
                },
              )}{' '}
              {map && t('{n, plural, one {# outline} other {# outlines}} for the map.', { n: map.shapes.length })}
            </p>
            {findings.length > 0 && (
              <ul>
                {findings.slice(0, 12).map(({ message, isBlocking }) => (
                  <li key={message} className={isBlocking ? classes['problem'] : undefined}>
                    {message}
                  </li>
                ))}
                {findings.length > 12 && <li>{t('And {n} more.', { n: findings.length - 12 })}</li>}
              </ul>
            )}
          </div>
        )}
        {problem !== null && (
          <p className={classes['problem']} role="alert">
            {problem}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button disabled={!isReady} loading={isBusy} onClick={() => void submit()}>
            {t('Publish')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
