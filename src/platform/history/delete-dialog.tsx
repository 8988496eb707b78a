import { Button, Checkbox } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useMemo, useState } from 'react'
import { pathOf } from '../../core/http/endpoint.ts'
import { ref } from '../../core/resource/fields.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { http } from '../../core/browser/http-client.web.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer, useRecord } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import type { DeletionProps } from '../../ui/resource/record-tools.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { Failure } from '../../ui/resource/states.tsx'
import { useDeletionTold } from '../../ui/resource/undo.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { DeletionPreview } from '../deletion/deletion.endpoints.ts'
import { deleteEndpoint } from '../deletion/deletion.endpoints.ts'
import { sharedKeyOf } from '../references/replacements.ts'
import { previewDeletion } from './deletion-impact.web.ts'
import type { UsedBy } from './record.endpoints.ts'
import { usedByEndpoint } from './record.endpoints.ts'
import classes from './record-history.module.css'
import { LinkList, UseList } from './use-lists.tsx'
import { countWords, usedByWords } from './use-labels.ts'

/** Refusals that the dialog shows itself. */
const quiet: readonly number[] = [409, 412, 422]

/** Says what deleting a record would break, and asks which other one takes its place, or whether none does. */
export function DeleteDialog({ of: resource, record, onClose, onDeleted }: DeletionProps) {
  const { data, error, refetch } = useAnswer(usedByEndpoint(resource), { params: { id: record.id } })
  const preview = usePreview(resource, record.id, null)
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      title={t('Delete {named}?', { named: `${inSentence(t(resource.label[0]))} ${String(record[resource.title])}` })}
      onClose={onClose}
      isBusy={isBusy}
      size={520}
    >
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} what={t('Used by')} />
      ) : preview.error && !preview.data ? (
        <Failure error={preview.error} onRetry={() => void preview.refetch()} what={t('Used by')} />
      ) : data && preview.data ? (
        <DeletionForm
          of={resource}
          record={record}
          used={data}
          alone={preview.data}
          isBusy={isBusy}
          onBusy={setBusy}
          onClose={onClose}
          onDeleted={onDeleted}
        />
      ) : (
        <p role="status">{t('Checking references…')}</p>
      )}
    </Dialog>
  )
}

/** A page that a visitor could have followed a link to. */
const hadAddress = (resource: AnyResource, record: AnyRecord) =>
  resource.page !== undefined && typeof record['publishedAt'] === 'string'

interface DeletionFormProps extends DeletionProps {
  used: UsedBy
  /** Whether it could be deleted without a successor. */
  alone: DeletionPreview
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
}

function DeletionForm(props: DeletionFormProps) {
  const { of: resource, record, used, alone, isBusy, onClose } = props
  const { problems, setProblems, send } = useDeletion(props)
  const [successor, setSuccessor] = useState<number | null>(null)
  const [hasNone, setNone] = useState(false)
  const { data: found } = useRecord(resource, hasNone ? null : successor)
  const { data: rehearsed } = usePreview(resource, record.id, successor, successor !== null && !hasNone)
  const among = useSuccessors(resource, record)
  const one = inSentence(t(resource.label[0]))
  const given = used.uses.filter(({ isReassigned }) => isReassigned)
  const obstacle = !hasNone && successor !== null && rehearsed?.isPossible === false ? rehearsed.why : null
  const title = found === undefined ? null : String(found[resource.title])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (successor === null && !hasNone)
      return setProblems({
        successorId: alone.isPossible
          ? t('Choose a replacement {one}, or choose none.', { one })
          : t('Choose a replacement {one}.', { one }),
      })
    if (obstacle === null)
      void send(hasNone || successor === null ? null : { id: successor, title: title ?? `#${successor}` })
  }

  return (
    <form noValidate className={classes['deletion']} onSubmit={submit}>
      <Uses of={resource} record={record} used={used} hasNone={hasNone} />
      {!hasNone &&
        inputOf(ref(resource, { label: 'Successor', help: msg('Replaces it in everything above.') }), {
          name: 'successorId',
          value: successor,
          error: problems['successorId'] ?? obstacle ?? undefined,
          errors: problems,
          readOnly: false,
          draft: {},
          record: null,
          among,
          // Where only the record itself is left out, a new one can replace it.
          canBeNew: Object.keys(among).length === 1,
          onChange: (value) => {
            setSuccessor(typeof value === 'number' ? value : null)
            setProblems({})
          },
        })}
      {!hasNone && title !== null && rehearsed?.isPossible && (
        <Handover of={resource} record={record} given={given} title={title} />
      )}
      {alone.isPossible ? (
        <Checkbox
          label={t('No replacement: references and links to it break')}
          checked={hasNone}
          onChange={(event) => {
            setNone(event.currentTarget.checked)
            setProblems({})
          }}
        />
      ) : (
        <p className={classes['note']}>
          {t('It needs a successor to be deleted.')} {alone.why}
        </p>
      )}
      {problems[''] !== undefined && (
        <p role="alert" className={classes['error']}>
          {problems['']}
        </p>
      )}
      <div className={classes['buttons']}>
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {t('Keep')}
        </Button>
        <Button type="submit" color="red" loading={isBusy}>
          {t('Delete')}
        </Button>
      </div>
    </form>
  )
}

