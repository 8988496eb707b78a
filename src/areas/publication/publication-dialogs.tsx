import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pathOf } from '../../kit/endpoint.ts'
import type { AnyField } from '../../kit/fields.ts'
import { instant, ref } from '../../kit/fields.ts'
import { http } from '../../kit/http-client.web.ts'
import { msg, t } from '../../kit/language.ts'
import { FailedRequest } from '../../kit/request-errors.web.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { inputOf } from '../../kit/screens/inputs.tsx'
import { useRecordCare } from '../../kit/screens/record-care.tsx'
import { useResources } from '../../kit/screens/resources.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { handedOverByPages } from '../successors/handed-over.ts'
import { codeOf } from '../rich-text/marker-targets.ts'
import { publishEndpoint, unpublishEndpoint } from './publication-calls.ts'
import classes from './publication.module.css'

interface StepDialogProps { of: AnyResource; record: AnyRecord; onClose: () => void }
/** Refusals that the dialog shows itself. */
const quiet: readonly number[] = [409, 422]
type Problems = Readonly<Record<string, string>>

/** Sends a command and keeps what the server says of its fields. */
function useCommandOn({ of: resource, record, onClose }: StepDialogProps) {
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  async function send(path: string, body: object, said: string): Promise<void> {
    setBusy(true)
    try {
      await http.request('POST', path, { body, headers: { 'If-Match': `"${record.version}"` }, quiet })
      toast.success(said)
      await queries.invalidateQueries({ queryKey: [resource.name] })
      onClose()
    } catch (failure) {
      if (failure instanceof FailedRequest && quiet.includes(failure.status)) setProblems(failure.body.fields ?? { '': failure.message })
    } finally {
      setBusy(false)
    }
  }
  return { problems, setProblems, isBusy, send }
}

const atField = instant({ label: msg('Publish at') })
const untilField = instant({ label: msg('Take down at'), help: msg('Left empty, it stays.') })

/** When a page goes public by itself, and when it is taken down again. */
export function PlanDialog({ mayEnd, ...props }: StepDialogProps & { mayEnd: boolean }) {
  const { of: resource, record, onClose } = props
  const isPublished = record['publication'] === 'published'
  const { problems, setProblems, isBusy, send } = useCommandOn(props)
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({ at: record['publishAt'], until: record['unpublishAt'] })
  const title = String(record[resource.title])
  const isPlanned = typeof record['publishAt'] === 'string' || (isPublished && typeof record['unpublishAt'] === 'string')
  const path = pathOf(publishEndpoint(resource), { id: record.id })
  function input(key: 'at' | 'until', field: AnyField) {
    return inputOf(field, {
      name: key, value: draft[key], error: problems[key], errors: problems, readOnly: false, draft, record: null,
      onChange: (value) => {
        setDraft((before) => ({ ...before, [key]: value }))
        setProblems({})
      },
    })
  }
  function submit(): void {
    if (!isPublished && typeof draft['at'] !== 'string') return setProblems({ at: t('Say when.') })
    const body = isPublished ? { until: draft['until'] ?? null } : { at: draft['at'], until: draft['until'] ?? null }
    void send(path, body, t('The plan for {title} is saved', { title }))
  }
  return (
    <Dialog title={isPublished ? t('Plan the end of {title}', { title }) : t('Plan the publication of {title}', { title })} onClose={onClose} size={440}>
      <form noValidate className={classes['dialog']} onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}>
        {!isPublished && input('at', atField)}
        {mayEnd && input('until', untilField)}
        <p className={classes['note']}>{t('What it needs is looked at again at that moment. Where something is missing by then, it stays as it is and its history says why.')}</p>
        <div className={classes['end']}>
          {isPlanned && <Button variant="default" disabled={isBusy} onClick={() => void send(path, isPublished ? { until: null } : { at: null, until: null }, t('The plan for {title} is taken back', { title }))}>{t('Take the plan back')}</Button>}
          <Button variant="default" disabled={isBusy} onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" loading={isBusy}>{t('Plan')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Says what would be broken, and asks where the address leads from now on. */
export function UnpublishDialog(props: StepDialogProps) {
  const { of: resource, record, onClose } = props
  const care = useRecordCare()
  const resources = useResources()
  const { problems, setProblems, isBusy, send } = useCommandOn(props)
  const [successor, setSuccessor] = useState<number | null>(null)
  const [isGone, setGone] = useState(false)
  const [isHandedOver, setHandedOver] = useState(false)
  const { data } = useQuery({ queryKey: [resource.name, 'consequences', record.id], queryFn: () => care?.consequencesOf(resource, record.id) ?? null })
  const [one, title] = [inSentence(t(resource.label[0])), String(record[resource.title])]
  const isLinkable = codeOf(resource.name) !== null
  function submit(): void {
    if (successor === null && !isGone) return setProblems({ successorId: t('Choose the page that takes its place, or say that none does.') })
    void send(pathOf(unpublishEndpoint(resource), { id: record.id }), { successorId: isGone ? null : successor, ...(!isGone && isHandedOver && { handOver: true }) }, t('{title} is taken down', { title }))
  }
  return (
    <Dialog title={t('Take {title} down?', { title })} onClose={onClose} size={480}>
      <form noValidate className={classes['dialog']} onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}>
        <p role="status">{data === undefined ? t('Looking for what refers to it…') : data?.uses ? t('{uses} They go on referring to it while nobody can see it.', { uses: data.uses }) : t('Nothing refers to it.')}</p>
        {!isGone && inputOf(ref(resource.name, { label: 'Successor', help: 'Visitors who follow an old link come to its page.' }), {
          name: 'successorId', value: successor, error: problems['successorId'], errors: problems, readOnly: false, draft: {}, record: null,
          onChange: (value) => {
            setSuccessor(typeof value === 'number' ? value : null)
            setProblems({})
          },
        })}
        {!isGone && data?.uses && (handedOverByPages(resource, resources).length > 0 || isLinkable) && (
          <Checkbox
            label={isLinkable ? t('Pages and link markers that refer to it refer to the successor from now on') : t('Pages that refer to it refer to the successor from now on')} checked={isHandedOver} onChange={(event) => setHandedOver(event.currentTarget.checked)}
            description={t('What was sold or agreed keeps what it was about, and so does where a page is filed.')}
          />
        )}
        <Checkbox label={t('No {one} takes its place: its address says that it is gone', { one })} checked={isGone} onChange={(event) => {
          setGone(event.currentTarget.checked)
          setProblems({})
        }} />
        {problems[''] !== undefined && <p role="alert">{problems['']}</p>}
        <div className={classes['end']}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" color="red" loading={isBusy}>{t('Take down')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
