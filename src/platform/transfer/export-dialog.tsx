import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { t } from '../../core/i18n/language.ts'
import { listParams } from '../../core/list/list-query.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { allFields, inSentence } from '../../core/resource/resource.ts'
import type { ShownList } from '../../ui/resource/list-tool.web.ts'
import { useQuestionWords } from '../../ui/resource/question-labels.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { watchExports } from './export-watch.web.ts'
import type { Export, ExportFormat } from './exports.ts'
import { exportEndpoint, exportFormats, maxSheetRows } from './exports.ts'
import { ownExportsKey } from './own-exports.web.ts'
import classes from './exports.module.css'

const formatWords: Readonly<Record<ExportFormat, () => { label: string; description: string }>> = {
  csv: () => ({
    label: 'CSV',
    description: t('Stored values, for other programs and for importing again'),
  }),
  xlsx: () => ({
    label: 'Excel (XLSX)',
    description: t('Numbers and dates as real values. At most {most} rows', { most: formatNumber(maxSheetRows) }),
  }),
}

type Scope = 'shown' | 'all'

interface ExportDialogProps extends ShownList {
  /** Which rows they are, where their filter names them one by one. */
  readonly which?: string
  onClose(): void
}

/** Says what is about to be exported, and asks only what the list doesn't determine. */
export function ExportDialog({ onClose, which, ...list }: ExportDialogProps) {
  const { of: resource, query, total, isCapped } = list
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [scope, setScope] = useState<Scope>('shown')
  const { filter = {}, q = '', sort: [item] = [] } = query
  const sort = item ? `${item.descending ? '-' : ''}${item.field}` : resource.list.sort
  const words = useQuestionWords(resource, { filter, q, sort })
  const one = inSentence(t(resource.label[0]))
  const many = inSentence(t(resource.label[1]))
  const n = formatNumber(total ?? 0)
  const rows = isCapped ? t('More than {n} {many}', { n, many }) : `${n} ${total === 1 ? one : many}`
  const { start, problem, isBusy } = useStart(list, rows, onClose)
  return (
    <Dialog title={t('Export {many}', { many })} onClose={onClose} isBusy={isBusy} size={480}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void start(format, scope)
        }}
      >
        <div>
          <p className={classes['rows']}>{rows}</p>
          <p className={classes['hint']}>{which ?? words}</p>
        </div>
        <Choices list={list} format={format} onFormat={setFormat} scope={scope} onScope={setScope} />
        {format === 'xlsx' && isCapped && (
          <p className={classes['hint']}>
            {t(
              'Before it begins, the rows are counted. If they are more than {maxSheetRows}, the export ends with that message: choose CSV for those.',
              { maxSheetRows: formatNumber(maxSheetRows) },
            )}
          </p>
        )}
        {problem && (
          <p role="alert" className={classes['problem']}>
            {problem}
          </p>
        )}
        <div className={classes['buttons']}>
          <a href="/exports" className={classes['link']}>
            {t('My exports')}
          </a>
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={total === 0}>
            {t('Start export')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Starts the export of the list, and shows it among the person's own. `rows` says how many they are. */
function useStart({ of: resource, query, columns }: ShownList, rows: string, onStarted: () => void) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const queries = useQueryClient()
  async function start(format: ExportFormat, scope: Scope): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const { range: _, ...params } = listParams(query)
      const { data } = await http.request('POST', exportEndpoint(resource).path, {
        body: { ...params, format, ...(scope === 'shown' && { columns }) },
        quiet: [409, 422, 429],
      })
      const made = data as Export
      // An answer that is on its way does not know of it.
      await queries.cancelQueries({ queryKey: ownExportsKey })
      queries.setQueryData<readonly Export[]>(ownExportsKey, (known = []) => [made, ...known])
      watchExports([made.id])
      toast.info(
        t('Exporting {rows}. We’ll notify you when the file is ready.', {
          rows: rows.charAt(0).toLowerCase() + rows.slice(1),
        }),
      )
      onStarted()
    } catch (failure) {
      setBusy(false)
      if (failure instanceof FailedRequest && !failure.shown)
        setProblem(
          [failure.message, ...Object.values(failure.body.fields ?? {})]
            .filter((text, n, all) => all.indexOf(text) === n)
            .join(' '),
        )
    }
  }
  return { start, problem, isBusy }
}

interface ChoicesProps {
  list: ShownList
  format: ExportFormat
  onFormat: (format: ExportFormat) => void
  scope: Scope
  onScope: (scope: Scope) => void
}

function Choices({ list: { of: resource, columns }, format, onFormat, scope, onScope }: ChoicesProps) {
  return (
    <>
      <Radio.Group label={t('Format')} value={format} onChange={(value) => onFormat(value as ExportFormat)}>
        <div className={classes['choices']}>
          {exportFormats.map((name) => (
            <Radio
              key={name}
              value={name}
              {...formatWords[name]()}
              {...(name === 'csv' && { 'data-autofocus': true })}
            />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group label={t('Columns')} value={scope} onChange={(value) => onScope(value as Scope)}>
        <div className={classes['choices']}>
          <Radio
            value="shown"
            label={t('{n, plural, one {The one column on screen} other {The # columns on screen}}', {
              n: columns.length,
            })}
          />
          <Radio value="all" label={t('All {n} columns', { n: allFields(resource).length })} />
        </div>
      </Radio.Group>
    </>
  )
}
