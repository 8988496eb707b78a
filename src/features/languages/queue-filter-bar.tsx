import { labelOf } from '../../core/resource/fields.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf } from '../../core/resource/resource.ts'
import { ChoiceFilter } from '../../ui/resource/choice-filter.tsx'
import { SearchBox } from '../../ui/resource/list-search-box.tsx'
import type { ShownStatus } from '../../platform/translations/store/translatable.ts'
import { shownStatuses } from '../../platform/translations/store/translatable.ts'
import { countOf, progressOf } from './counts.ts'
import classes from './languages.module.css'
import type { Counted, Translator } from './queue.endpoints.ts'
import type { QueueState } from './queue-state.web.ts'
import { statusWords } from './status-labels.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'

const usual: readonly ShownStatus[] = ['missing', 'outdated']

const asChoice = ({ id, name }: Translator) => ({ value: String(id), label: name })

interface FilterBarProps {
  counted: Counted
  state: QueueState
  resources: readonly AnyResource[]
  people: readonly Translator[]
}

/** The queue's filters, each option with its number of texts. */
export function QueueFilterBar({ counted, state, resources, people }: FilterBarProps) {
  const { filters } = state
  const locales = counted.locales.filter(({ code }) => filters.locale === '' || code === filters.locale)
  const own = counted.fields.filter(({ resource }) => filters.resource === '' || resource === filters.resource)
  const ofField = own.filter(({ field }) => filters.field === '' || field === filters.field)
  const count = (statuses: readonly ShownStatus[]) =>
    formatNumber(locales.reduce((sum, { code }) => sum + countOf(progressOf(ofField, code), statuses), 0))
  const chosen = resources.find(({ name }) => name === filters.resource)
  return (
    <>
      <SearchBox state={{ q: filters.q, setQ: (q) => state.narrow({ q }) }} what={t('texts')} />
      <div className={classes['filters']} role="group" aria-label={t('Filters')}>
        <Choice
          state={state}
          name="status"
          label={t('Status')}
          unless={filters.translator === '' ? t('Missing or outdated ({n})', { n: count(usual) }) : t('Status')}
          data={shownStatuses.map((status) => ({
            value: status,
            label: t('{status} ({n})', { status: t(statusWords[status]), n: count([status]) }),
          }))}
        />
        <Choice
          state={state}
          name="locale"
          label={t('Language')}
          data={counted.locales.map(({ code, name }) => ({ value: code, label: languageName(code, name) }))}
        />
        <Choice state={state} name="resource" label={t('Kind of record')} data={kindsOf(counted, resources)} />
        {chosen && (
          <Choice
            state={state}
            name="field"
            label={t('Field')}
            data={own.map(({ field }) => ({ value: field, label: labelOf(field, fieldOf(chosen, field) ?? {}) }))}
          />
        )}
        <Choice
          state={state}
          name="assignee"
          label={t('Assigned to')}
          data={[
            { value: 'me', label: t('Me, outdated first') },
            { value: 'none', label: t('No one') },
            ...people.filter(({ mayTranslate }) => mayTranslate).map(asChoice),
          ]}
        />
        <Choice
          state={state}
          name="translator"
          label={t('Written by')}
          data={[{ value: 'me', label: t('Me') }, ...people.filter(({ hasWritten }) => hasWritten).map(asChoice)]}
        />
      </div>
    </>
  )
}

/** The kinds of record that have texts, in the order of their names. */
function kindsOf(counted: Counted, resources: readonly AnyResource[]) {
  const labelled = (name: string) => {
    const found = resources.find((resource) => resource.name === name)
    return found ? t(found.label[1]) : name
  }
  return [...new Set(counted.fields.map(({ resource }) => resource))]
    .map((value) => ({ value, label: labelled(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}

interface ChoiceProps {
  readonly state: QueueState
  /** The filter that it sets. */
  readonly name: 'status' | 'locale' | 'resource' | 'field' | 'assignee' | 'translator'
  readonly label: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
  readonly unless?: string
}

/** One filter with its options. */
function Choice({ state, name, data, ...words }: ChoiceProps) {
  const value = state.filters[name]
  return (
    <ChoiceFilter
      {...words}
      value={value === '' ? null : value}
      options={data}
      onChange={(next) => state.narrow({ [name]: next ?? '' })}
    />
  )
}
