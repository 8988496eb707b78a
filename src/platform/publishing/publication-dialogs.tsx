import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { instant, ref } from '../../core/resource/fields.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useRecordTools } from '../../ui/resource/record-tools.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { reassignablePageReferences } from '../references/replacements.ts'
import { codeOf } from '../rich-text/marker-targets.ts'
import { publishEndpoint, unpublishEndpoint } from './publication.endpoints.ts'
import classes from './publication.module.css'

interface StepDialogProps {
  of: AnyResource
  record: AnyRecord
  onClose: () => void
}
/** Refusals that the dialog shows itself. */
const quiet: readonly number[] = [409, 422]
type Problems = Readonly<Record<string, string>>

/**
 * Sends a command and keeps what the server says of its fields. It goes to the record as it was when the dialog opened:
 * what a colleague saves in the meantime is not on screen here, so the server has to refuse.
 */
function useCommandOn({ of: resource, record: given, onClose }: StepDialogProps) {
  const [record] = useState(given)
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
      if (failure instanceof FailedRequest && quiet.includes(failure.status))
        setProblems(failure.body.fields ?? { '': failure.message })
    } finally {
      setBusy(false)
    }
  }
  return { record, problems, setProblems, isBusy, send }
}

/** What the server says of anything that the dialog has no input for, such as a page that is not ready. */
function OtherProblems({ problems, shown }: { problems: Problems; shown: readonly string[] }) {
  const others = Object.entries(problems).filter(([key]) => !shown.includes(key))
  return others.map(([key, message]) => (
    <p key={key} role="alert">
      {message}
    </p>
  ))
}

const atField = instant({ label: msg('Publish at') })
const untilField = instant({ label: msg('Unpublish at'), help: msg('Blank means no end.') })

/** When a page goes public by itself, and when it is taken down again. */
export function PlanDialog({ mayEnd, ...props }: StepDialogProps & { mayEnd: boolean }) {
  const { of: resource, onClose } = props
  const { record, problems, setProblems, isBusy, send } = useCommandOn(props)
  const isPublished = record['publication'] === 'published'
  const [draft, setDraft] = useState<Readonly<Record<string, unknown>>>({
    at: record['publishAt'],
    until: record['unpublishAt'],
  })
  const title = String(record[resource.title])
  const isPlanned =
    typeof record['publishAt'] === 'string' || (isPublished && typeof record['unpublishAt'] === 'string')
  const path = pathOf(publishEndpoint(resource), { id: record.id })
  const unplanned = isPublished ? { until: null } : { at: null, until: null }
  function input(key: 'at' | 'until', field: AnyField) {
    return inputOf(field, {
      name: key,
      value: draft[key],
      error: problems[key],
      errors: problems,
      readOnly: false,
      draft,
      record: null,
      onChange: (value) => {
        setDraft((before) => ({ ...before, [key]: value }))
        setProblems({})
      },
    })
  }
  function submit(): void {
    if (!isPublished && typeof draft['at'] !== 'string') return setProblems({ at: t('Choose a date and time.') })
    const body = isPublished ? { until: draft['until'] ?? null } : { at: draft['at'], until: draft['until'] ?? null }
    void send(path, body, t('Schedule of {title} saved', { title }))
  }
  const names = {
    end: t('Schedule unpublish of {title}', { title }),
    start: t('Schedule publication of {title}', { title }),
  }
  return (
    <Dialog title={isPublished ? names.end : names.start} onClose={onClose} isBusy={isBusy} size={440}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {!isPublished && input('at', atField)}
        {mayEnd && input('until', untilField)}
        <OtherProblems problems={problems} shown={['at', ...(mayEnd ? ['until'] : [])]} />
        <p className={classes['note']}>
          {t(
            'It’s checked again at that time. If something is missing then, it doesn’t change and its history says why.',
          )}
        </p>
        <div className={classes['end']}>
          {isPlanned && (
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => void send(path, unplanned, t('Schedule of {title} removed', { title }))}
            >
              {t('Remove schedule')}
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('Save schedule')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Says what would be broken, and asks where the address leads from now on. */
export function UnpublishDialog(props: StepDialogProps) {
  const { of: resource, onClose } = props
  const resources = useResources()
  const { record, problems, setProblems, isBusy, send } = useCommandOn(props)
  const [successor, setSuccessor] = useState<number | null>(null)
  const [isGone, setGone] = useState(false)
  const [isReassigned, setHandedOver] = useState(false)
  const uses = useReferring(resource, record)
  const title = String(record[resource.title])
  const isLinkable = codeOf(resource.name) !== null
  function submit(): void {
    if (successor === null && !isGone)
      return setProblems({ successorId: t('Choose a replacement page, or choose none.') })
    void send(
      pathOf(unpublishEndpoint(resource), { id: record.id }),
      { successorId: isGone ? null : successor, ...(!isGone && isReassigned && { reassignReferences: true }) },
      t('{title} unpublished', { title }),
    )
  }
  return (
    <Dialog title={t('Unpublish {title}?', { title })} onClose={onClose} isBusy={isBusy} size={480}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <p role="status">{usesWords(uses)}</p>
        {!isGone && (
          <SuccessorInput
            of={resource}
            chosen={successor}
            problems={problems}
            onChoose={(id) => {
              setSuccessor(id)
              setProblems({})
            }}
          />
        )}
        {!isGone &&
          uses !== undefined &&
          uses !== '' &&
          (reassignablePageReferences(resource, resources).length > 0 || isLinkable) && (
            <Checkbox
              label={
                isLinkable
                  ? t('Pages and links that refer to it point to the successor from now on')
                  : t('Pages that refer to it point to the successor from now on')
              }
              checked={isReassigned}
              onChange={(event) => setHandedOver(event.currentTarget.checked)}
              description={t('Sales and agreements keep their references, and so does a page’s category.')}
            />
          )}
        <Checkbox
          label={t('No replacement (410 Gone)')}
          checked={isGone}
          onChange={(event) => {
            setGone(event.currentTarget.checked)
            setProblems({})
          }}
        />
        <OtherProblems problems={problems} shown={isGone ? [] : ['successorId']} />
        <div className={classes['end']}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {t('Unpublish')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const usesWords = (uses: string | null | undefined): string =>
  uses === undefined
    ? t('Checking references…')
    : uses === null
      ? t('The references couldn’t be checked.')
      : uses === ''
        ? t('No references.')
        : t('{uses} The references stay, but the record is hidden.', { uses })

/** What refers to a record, in words; undefined until that is known, null where it can't be found out. */
function useReferring(resource: AnyResource, record: AnyRecord) {
  const care = useRecordTools()
  const { data } = useQuery({
    queryKey: [resource.name, 'uses', record.id],
    queryFn: async () => (await care?.usesOf(resource, record.id)) ?? null,
  })
  return data
}

interface SuccessorProps {
  of: AnyResource
  chosen: number | null
  problems: Problems
  onChoose: (id: number | null) => void
}

function SuccessorInput({ of: resource, chosen, problems, onChoose }: SuccessorProps) {
  const field = ref(resource, { label: 'Successor', help: 'Old links redirect to its page.' })
  return inputOf(field, {
    name: 'successorId',
    value: chosen,
    error: problems['successorId'],
    errors: problems,
    readOnly: false,
    draft: {},
    record: null,
    onChange: (value) => onChoose(typeof value === 'number' ? value : null),
  })
}
