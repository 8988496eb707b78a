import { Button, NativeSelect } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { pathOf } from '../../core/http/endpoint.ts'
import { formatInstant, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useSeesPersonalData } from '../../ui/resource/personal-data.web.ts'
import { saveFileOf } from '../../ui/resource/save-file.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { unreadable } from '../../ui/unread-file.ts'
import type { DisputeDetails } from './dispute.endpoints.ts'
import { addDisputeFile, readDisputeFile, removeDisputeFile } from './dispute-file.endpoints.ts'
import { disputes } from './disputes.ts'
import classes from './evidence-file-list.module.css'
import type { FileField } from './evidence-files.ts'
import { evidenceTypes, fileFieldNames, fileFields, maxEvidenceBytes, maxEvidenceMegabytes } from './evidence-files.ts'

interface EvidenceFilesProps {
  readonly id: number
  readonly files: DisputeDetails['files']
  /** They can be changed: the evidence has not been sent. */
  readonly isOpen: boolean
  readonly onChange: () => void
}

/** The files that the bank receives with the texts, one for each of its fields. */
export function EvidenceFiles({ id, files, isOpen, onChange }: EvidenceFilesProps) {
  const { add, remove, problem, isAdding } = useFiles(id, files, onChange)
  if (!isOpen && files.length === 0) return null
  const used = files.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <div className={classes['files']}>
      <h3>{t('Files')}</h3>
      {files.length > 0 && (
        <ul aria-label={t('Files')}>
          {files.map((file) => (
            <FileLine
              key={file.field}
              id={id}
              file={file}
              {...(isOpen && { onRemove: () => void remove(file.field) })}
            />
          ))}
        </ul>
      )}
      {isOpen && <Adding files={files} isAdding={isAdding} onAdd={(field, file) => void add(field, file)} />}
      {problem !== undefined && (
        <p role="alert" className={classes['problem']}>
          {problem}
        </p>
      )}
      {isOpen && (
        <small>
          {t('PDF, JPEG or PNG. {used} of {n} MB used.', {
            used: formatNumber(Math.ceil(used / 1e5) / 10, 1),
            n: formatNumber(maxEvidenceMegabytes, 1),
          })}
        </small>
      )}
    </div>
  )
}

interface FileLineProps {
  readonly id: number
  readonly file: DisputeDetails['files'][number]
  readonly onRemove?: () => void
}

function FileLine({ id, file: { field, name, bytes, by, at }, onRemove }: FileLineProps) {
  const label = t(fileFields[field])
  const mayOpen = useSeesPersonalData('purchases')
  return (
    <li>
      <span>
        <b>{label}</b>
        {mayOpen ? (
          <button
            type="button"
            className={classes['open']}
            onClick={() => void saveFileOf(pathOf(readDisputeFile, { id, field }), name).catch(() => null)}
          >
            {name}
          </button>
        ) : (
          <span>{name}</span>
        )}
        <small>
          {kilobytes(bytes)} · {by !== null && `${t('by {name}', { name: by })} · `}
          <time dateTime={at} title={formatInstant(at)}>
            {timeAgo(at)}
          </time>
        </small>
      </span>
      {onRemove && (
        <Button variant="subtle" size="compact-xs" aria-label={t('Remove {name}', { name: label })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      )}
    </li>
  )
}

/** As banks count: 1,000 bytes each. */
const kilobytes = (bytes: number) => `${formatNumber(Math.max(1, Math.round(bytes / 1_000)))} KB`

interface AddingProps {
  readonly files: DisputeDetails['files']
  readonly isAdding: boolean
  readonly onAdd: (field: FileField, file: File) => void
}

/** Which field, then which file. A field that has one already has it replaced. */
function Adding({ files, isAdding, onAdd }: AddingProps) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<FileField | null>(null)
  const isFull = (field: FileField) => files.some((file) => file.field === field)
  const field = chosen ?? fileFieldNames.find((name) => !isFull(name)) ?? 'uncategorized_file'
  return (
    <div className={classes['adding']}>
      <NativeSelect
        label={t('Kind of file')}
        value={field}
        data={fileFieldNames.map((name) => ({ value: name, label: t(fileFields[name]) }))}
        onChange={({ currentTarget: { value } }) => setChosen(fileFieldNames.find((name) => name === value) ?? null)}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={14} aria-hidden />}
        loading={isAdding}
        onClick={() => input.current?.click()}
      >
        {isFull(field) ? t('Replace file…') : t('Add file…')}
      </Button>
      <input
        ref={input}
        type="file"
        accept={evidenceTypes.join()}
        hidden
        data-upload="true"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          // The same file again is a new choice.
          event.currentTarget.value = ''
          if (!file) return
          setChosen(null)
          onAdd(field, file)
        }}
      />
    </div>
  )
}

function useFiles(id: number, files: DisputeDetails['files'], onChange: () => void) {
  const [problem, setProblem] = useState<string>()
  const options = { refresh: [disputes], quiet: [404, 409, 413, 422] }
  const [adding, removing] = [useCommand(addDisputeFile, options), useCommand(removeDisputeFile, options)]
  async function attempt(work: () => Promise<unknown>, done: string): Promise<void> {
    try {
      setProblem(undefined)
      await work()
      toast.success(done)
      onChange()
    } catch (failure) {
      if (failure instanceof FailedRequest) setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
    }
  }
  async function add(field: FileField, file: File): Promise<void> {
    const others = files.filter((one) => one.field !== field).reduce((sum, { bytes }) => sum + bytes, 0)
    // Said before it is sent, because it takes a while.
    if (others + file.size > maxEvidenceBytes)
      return setProblem(t('All files of a dispute can have {n} MB together.', { n: maxEvidenceMegabytes }))
    const data = await base64Of(file).catch(() => null)
    if (data === null) return setProblem(unreadable())
    await attempt(
      () => adding.mutateAsync({ params: { id, field }, input: { fileName: file.name, data } }),
      t('File added'),
    )
  }
  const remove = (field: FileField) => attempt(() => removing.mutateAsync({ params: { id, field } }), t('File removed'))
  return { add, remove, problem, isAdding: adding.isPending }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // More at once than the arguments of a call can be.
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
