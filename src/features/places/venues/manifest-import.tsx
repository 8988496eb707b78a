import { Button, FileInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import { fromCsvCell } from '../../../core/csv.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { unreadable } from '../../../ui/unread-file.ts'
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

/** Null where the file is gone, or no longer what was chosen. */
const textOf = (file: File): Promise<string | null> => file.text().catch(() => null)

/** In the alphabet that its byte order mark says; else UTF-8 if it is that throughout, or what old spreadsheets write. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const quoteProblem = (code: string, row: number) =>
  code === 'MissingQuotes'
    ? t('A quotation mark in row {row} is never closed, or the row is too long.', { row })
    : t(
        'A quotation mark in row {row} is in the middle of a cell. Write two of them there, and one on each side of the cell.',
        { row },
      )

/** What was read from the two files, and what publishing both would mean. */
function useManifestFiles({ manifest, publish, onClose }: ManifestImportProps) {
  const [sections, setSections] = useState<readonly Section[] | null>(null)
  const [map, setMap] = useState<Manifest['map'] | undefined>(undefined)
  // A file at a time: what is wrong with one is forgotten with it, and stays when the other changes.
  const [unread, setUnread] = useState<{ sections: readonly string[]; map: readonly string[] }>({
    sections: [],
    map: [],
  })
  // Another file can be chosen, or this one taken out again, before it has been read: only the last one counts.
  const latest = useRef({ sections: 0, map: 0 })
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const next = sections ?? manifest.sections
  const shapes = map === undefined ? (manifest.map?.shapes ?? null) : (map?.shapes ?? null)
  const hasRead = sections !== null || map !== undefined
  const findings: readonly ManifestProblem[] = hasRead ? manifestProblems(next, shapes) : []
  const problemsInFiles = [...unread.sections, ...unread.map]

  function setRead(read: readonly Section[] | null, problems: readonly string[] = []): void {
    setSections(read)
    setUnread((before) => ({ ...before, sections: problems.slice(0, 20) }))
  }

  async function readSections(file: File | null): Promise<void> {
    const turn = ++latest.current.sections
    setProblem(null)
    if (!file) return setRead(null)
    if (file.size > maxInFile)
      return setRead(null, [
        t('The file is too large: it can have {n} million characters.', { n: maxInFile / 1_000_000 }),
      ])
    const { default: Papa } = await import('papaparse')
    const bytes = await file.arrayBuffer().catch(() => null)
    if (turn !== latest.current.sections) return
    if (bytes === null) return setRead(null, [unreadable()])
    const text = decoded(bytes)
    // Empty lines count in the numbers of lines, but say nothing of what separates cells.
    const { delimiter } = Papa.parse(text, { preview: 10, skipEmptyLines: 'greedy' }).meta
    const { data, errors } = Papa.parse<string[]>(text, { delimiter })
    const broken = errors.find(({ type }) => type === 'Quotes')
    if (broken) return setRead(null, [quoteProblem(broken.code, (broken.row ?? 0) + 1)])
    const read = manifestOfCells(data.map((row) => row.map(fromCsvCell)))
    setRead(read.sections, read.problems)
  }

  async function readOutlines(file: File | null): Promise<void> {
    const turn = ++latest.current.map
    setProblem(null)
    const text = file ? await textOf(file) : null
    if (turn !== latest.current.map) return
    const read = text === null ? { problems: file ? [unreadable()] : [], map: null } : readMap(text)
    setUnread((before) => ({ ...before, map: read.problems }))
    setMap(read.map ?? undefined)
  }

  async function submit(): Promise<void> {
    setBusy(true)
    const wrong = await publish({ sections: next, ...(map !== undefined && { map }) })
    setBusy(false)
    if (wrong === null) onClose()
    else setProblem(wrong)
  }

  const isReady = hasRead && problemsInFiles.length === 0 && !findings.some(({ isBlocking }) => isBlocking)
  return { next, map, hasRead, findings, problemsInFiles, problem, isBusy, isReady, readSections, readOutlines, submit }
}

/** Reads sections from a CSV file and outlines from an SVG file, reports mismatches, and publishes both together. */
export function ManifestImport(props: ManifestImportProps) {
  const { manifest, onClose } = props
  const files = useManifestFiles(props)
  return (
    <Dialog title={t('Import a manifest')} onClose={onClose} isBusy={files.isBusy} size={640}>
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
          onChange={(file) => void files.readSections(file)}
        />
        <FileInput
          label={t('Map, as SVG')}
          accept=".svg,image/svg+xml"
          clearable
          placeholder={t('Choose a file')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={t('Only outlines with a section’s id are used.')}
          onChange={(file) => void files.readOutlines(file)}
        />
        {files.problemsInFiles.length > 0 && (
          <div role="alert">
            <p className={classes['problem']}>{t('The file can’t be imported:')}</p>
            <ul>
              {files.problemsInFiles.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </div>
        )}
        {files.hasRead && files.problemsInFiles.length === 0 && (
          <WhatIsRead sections={files.next} before={manifest.sections} map={files.map} findings={files.findings} />
        )}
        {files.problem !== null && (
          <p className={classes['problem']} role="alert">
            {files.problem}
          </p>
        )}
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={files.isBusy}>
            {t('Cancel')}
          </Button>
          <Button disabled={!files.isReady} loading={files.isBusy} onClick={() => void files.submit()}>
            {t('Publish')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

interface ReadProps {
  readonly sections: readonly Section[]
  readonly before: readonly Section[]
  readonly map: Manifest['map'] | undefined
  readonly findings: readonly ManifestProblem[]
}

/** How much was read, and what in it does not fit together. */
function WhatIsRead({ sections, before, map, findings }: ReadProps) {
  return (
    <div role="status">
      <p>
        {t(
          '{n, plural, one {# section} other {# sections}} with {rows, plural, one {# row} other {# rows}}, in place of {before}.',
          { n: sections.length, rows: sections.reduce((sum, { rows }) => sum + rows.length, 0), before: before.length },
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
  )
}
