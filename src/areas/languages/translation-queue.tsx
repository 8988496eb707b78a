import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldOf } from '../../kit/resource.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { labelOf } from '../../kit/fields.ts'
import { formatNumber, nameOf } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import { plainOfRichText } from '../../kit/rich-text-plain.ts'
import { Chip } from '../../kit/screens/cells.tsx'
import { useAnswer, useCommand } from '../../kit/screens/client.web.ts'
import { useResources } from '../../kit/screens/resources.tsx'
import { Failure } from '../../kit/screens/states.tsx'
import { useMay } from '../../kit/session.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { shownStatuses } from '../translations/translatable.ts'
import type { ShownStatus } from '../translations/translatable.ts'
import { countOf, progressOf } from './counts.ts'
import classes from './languages.module.css'
import type { Counted, Unit } from './queue-calls.ts'
import { approveUnits, deepest, listUnits, pageSize } from './queue-calls.ts'
import type { QueueState } from './queue-state.web.ts'
import { statusTones, statusWords } from './status-words.ts'

interface QueueProps { counted: Counted; state: QueueState; onChanged: () => void }

const usual: readonly ShownStatus[] = ['missing', 'outdated']
const keyOf = ({ resource, recordId, field, locale }: Unit) => `${resource} ${recordId} ${field} ${locale}`

/** What is to be translated or approved, what sells best first. */
export function TranslationQueue({ counted, state, onChanged }: QueueProps) {
  const resources = useResources()
  const mayWrite = useMay()('write', 'translations')
  const { data, error, refetch } = useAnswer(listUnits, { query: { ...state.query, offset: String(state.offset) } })
  const approve = useCommand(approveUnits, { quiet: [422] })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map())
  const units = data?.units ?? []
  const approvable = units.flatMap(({ id, status }) => (id !== null && status !== 'approved' && status !== 'outdated' ? [id] : []))
  const selected = approvable.filter((id) => chosen.has(id))

  async function approveChosen(): Promise<void> {
    const { approved, refused: left } = await approve.mutateAsync({ input: { ids: selected } })
    setRefused(new Map(left.map(({ id, message }) => [id, message])))
    setChosen(new Set(left.map(({ id }) => id)))
    if (approved > 0) toast.success(t('{n, plural, one {# text approved} other {# texts approved}}', { n: approved }))
    if (left.length > 0) toast.warning(t('{n, plural, one {# text was} other {# texts were}} not approved: the reason is beside it.', { n: left.length }), { duration: 8000 })
    await refetch()
    onChanged()
  }

  return (
    <section aria-labelledby="queue">
      <h2 className={classes['heading']} id="queue">{t('Texts')}</h2>
      <Filters counted={counted} state={state} resources={resources} />
      {error && !data && <Failure error={error} onRetry={() => void refetch()} what={t('Texts')} />}
      {mayWrite && approvable.length > 0 && (
        <div className={classes['commands']}>
          <Checkbox
            label={t('Select all that can be approved')} checked={selected.length === approvable.length} indeterminate={selected.length > 0 && selected.length < approvable.length}
            onChange={(event) => setChosen(new Set(event.currentTarget.checked ? approvable : []))}
          />
          <Button variant="default" leftSection={<IconChecks size={15} aria-hidden />} disabled={selected.length === 0} loading={approve.isPending} onClick={() => void approveChosen()}>
            {t('{n, plural, =0 {Approve} one {Approve # text} other {Approve # texts}}', { n: selected.length })}
          </Button>
        </div>
      )}
      {data && units.length === 0 && <p className={classes['empty']}>{t('Nothing here: every text that matches is done.')}</p>}
      {units.length > 0 && (
        <ul className={classes['queue']}>
          {units.map((unit) => (
            <Row
              key={keyOf(unit)} unit={unit} resource={resources.find(({ name }) => name === unit.resource)} state={state} problem={unit.id === null ? undefined : refused.get(unit.id)}
              check={mayWrite && unit.id !== null && approvable.includes(unit.id) ? { isChosen: chosen.has(unit.id), choose: (isChosen) => {
                setChosen((before) => new Set(isChosen && unit.id !== null ? [...before, unit.id] : [...before].filter((id) => id !== unit.id)))
              } } : null}
            />
          ))}
        </ul>
      )}
      <nav className={classes['pages']} aria-label={t('Pagination')}>
        {units.length > 0 && <span>{t('Texts {first} to {last}', { first: formatNumber(state.offset + 1), last: formatNumber(state.offset + units.length) })}</span>}
        <Button variant="default" size="compact-sm" disabled={state.offset === 0} onClick={() => state.goTo(Math.max(0, state.offset - pageSize))}>{t('Previous page')}</Button>
        <Button variant="default" size="compact-sm" disabled={data?.hasMore !== true || state.offset + pageSize > deepest} onClick={() => state.goTo(state.offset + pageSize)}>{t('Next page')}</Button>
      </nav>
    </section>
  )
}

