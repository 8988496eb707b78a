import { lazy, Suspense } from 'react'
import { formatInstant } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useRecord } from '../../../ui/resource/client.web.ts'
import { FormScreen } from '../../../ui/resource/form-screen.tsx'
import { useMay } from '../../../core/browser/session.web.ts'
import { continents } from '../geo/continents.ts'
import type { BlockReason } from '../geo/countries.ts'
import { blockReasonLabels, countries } from '../geo/countries.ts'
import { MarketCommands } from './market-commands.tsx'
import classes from '../geo/places.module.css'

const CountryCitiesPanel = lazy(async () => ({
  default: (await import('./country-cities-panel.tsx')).CountryCitiesPanel,
}))

const codes: ReadonlySet<string> = new Set(['code', 'alpha3', 'numericCode'])
/** To correct a wrong code, delete the record while nothing refers to it, and create another. */
const hasSettledCode = (_record: AnyRecord, key: string) => codes.has(key)

export function ContinentFormScreen() {
  return <FormScreen of={continents} isFieldLocked={hasSettledCode} />
}

const below = ({ id }: AnyRecord) => (
  <Suspense>
    <CountryCitiesPanel id={id} />
  </Suspense>
)

export function CountryFormScreen() {
  return (
    <FormScreen
      of={countries}
      isFieldLocked={hasSettledCode}
      aside={(record) => <MarketPanel id={record.id} />}
      below={below}
    />
  )
}

/** Whether the country is a market, since when and why not, with the switch. */
function MarketPanel({ id }: { id: number }) {
  // The switch changes the record outside the form, which keeps the values it was opened with.
  const { data: country } = useRecord(countries, id)
  const may = useMay()
  if (!country) return null
  const { isBlocked, blockedBecause, blockNote, blockedAt } = country
  return (
    <section className={classes['panel']} aria-label={t('Market')}>
      <h2>{t('Market')}</h2>
      <p data-state>{isBlocked ? t('Sales are blocked') : t('Sales are open')}</p>
      {isBlocked && (
        <p>
          {t(blockReasonLabels[blockedBecause as BlockReason])}
          {blockedAt !== null && <>, {t('since {moment}', { moment: formatInstant(blockedAt) })}</>}
          {blockNote !== null && (
            <>
              <br />
              {blockNote}
            </>
          )}
        </p>
      )}
      {may('write', 'places') && (
        <div className={classes['row']}>
          <MarketCommands countries={[country]} />
        </div>
      )}
    </section>
  )
}
