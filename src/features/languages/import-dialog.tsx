import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { formatNumber, nameOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import { base64Of } from '../../platform/transfer/upload.web.ts'
import { Chip } from '../../ui/resource/cells.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { unreadable } from '../../ui/unread-file.ts'
import { useQueryClient } from '@tanstack/react-query'
import classes from './languages.module.css'
import type { ImportReport, SentFile, Verdict } from './queue.endpoints.ts'
import { importUnits, listUnits, maxBytes } from './queue.endpoints.ts'

const verdicts = {
  new: [msg('New'), 'good'],
  changed: [msg('Changed'), 'busy'],
  refused: [msg('Refused'), 'bad'],
  same: [msg('The same'), 'neutral'],
} as const
/** Texts of a file that are shown one by one. */
const maxShown = 100

interface ImportDialogProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Checks a translated file before anything is written, and writes it once it passes. */
export function ImportDialog({ onClose, onDone }: ImportDialogProps) {
  const id = useId()
  const { file, report, problem, isSkipping, setSkipping, isPending, isWriting, look, run } = useImport({
    onClose,
    onDone,
  })
  const wanted = report ? report.counts.new + report.counts.changed : 0
  return (
    <Dialog title={t('Import translations')} onClose={onClose} isBusy={isWriting} size={760}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          if (file && report) void run(file, true)
        }}
      >
        <div className={classes['file']}>
          <label htmlFor={id}>{t('XLIFF 2 or CSV, as it was exported here')}</label>
          <input
            id={id}
            type="file"
            accept=".xlf,.xliff,.xml,.csv"
            disabled={isWriting}
            // The same file, corrected, is a new choice.
            onClick={(event) => {
              event.currentTarget.value = ''
              void look(undefined)
            }}
            onChange={(event) => void look(event.currentTarget.files?.[0])}
          />
        </div>
        {problem !== null && (
          <p role="alert" className={classes['problem']}>
            {problem}
          </p>
        )}
        {isPending && <p role="status">{t('Checking all texts…')}</p>}
        {report && (
          <>
            <Report report={report} />
            {report.counts.refused > 0 && wanted > 0 && (
              <Checkbox
                checked={isSkipping}
                label={t('Skip the refused ones and import the rest')}
                onChange={(event) => setSkipping(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        <div className={classes['end']}>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={wanted === 0 || (report !== null && report.counts.refused > 0 && !isSkipping)}
          >
            {t('{n, plural, =0 {Take over} one {Take over # text} other {Take over # texts}}', { n: wanted })}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A chosen file, the server's report on it, and the problem that keeps it from being taken over. */
function useImport({ onClose, onDone }: ImportDialogProps) {
  const resources = useResources()
  const queries = useQueryClient()
  const send = useCommand(importUnits, { quiet: [409, 413, 422] })
  const [file, setFile] = useState<SentFile | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSkipping, setSkipping] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const latest = useRef(0)

  async function look(chosen: File | undefined): Promise<void> {
    const turn = ++latest.current
    setFile(null)
    setReport(null)
    setProblem(null)
    setSkipping(false)
    // The check of the file before is of no interest any more.
    send.reset()
    if (!chosen) return
    if (chosen.size > maxBytes) return setProblem(t('The file is too long for one call. Cut it into several.'))
    // Its bytes and not its text, because spreadsheets save other encodings than the browser assumes.
    const text = await base64Of(chosen).catch(() => null)
    // Another file can be chosen before this one has been read.
    if (turn !== latest.current) return
    if (text === null) return setProblem(unreadable())
    const format = /\.(xlf|xliff|xml)$/i.test(chosen.name) ? ('xliff' as const) : ('csv' as const)
    const own: SentFile = { format, text, textEncoding: 'base64' }
    setFile(own)
    await run(own, false)
  }

  async function run(own: SentFile, apply: boolean): Promise<void> {
    const turn = latest.current
    if (apply) setWriting(true)
    try {
      const found = await send.mutateAsync({
        input: { ...own, apply, ...(apply && isSkipping && { skipRefused: true }) },
      })
      if (!found.applied) {
        // A report on another file than the chosen one would let that one be written unseen.
        if (turn === latest.current) setReport(found)
        return
      }
      toast.success(
        t('{n, plural, one {# text taken over} other {# texts taken over}}', {
          n: found.counts.new + found.counts.changed,
        }),
      )
      // Closed before the lists are read again: in that time its button would write the file once more.
      onDone()
      onClose()
      await Promise.all([
        queries.invalidateQueries({ queryKey: [listUnits.path] }),
        ...resources.map(({ name }) => queries.invalidateQueries({ queryKey: [name, 'texts'] })),
      ])
    } catch (failure) {
      if (turn === latest.current && failure instanceof FailedRequest)
        setProblem(Object.values(failure.body.fields ?? {})[0] ?? failure.message)
    } finally {
      if (apply) setWriting(false)
    }
  }

  return { file, report, problem, isSkipping, setSkipping, isPending: send.isPending, isWriting, look, run }
}

/** What the file would change, before it does. */
function Report({ report: { counts, units } }: { report: ImportReport }) {
  const resources = useResources()
  const differing = units.filter(({ warning }) => warning !== null).length
  return (
    <>
      <p role="status">
        {t('{changed} changed, {fresh} new, {same} the same, {refused} refused. Nothing has been written yet.', {
          changed: formatNumber(counts.changed),
          fresh: formatNumber(counts.new),
          same: formatNumber(counts.same),
          refused: formatNumber(counts.refused),
        })}
      </p>
      {differing > 0 && (
        <p className={classes['warning']}>
          {t(
            '{n, plural, one {One text differs} other {# texts differ}} from the source in numbers, amounts or dates. Check before you use them.',
            { n: differing },
          )}
        </p>
      )}
      {units.length > 0 && (
        <ul className={classes['report']} aria-label={t('Texts of the file')}>
          {units.slice(0, maxShown).map((unit) => (
            <Line
              key={unit.place}
              unit={unit}
              kind={resources.find(({ name }) => name === unit.resource)?.label[0] ?? unit.resource}
            />
          ))}
        </ul>
      )}
      {units.length > maxShown && <p>{t('The first {n} are shown.', { n: maxShown })}</p>}
    </>
  )
}

function Line({
  unit: { place, verdict, title, field, locale, message, warning, text, recordId },
  kind,
}: {
  unit: Verdict
  kind: string
}) {
  const [words, tone] = verdicts[verdict]
  return (
    <li>
      <span className={classes['rowHead']}>
        <small>{place}</small>
        <strong>{title ?? recordId ?? '–'}</strong>
        <span>
          {t(kind)} · {field} · {locale === '' ? '–' : nameOf('language', locale)}
        </span>
        <Chip tone={tone}>{t(words)}</Chip>
      </span>
      {message !== null && <p className={classes['problem']}>{message}</p>}
      {warning !== null && <p className={classes['warning']}>{warning}</p>}
      {text !== '' && <p className={classes['target']}>{plainOfRichText(text).slice(0, 200)}</p>}
    </li>
  )
}