function Filters({ counted, state, resources }: { counted: Counted; state: QueueState; resources: readonly AnyResource[] }) {
  const { filters } = state
  const locales = counted.locales.filter(({ code }) => filters.locale === '' || code === filters.locale)
  const own = counted.fields.filter(({ resource }) => filters.resource === '' || resource === filters.resource)
  const ofField = own.filter(({ field }) => filters.field === '' || field === filters.field)
  const count = (statuses: readonly ShownStatus[]) => formatNumber(locales.reduce((sum, { code }) => sum + countOf(progressOf(ofField, code), statuses), 0))
  const labelled = (name: string) => {
    const found = resources.find((resource) => resource.name === name)
    return found ? t(found.label[1]) : name
  }
  const chosen = resources.find(({ name }) => name === filters.resource)
  const names = [...new Set(counted.fields.map(({ resource }) => resource))].map((value) => ({ value, label: labelled(value) })).toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <div className={classes['filters']} role="group" aria-label={t('Filters')}>
      <NativeSelect
        label={t('Status')} value={filters.status} onChange={(event) => state.narrow({ status: event.currentTarget.value })}
        data={[
          { value: '', label: t('Missing or outdated ({n})', { n: count(usual) }) },
          ...shownStatuses.map((status) => ({ value: status, label: t('{status} ({n})', { status: t(statusWords[status]), n: count([status]) }) })),
        ]}
      />
      <NativeSelect
        label={t('Language')} value={filters.locale} onChange={(event) => state.narrow({ locale: event.currentTarget.value })}
        data={[{ value: '', label: t('Every language') }, ...counted.locales.map(({ code, name }) => ({ value: code, label: t(name) }))]}
      />
      <NativeSelect
        label={t('Kind of record')} value={filters.resource} onChange={(event) => state.narrow({ resource: event.currentTarget.value })}
        data={[{ value: '', label: t('Every kind') }, ...names]}
      />
      <NativeSelect
        label={t('Field')} value={filters.field} disabled={!chosen} onChange={(event) => state.narrow({ field: event.currentTarget.value })}
        data={[{ value: '', label: t('Every field') }, ...(chosen ? own.map(({ field }) => ({ value: field, label: labelOf(field, fieldOf(chosen, field) ?? {}) })) : [])]}
      />
    </div>
  )
}

interface RowProps {
  unit: Unit; resource: AnyResource | undefined; state: QueueState; problem: string | undefined
  check: { readonly isChosen: boolean; choose(isChosen: boolean): void } | null
}

function Row({ unit, resource, state, problem, check }: RowProps) {
  const { title, field, locale, status, source, text, orders, recordId, translator } = unit
  const name = labelOf(field, resource ? fieldOf(resource, field) ?? {} : {})
  const language = nameOf('language', locale)
  const told = problem ?? unit.problem
  return (
    <li>
      <div className={classes['rowHead']}>
        {check && <Checkbox checked={check.isChosen} aria-label={t('Select {field} of {title} in {language}', { field: name, title, language })} onChange={(event) => check.choose(event.currentTarget.checked)} />}
        <button
          type="button" className={classes['open']} aria-label={t('{title}, {field} in {language}', { title, field: name, language })}
          onClick={() => state.edit(`${unit.resource}:${recordId}`, locale)}
        >
          {title}
        </button>
        <span>{resource ? t(resource.label[0]) : unit.resource} · {name} · {language}</span>
        <Chip tone={statusTones[status]}>{t(statusWords[status])}</Chip>
        <span className={classes['worth']}>{orders > 0 && t('{n, plural, one {# order} other {# orders}} in 90 days', { n: orders })}</span>
      </div>
      <p className={classes['source']}>{plainOfRichText(source)}</p>
      {text !== null && <p className={classes['target']} lang={locale}>{plainOfRichText(text)}{translator !== null && <small> {translator}</small>}</p>}
      {told !== null && told !== undefined && <p className={classes['problem']}>{told}</p>}
    </li>
  )
}
