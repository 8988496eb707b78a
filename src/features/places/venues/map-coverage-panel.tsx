import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../core/browser/session.web.ts'
import { formatMoney, formatNumber } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { Filled } from '../../../ui/resource/screen-parts.web.ts'
import { AnswerPanel } from '../../../ui/resource/answer-panel.tsx'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { MapCoverage } from './map-coverage.ts'
import { placeListings } from './map-coverage.ts'
import { refreshMapCoverage, useMapCoverage } from './map-coverage.web.ts'
import { mapWording } from './map-wording.ts'
import classes from './map-coverage.module.css'
import type { Unplaced } from './unplaced-dialogs.tsx'
import { venues } from './venues.ts'

const AddSectionDialog = lazy(async () => ({ default: (await import('./unplaced-dialogs.tsx')).AddSectionDialog }))

type Stake = MapCoverage['stake']
interface Counts {
  readonly listings: number
  readonly placed: number
}

/** Below a venue: the share of listings that its map covers, by section and provider, with the money at stake. */
export function MapCoveragePanel({
  venue,
  mayWrite,
}: {
  venue: { readonly id: number; readonly version: number }
  mayWrite: boolean
}) {
  const { id } = venue
  const answer = useMapCoverage(venue)
  const place = useCommand(placeListings, { refresh: [venues] })
  return (
    <AnswerPanel
      title={t('Listings on the map')}
      answer={answer}
      className={classes['panel']}
      commands={
        mayWrite &&
        answer.data &&
        answer.data.listings > 0 && (
          <Button
            variant="default"
            loading={place.isPending}
            onClick={() =>
              place.mutate(
                { input: { ids: [id] } },
                {
                  onSuccess: ({ listings }) => {
                    toast.info(
                      t('{n, plural, one {# listing is} other {# listings are}} being placed again', { n: listings }),
                    )
                    void answer.refetch()
                  },
                },
              )
            }
          >
            {t('Place again')}
          </Button>
        )
      }
    >
      {(coverage) =>
        coverage.listings === 0 ? (
          <p className={classes['soft']}>{t('No listings for its upcoming performances.')}</p>
        ) : (
          <Heat coverage={coverage} venueId={id} mayWrite={mayWrite} />
        )
      }
    </AnswerPanel>
  )
}

const shareOf = ({ listings, placed }: Counts) => (listings === 0 ? 1 : placed / listings)
/** 0 is nowhere on the map, 4 all of it. */
const levelOf = (counts: Counts) => Math.floor(shareOf(counts) * 4)

function Money({ stake }: { stake: Stake }) {
  return stake.length === 0
    ? '–'
    : stake.map(({ currency, amount }) => (
        <span key={currency} className={classes['money']}>
          {formatMoney(amount, currency)}
        </span>
      ))
}

/** The dialog that is open about a section that is not on the map. */
interface Asked {
  readonly what: 'add' | 'map'
  readonly of: Unplaced
}

interface HeatProps {
  readonly coverage: MapCoverage
  readonly venueId: number
  readonly mayWrite: boolean
}

function Heat({ coverage, venueId, mayWrite }: HeatProps) {
  const { stake, providers, sections, total } = coverage
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayMap = useMay()('write', 'settings')
  return (
    <>
      <Summary coverage={coverage} />
      <div
        className={classes['scroll']}
        role="region"
        tabIndex={0}
        aria-label={t('Share of listings placed, by section and provider')}
      >
        <table className={classes['heat']}>
          <thead>
            <tr>
              <th scope="col">{t('Section, as providers spell it')}</th>
              <th scope="col">{t('On the map')}</th>
              {providers.map(({ id, name }) => (
                <th key={id} scope="col" className={classes['cell']}>
                  {name}
                </th>
              ))}
              <th scope="col" className={classes['number']}>
                {t('At stake')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sections.map((section) => (
              <SectionRow
                key={section.section.toLowerCase()}
                section={section}
                providers={providers}
                onMap={mayWrite && mayMap ? () => setAsked({ what: 'map', of: section }) : null}
                onAdd={mayWrite ? () => setAsked({ what: 'add', of: section }) : null}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('All sections')}</th>
              <td />
              {providers.map((provider) => (
                <Cell key={provider.id} counts={provider} />
              ))}
              <td className={classes['number']}>
                <Money stake={stake} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {asked && <AskedDialog asked={asked} venueId={venueId} onClose={() => setAsked(null)} />}
      {total > sections.length && (
        <p className={classes['soft']}>
          {t('The {n} with the most at stake, of {total}.', { n: sections.length, total })}
        </p>
      )}
    </>
  )
}

interface AskedDialogProps {
  readonly asked: Asked
  readonly venueId: number
  readonly onClose: () => void
}

function AskedDialog({ asked, venueId, onClose }: AskedDialogProps) {
  const queries = useQueryClient()
  return (
    <Suspense>
      {asked.what === 'map' ? (
        <Filled
          slot={mapWording}
          props={{
            venueId,
            wording: asked.of.section,
            configurations: asked.of.configurations,
            onClose,
            onMapped: () => void refreshMapCoverage(queries, venueId),
          }}
        />
      ) : (
        <AddSectionDialog venueId={venueId} unplaced={asked.of} onClose={onClose} />
      )}
    </Suspense>
  )
}

function Summary({ coverage: { listings, placed, tickets, stake, due } }: Pick<HeatProps, 'coverage'>) {
  return (
    <p>
      {t(
        '{placed} of {n, plural, one {# listing} other {# listings}} placed, {tickets, plural, one {# ticket} other {# tickets}} offered.',
        { placed, n: listings, tickets },
      )}{' '}
      {stake.length > 0 && (
        <>
          {t('At stake, because their section is not on the map:')}{' '}
          <strong>
            <Money stake={stake} />
          </strong>
          .{' '}
        </>
      )}
      {due > 0 && t('{n, plural, one {# is} other {# are}} still to be placed.', { n: due })}
    </p>
  )
}

interface SectionRowProps {
  readonly section: MapCoverage['sections'][number]
  readonly providers: MapCoverage['providers']
  /** Null without permission. */
  readonly onMap: (() => void) | null
  readonly onAdd: (() => void) | null
}

/** A section as providers spell it, with the share of its listings that is on the map. */
function SectionRow({ section, providers, onMap, onAdd }: SectionRowProps) {
  return (
    <tr>
      <th scope="row">{section.section}</th>
      <td>
        {section.placedAs ??
          (section.placed > 0 ? t('Partly') : <span className={classes['missing']}>{t('Not found')}</span>)}
        {onAdd && section.configurations.length > 0 && (
          <span className={classes['commands']}>
            {onMap && (
              <Button size="compact-sm" variant="default" onClick={onMap}>
                {t('Map to…')} <span className="visually-hidden">{section.section}</span>
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={onAdd}>
              {t('Add section…')} <span className="visually-hidden">{section.section}</span>
            </Button>
          </span>
        )}
      </td>
      {providers.map(({ id }) => (
        <Cell key={id} counts={section.providers.find((one) => one.id === id)} />
      ))}
      <td className={classes['number']}>
        <Money stake={section.stake} />
      </td>
    </tr>
  )
}

function Cell({ counts }: { counts: Counts | undefined }) {
  if (!counts) return <td className={classes['cell']} />
  return (
    <td className={classes['cell']} data-level={levelOf(counts)}>
      {t('{placed} of {n}', { placed: formatNumber(counts.placed), n: formatNumber(counts.listings) })}
    </td>
  )
}
