import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useResources } from '../../ui/resource/resources.tsx'
import { progressOf } from './counts.ts'
import classes from './languages.module.css'
import type { Counted, FieldCounts } from './queue.endpoints.ts'
import type { QueueState } from './queue-state.web.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'

const storageKey = 'marquee.completeness'

// A browser that keeps nothing shows the sum.
function wasOpen(): boolean {
  try {
    return window.localStorage.getItem(storageKey) === 'open'
  } catch {
    return false
  }
}

function keepOpen(isOpen: boolean): void {
  try {
    window.localStorage.setItem(storageKey, isOpen ? 'open' : 'closed')
  } catch {
    // It is open as long as the page is.
  }
}

/** Every kind of record by every language: its progress, and a link to what is missing. */
export function CompletenessMatrix({ counted: { fields, locales }, state }: { counted: Counted; state: QueueState }) {
  const resources = useResources()
  const [isOpen, setOpen] = useState(wasOpen)
  const byResource = Map.groupBy(fields, ({ resource }) => resource)
  const rows = [...byResource]
    .map(([name, own]) => {
      const found = resources.find((resource) => resource.name === name)
      return { name, label: found ? t(found.label[1]) : name, own }
    })
    .filter(({ own }) => own.some(({ total }) => total > 0))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <section className={classes['completeness']} aria-labelledby="completeness">
      <div className={classes['headingRow']}>
        <h2 className={classes['heading']} id="completeness">
          {t('Completeness')}
        </h2>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          onClick={() => {
            keepOpen(!isOpen)
            setOpen(!isOpen)
          }}
        >
          {isOpen ? t('Show totals only') : t('Show all types')}
        </Button>
      </div>
      <div
        className={classes['matrixBox']}
        role="region"
        tabIndex={0}
        aria-label={t('Completeness by kind of record and language')}
      >
        <table className={classes['matrix']}>
          <thead>
            <tr>
              <th scope="col">{t('Kind of record')}</th>
              <th scope="col" className={classes['number']}>
                {t('Texts')}
              </th>
              {locales.map(({ code, name, isOnSite }) => (
                <th key={code} scope="col">
                  {languageName(code, name)}
                  {!isOnSite && <small> {t('in preparation')}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {isOpen &&
              rows.map(({ name, label, own }) => (
                <KindRow key={name} name={name} label={label} fields={own} locales={locales} state={state} />
              ))}
            <tr className={classes['sum']}>
              <th scope="row">{t('All texts')}</th>
              <td className={classes['number']}>{formatNumber(fields.reduce((sum, { total }) => sum + total, 0))}</td>
              {locales.map(({ code, name: language }) => (
                <Cell
                  key={code}
                  fields={fields}
                  locale={code}
                  label={t('All texts in {language}', { language: languageName(code, language) })}
                  state={state}
                  resource=""
                />
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface KindRowProps {
  /** The resource, for the filters. */
  readonly name: string
  readonly label: string
  readonly fields: readonly FieldCounts[]
  readonly locales: Counted['locales']
  readonly state: QueueState
}

/** One kind of record, with a cell for each language. */
function KindRow({ name, label, fields, locales, state }: KindRowProps) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={classes['number']}>{formatNumber(fields.reduce((sum, { total }) => sum + total, 0))}</td>
      {locales.map(({ code, name: language }) => (
        <Cell
          key={code}
          fields={fields}
          locale={code}
          label={t('{kind} in {language}', { kind: label, language: languageName(code, language) })}
          state={state}
          resource={name}
        />
      ))}
    </tr>
  )
}

function Cell({
  fields,
  locale,
  label,
  state,
  resource,
}: {
  fields: readonly FieldCounts[]
  locale: string
  label: string
  state: QueueState
  resource: string
}) {
  const progress = progressOf(fields, locale)
  const { unapproved } = progress
  const { missing, outdated } = progress.byStatus
  const isComplete = missing + outdated + unapproved === 0
  const isChosen = state.filters.locale === locale && state.filters.resource === resource
  const share = formatPercent(progress.share, 'measured')
  const words = isComplete
    ? t('complete')
    : [
        missing > 0 && t('{n} missing', { n: formatNumber(missing) }),
        outdated > 0 && t('{n} outdated', { n: formatNumber(outdated) }),
        unapproved > 0 && t('{n} not approved', { n: formatNumber(unapproved) }),
      ]
        .filter(Boolean)
        .join(', ')
  return (
    <td>
      <button
        type="button"
        className={classes['cell']}
        aria-pressed={isChosen}
        aria-label={`${share} ${words}, ${label}`}
        onClick={() => state.narrow(isChosen ? { locale: '', resource: '' } : { locale, resource })}
      >
        <span className={classes['bar']} aria-hidden>
          <span style={{ inlineSize: `${progress.share / 100}%` }} data-full={isComplete} />
        </span>
        <span className={classes['share']}>{share}</span> <small>{words}</small>
      </button>
    </td>
  )
}
