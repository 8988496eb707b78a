import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { integer, isWritable, text } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { recordQuery, useCommand } from '../../ui/resource/client.web.ts'
import { Section } from '../../ui/resource/form-parts.tsx'
import { inputOf } from '../../ui/resource/inputs.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { initialValue } from '../../core/resource/value-schemas.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { askEvery, downloadCodes, filterOf } from './batch-codes.web.ts'
import type { BatchProgress } from './coupon-batches.ts'
import { couponBatches, isGrowing } from './coupon-batches.ts'
import classes from './coupon-screens.module.css'
import { coupons } from './coupons.ts'
import type { GeneratedBatch } from './generate-coupons.ts'
import { generateCoupons } from './generate-coupons.ts'

const refresh = [coupons, couponBatches] as const
const batchFields = {
  count: integer({ required: true, label: 'How many', help: 'At most 100,000 at a time.' }),
  prefix: text({
    required: true,
    max: 20,
    case: 'upper',
    help: 'Each code starts with it, followed by ten random characters.',
  }),
}
const section = {
  title: msg('Value of each'),
  fields: [
    'name',
    'status',
    'kind',
    { field: 'percent', when: (draft: Values) => draft['kind'] === 'percent' },
    { field: 'amounts', when: (draft: Values) => draft['kind'] !== 'percent' },
    'totalLimit',
    'perCustomerLimit',
    'campaign',
    'validFrom',
    'validUntil',
    'timeZone',
  ],
}

type Values = Readonly<Record<string, unknown>>
interface GenerateDialogProps {
  /** The coupon that the new ones are to be like; null starts from nothing. */
  like: AnyRecord | null
  onClose: () => void
}

/** Asks how many codes, beginning with what, and what each is worth; then gives them as a file. */
export function GenerateDialog({ like, onClose }: GenerateDialogProps) {
  const [count, setCount] = useState<unknown>(100)
  const [prefix, setPrefix] = useState('')
  const [template, setTemplate] = useState<Values>(() => templateOf(like))
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const generate = useCommand(generateCoupons, { refresh, quiet: [409, 422, 503], once: true })
  const form = useRef<HTMLFormElement>(null)
  // On a phone the first field is far above the button that was pressed.
  useEffect(() => showFirstProblem(form.current), [problems])

  async function submit(): Promise<void> {
    setProblems({})
    try {
      await generate.mutateAsync({ input: { count: Number(count ?? 0), prefix, template } })
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      const fields = Object.entries(failure.body.fields ?? {})
      const named = fields.map(([key, message]) => [key.replace(/^template\./, ''), message])
      setProblems(fields.length > 0 ? Object.fromEntries(named) : { '': failure.message })
    }
  }

  if (generate.data) return <BatchMade batch={generate.data} onClose={onClose} />
  const shared = { errors: problems, readOnly: false, draft: {}, record: null }
  return (
    <Dialog title={t('Generate codes')} onClose={onClose} isBusy={generate.isPending} size={720}>
      {like && <p>{t('Everything else is the same as {value}.', { value: String(like['code']) })}</p>}
      <form
        ref={form}
        noValidate
        className={classes['dialog']}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className={classes['fields']}>
          {inputOf(batchFields.count, {
            ...shared,
            name: 'count',
            value: count,
            error: problems['count'],
            onChange: setCount,
          })}
          {inputOf(batchFields.prefix, {
            ...shared,
            name: 'prefix',
            value: prefix,
            error: problems['prefix'],
            onChange: (value) => setPrefix(String(value)),
          })}
        </div>
        <Section
          section={section}
          resource={coupons}
          draft={template}
          record={null}
          problems={problems}
          onChange={(key, value) => setTemplate((before) => ({ ...before, [key]: value }))}
        />
        <Unplaced problems={problems} template={template} />
        <div className={classes['buttons']}>
          <Button variant="default" onClick={onClose} disabled={generate.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={generate.isPending}>
            {t('Generate')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function showFirstProblem(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** What is wrong with a field that the dialog does not show, or with the call as a whole. */
function Unplaced({ problems, template }: { problems: Readonly<Record<string, string>>; template: Values }) {
  const shown = new Set([
    'count',
    'prefix',
    ...section.fields.flatMap((item) => (typeof item === 'string' ? [item] : item.when(template) ? [item.field] : [])),
  ])
  const rest = Object.entries(problems).filter(([path]) => !shown.has(path.split('.')[0] ?? ''))
  if (rest.length === 0) return null
  return (
    <div role="alert">
      {rest.map(([path, message]) => (
        <p key={path} className={classes['problem']}>
          {message}
        </p>
      ))}
    </div>
  )
}

function BatchMade({ batch: asked, onClose }: { batch: GeneratedBatch; onClose: () => void }) {
  const { data: batch = asked } = useQuery({
    ...recordQuery(couponBatches, asked.id),
    refetchInterval: ({ state }) => (isGrowing(state.data ?? asked) ? askEvery : false),
  })
  const may = useMay()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const list = paths(coupons.name, 'list')
  return (
    <Dialog title={titleOf(batch)} onClose={onClose} size={420}>
      {isGrowing(batch) && (
        <Progress value={(100 * batch.made) / batch.wanted} aria-label={t('Codes generated')} animated={false} />
      )}
      {batch.stoppedBecause !== null && <p role="alert">{batch.stoppedBecause}</p>}
      <p>
        {t('They begin with {prefix} and belong to the batch “{name}”.', { prefix: batch.prefix, name: batch.name })}
      </p>
      <div className={classes['buttons']}>
        {list && (
          <Button
            variant="default"
            onClick={() => {
              onClose()
              navigateTo(`${list}${filterOf(batch.id)}`)
            }}
          >
            {t('Show them')}
          </Button>
        )}
        {may('export', 'coupons') && (
          <Button disabled={isGrowing(batch)} onClick={() => void downloadCodes(batch.id)}>
            {t('Download CSV')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function titleOf({ made, wanted }: BatchProgress): string {
  return made < wanted
    ? t('{done} of {all} codes generated', { done: formatNumber(made), all: formatNumber(wanted) })
    : t('{made} codes generated', { made: formatNumber(made) })
}

function templateOf(like: AnyRecord | null): Values {
  const keys = Object.entries(coupons.fields).filter(([key, field]) => key !== 'code' && isWritable(field))
  return Object.fromEntries(keys.map(([key, field]) => [key, like ? like[key] : initialValue(field)]))
}
