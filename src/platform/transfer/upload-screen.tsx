import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { CancelledRequest, FailedRequest, NoResponse } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { useNavigateTo, useRouteQuery } from '../../ui/navigation.tsx'
import { useFileDrop } from '../../ui/file-drop.web.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { unreadable } from '../../ui/unread-file.ts'
import classes from './file-imports.module.css'
import { maxBytes, maxColumns, maxRows } from './file-imports.ts'
import { importPath, mayImport } from './import-paths.ts'
import { uploadFile } from './upload.web.ts'

/** Where a file is chosen; everything else is asked when it has been read. */
export function UploadScreen() {
  return (
    <Suspense
      fallback={
        <PageFrame>
          <FormSkeleton />
        </PageFrame>
      }
    >
      <Upload />
    </Suspense>
  )
}

function Upload() {
  const [query] = useRouteQuery()
  const resources = useResources()
  const may = useMay()
  const resource = resources.find(({ name }) => name === query['of'])
  if (!resource)
    return (
      <PageFrame>
        <p>{t('The link has no list. Choose a list, then Import above it.')}</p>
      </PageFrame>
    )
  const many = t(resource.label[1])
  if (!mayImport(resource, may))
    return (
      <PageFrame subtitle={many}>
        <p>{t('You can’t import {many}.', { many: inSentence(many) })}</p>
      </PageFrame>
    )
  return (
    <PageFrame subtitle={many}>
      <FileChooser resource={resource} />
    </PageFrame>
  )
}

function FileChooser({ resource }: { resource: AnyResource }) {
  const paths = useRecordPaths()
  const { send, share, problem, input } = useUpload(resource)
  const drop = useFileDrop(([file]) => void send(file))
  const list = paths(resource.name, 'list')
  const many = inSentence(t(resource.label[1]))
  return (
    <div className={classes['upload']}>
      <div className={classes['drop']} {...drop}>
        <label htmlFor="import-file" className={classes['dropLabel']}>
          {t('CSV file with {many}', { many })}
        </label>
        <input
          ref={input}
          id="import-file"
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          disabled={share !== null}
          aria-describedby="import-file-help"
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
        <p id="import-file-help" className={classes['hint']}>
          {t(
            'Choose a file or drop it here: up to {megabytes} MB, {rows} rows and {columns} columns, with headings in the first row.',
            {
              megabytes: maxBytes / 1024 / 1024,
              rows: formatNumber(maxRows),
              columns: maxColumns,
            },
          )}
        </p>
      </div>
      {share !== null && (
        <div role="status">
          <progress className={classes['progress']} aria-label={t('Upload')} max={1} value={share} />
          <p className={classes['hint']}>{share < 1 ? t('Uploading.') : t('Reading the file.')}</p>
        </div>
      )}
      {problem !== null && (
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      <ul className={classes['notes']}>
        <li>{t('You see a preview before anything changes.')}</li>
        <li>{t('Export as CSV, change cells and import the file again.')}</li>
        <li>{t('Commas, semicolons and tabs all work as separators; UTF-8, UTF-16 and Windows-1252 as encodings.')}</li>
      </ul>
      <div className={classes['buttons']}>
        {list !== null && (
          <Button component="a" href={list} variant="default">
            {t('Back to {many}', { many })}
          </Button>
        )}
        <a href="/file-imports" className={classes['link']}>
          {t('My file imports')}
        </a>
      </div>
    </div>
  )
}

/** Sends a chosen file and goes on to the import of it. `share` of it has been sent, from 0 to 1; null without one. */
function useUpload(resource: AnyResource) {
  const navigateTo = useNavigateTo()
  const input = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function send(file: File | undefined): Promise<void> {
    if (!file || share !== null) return
    setProblem(null)
    if (file.size === 0) return setProblem(t('This file is empty.'))
    if (file.size > maxBytes)
      return setProblem(t('A file can be at most {most} MB. Split it into several.', { most: maxBytes / 1024 / 1024 }))
    stop.current = new AbortController()
    setShare(0)
    try {
      const { id } = await uploadFile(resource, file, setShare, stop.current.signal)
      navigateTo(importPath(id), { replace: true })
    } catch (failure) {
      if (failure instanceof CancelledRequest) return
      setShare(null)
      if (failure instanceof FailedRequest) setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
      else if (!(failure instanceof NoResponse)) setProblem(unreadable())
      if (input.current) input.current.value = ''
    }
  }
  return { send, share, problem, input }
}
