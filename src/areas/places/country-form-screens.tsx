import { lazy, Suspense } from 'react'
import { formatInstant } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useRecord } from '../../kit/screens/client.web.ts'
import { FormScreen } from '../../kit/screens/form-screen.tsx'
import { useMay } from '../../kit/session.web.ts'
import { continents } from './continents.ts'
import type { BlockReason } from './countries.ts'
import { blockReasonLabels, countries } from './countries.ts'
import { MarketCommands } from './market-commands.tsx'
import classes from './places.module.css'

const CountryCitiesPanel = lazy(async () => ({ default: (await import('./country-cities-panel.tsx')).CountryCitiesPanel }))

const codes: ReadonlySet<string> = new Set(['code', 'alpha3', 'numericCode'])
/** Whoever got a code wrong deletes the record while nothing refers to it, and makes another one. */
const hasSettledCode = (_record: AnyRecord, key: string) => codes.has(key)

export function ContinentFormScreen() {
  return <FormScreen of={continents} isSettled={hasSettledCode} />
}

const below = ({ id }: AnyRecord) => <Suspense><CountryCitiesPanel id={id} /></Suspense>

export function CountryFormScreen() {
  return <FormScreen of={countries} isSettled={hasSettledCode} aside={(record) => <MarketPanel id={record.id} />} below={below} />
}

/** Whether the country is a market, since when and why not, with the switch. */
function MarketPanel({ id }: { id: number }) {
  // The switch changes the record beside the form, which keeps what it was opened with.
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
          {blockNote !== null && <><br />{blockNote}</>}
        </p>
      )}
      {may('write', 'places') && <div className={classes['row']}><MarketCommands countries={[country]} /></div>}
    </section>
  )
}