/** The records that can take the place of another one. */
function useSuccessors(resource: AnyResource, record: AnyRecord) {
  return useMemo(() => {
    const shared = sharedKeyOf(resource)
    const same = shared === null ? undefined : record[shared]
    return {
      id: { not: record.id },
      ...(shared !== null && (typeof same === 'string' || typeof same === 'number') && { [shared]: same }),
      ...(hadAddress(resource, record) && { publication: 'published' }),
    }
  }, [resource, record])
}

interface UsesProps {
  of: AnyResource
  record: AnyRecord
  used: UsedBy
  /** Whether nothing takes its place. */
  hasNone: boolean
}

/** What refers and links to the record, and what becomes of that. */
function Uses({ of: resource, record, used, hasNone }: UsesProps) {
  const resources = useResources()
  const given = used.uses.filter(({ isReassigned }) => isReassigned)
  const kept = used.uses.filter(({ isReassigned }) => !isReassigned)
  return (
    <>
      <p role="status">{usedByWords(used, resources) || t('No references.')}</p>
      {given.length > 0 && (
        <section>
          <h3>{t('Goes to its successor')}</h3>
          <UseList uses={given} id={record.id} />
        </section>
      )}
      {kept.length > 0 && (
        <section>
          <h3>{t('Keeps what it was about')}</h3>
          <UseList uses={kept} id={record.id} />
        </section>
      )}
      {used.links.length > 0 && (
        <section>
          <h3>{used.hasMoreLinks ? t('First texts that link to it') : t('Texts that link to it')}</h3>
          <LinkList links={used.links} />
          <p className={classes['note']}>
            {hasNone
              ? t('The texts don’t change: their links break until they are edited.')
              : hadAddress(resource, record)
                ? t('Links to it point to the successor from then on, and its URL redirects to the successor’s page.')
                : t('Links to it point to the successor from then on.')}
          </p>
        </section>
      )}
    </>
  )
}

interface HandoverProps {
  of: AnyResource
  record: AnyRecord
  given: UsedBy['uses']
  /** That of the successor. */
  title: string
}

/** What the successor takes over. */
function Handover({ of: resource, record, given, title }: HandoverProps) {
  const resources = useResources()
  return (
    <p role="status">
      {[
        given.length > 0 && t('Moves to {title}: {what}.', { title, what: listOf(countWords(given, resources)) }),
        hadAddress(resource, record) && t('Its URL redirects to {title}.', { title }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function usePreview(resource: AnyResource, id: number, successor: number | null, enabled = true) {
  return useQuery({
    queryKey: [resource.name, 'deletion-preview', id, successor],
    queryFn: ({ signal }) => previewDeletion(resource, id, successor, signal),
    enabled,
    gcTime: 0,
  })
}

/** Deletes the record, reports what happened to its references, and keeps the server's messages about its fields. */
function useDeletion({ of: resource, record, used, onBusy, onClose, onDeleted }: DeletionFormProps) {
  const queries = useQueryClient()
  const tell = useDeletionTold(resource)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  async function send(successor: { readonly id: number; readonly title: string } | null): Promise<void> {
    onBusy(true)
    try {
      await http.request('DELETE', pathOf(deleteEndpoint(resource), { id: record.id }), {
        params: { successorId: successor?.id },
        headers: { 'If-Match': `"${record.version}"` },
        quiet,
      })
    } catch (failure) {
      if (failure instanceof FailedRequest && quiet.includes(failure.status))
        setProblems(failure.body.fields ?? { '': failure.message })
      // Only now: once it is deleted, it is busy until it is closed.
      return onBusy(false)
    }
    queries.removeQueries({ queryKey: [resource.name, 'record', record.id] })
    const others = new Set(used.uses.map(({ resource: name }) => name).filter((name) => name !== resource.name))
    await Promise.all(
      [[resource.name, 'list'], ...[...others].map((name) => [name])].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
    onClose()
    tell(record, successor === null ? undefined : messagesFor(hadAddress(resource, record), successor.title))
    onDeleted()
  }
  return { problems, setProblems, send }
}

/** Undoing brings the record back and nothing that has gone to its successor. */
function messagesFor(hasAddress: boolean, title: string): { done: string; undone: string } {
  const left = t('References stay with {title}', { title })
  return {
    done: t('{title} replaces it', { title }),
    undone: hasAddress
      ? [left, t('Its URL redirects to {title} until it is published again', { title })].join('. ')
      : left,
  }
}
