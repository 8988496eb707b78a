import { Button, NativeSelect } from '@mantine/core'
import { IconArrowsRightLeft } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { ref } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { authors } from './authors.ts'
import classes from './authors.module.css'
import type { Afterwards } from './author.endpoints.ts'
import { moveBylines } from './author.endpoints.ts'

interface MoveBylinesProps {
  selected: readonly AnyRecord[]
  onDone: () => void
}

const toField = ref(authors, { required: true, label: msg('New author') })
const words: Readonly<Record<Afterwards, string>> = {
  stay: msg('Keep as is'),
  'take-down': msg('Unpublish their pages and redirect their URLs to the new author'),
  archive: msg('Unpublish and archive their pages'),
}

/** Moves the bylines of the selected authors to another author, who can replace them entirely. */
export function MoveBylines(props: MoveBylinesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsRightLeft size={15} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('Move bylines…')}
      </Button>
      {isOpen && (
        <Suspense>
          <MoveDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface Problem {
  readonly on: 'toId' | null
  readonly message: string
}

type Opened = MoveBylinesProps & { onClose: () => void }

/** What is chosen, what is wrong with it, and its sending. */
function useMove({ selected, onDone, onClose }: Opened) {
  const [toId, setToId] = useState<number | null>(null)
  const [afterwards, setAfterwards] = useState<Afterwards>('stay')
  const [problem, setProblem] = useState<Problem | null>(null)
  const move = useCommand(moveBylines, { refresh: [authors], quiet: [403, 404, 409, 422] })

  async function submit(): Promise<void> {
    if (toId === null) return setProblem({ on: 'toId', message: t('Choose an author.') })
    try {
      const done = await move.mutateAsync({ input: { ids: selected.map(({ id }) => id), toId, afterwards } })
      toast.success(doneWords(done))
      onClose()
      onDone()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      const onField = failure.body.fields?.['toId']
      setProblem(onField === undefined ? { on: null, message: failure.message } : { on: 'toId', message: onField })
    }
  }
  // Another choice can be right.
  const choosing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setProblem(null)
    }
  return {
    toId,
    setToId: choosing(setToId),
    afterwards,
    setAfterwards: choosing(setAfterwards),
    problem,
    submit,
    isPending: move.isPending,
  }
}

function MoveDialog(props: Opened) {
  const { selected, onClose } = props
  // Its first input asks for them: the dialog opens with that in it, so that it has the focus.
  useResources()
  const { toId, setToId, afterwards, setAfterwards, problem, submit, isPending } = useMove(props)
  const pages = selected.reduce((sum, { pageCount }) => sum + Number(pageCount ?? 0), 0)
  const offered = useOffered(selected)

  return (
    <Dialog title={t('Move bylines')} onClose={onClose} isBusy={isPending} size={480}>
      <form
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <p>
          {t(
            '{pages, plural, =0 {No page carries} one {# page carries} other {# pages carry}} the name of {authors, plural, one {the selected author} other {one of the # selected authors}}.',
            { pages, authors: selected.length },
          )}
        </p>
        <AuthorInput value={toId} error={problem?.on === 'toId' ? problem.message : undefined} onChange={setToId} />
        {offered.length > 1 && (
          <NativeSelect
            label={t('The selected authors')}
            value={afterwards}
            data={offered.map((value) => ({ value, label: t(words[value]) }))}
            onChange={(event) => setAfterwards(offered.find((value) => value === event.currentTarget.value) ?? 'stay')}
          />
        )}
        <p className={classes['help']}>
          {t('All or nothing: if you can’t change one of the pages, none changes. At most {most} pages at once.', {
            most: formatNumber(1_000),
          })}
        </p>
        {problem !== null && problem.on === null && (
          <p role="alert" className={classes['problem']}>
            {problem.message}
          </p>
        )}
        <div className={classes['end']}>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Move')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What can become of the selected authors. */
function useOffered(selected: readonly AnyRecord[]): readonly Afterwards[] {
  const may = useMay()
  // Unpublishing needs permission to publish; authors who are not public can be archived without it.
  const mayTakeDown = may('publish', authors.access.object)
  const isPublic = selected.some(({ publication }) => publication === 'published')
  return [
    'stay',
    ...(mayTakeDown ? (['take-down'] as const) : []),
    ...(mayTakeDown || !isPublic ? (['archive'] as const) : []),
  ]
}

function doneWords({ moved, takenDown, archived }: { moved: number; takenDown: number; archived: number }): string {
  return [
    t('{n, plural, one {# byline moved} other {# bylines moved}}', { n: moved }),
    ...(takenDown > 0
      ? [t('{n, plural, one {# author unpublished} other {# authors unpublished}}', { n: takenDown })]
      : []),
    ...(archived > 0 ? [t('{n, plural, one {# author archived} other {# authors archived}}', { n: archived })] : []),
  ].join(', ')
}

interface AuthorInputProps {
  value: number | null
  error: string | undefined
  onChange: (id: number | null) => void
}

function AuthorInput({ value, error, onChange }: AuthorInputProps) {
  return inputOf(toField, {
    name: 'toId',
    value,
    error,
    errors: {},
    readOnly: false,
    draft: {},
    record: null,
    onChange: (id) => onChange(typeof id === 'number' ? id : null),
  })
}
