import { eitherOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AgeBand } from './age-coverage.ts'
import { gapsOf, goesByAge, lonelyOf, oldest, overlapsOf } from './age-coverage.ts'
import { unitLabels } from './product-age-bands.ts'
import type { RulerBand } from './product-units.web.ts'
import classes from './products.module.css'

const marks = [0, 18, 40, 60, 80, 100, 120] as const

const at = (age: number) => `${(age / (oldest + 1)) * 100}%`
const span = (from: number, to: number) => ({ insetInlineStart: at(from), inlineSize: at(to - from + 1) })

/** Minimum years for a band to fit its own label; narrower bands have the label beside them. */
const wideFrom = 25
const isWide = ({ minAge, maxAge }: AgeBand) => maxAge - minAge >= wideFrom
/** A band for a single option has a frame, and says why. */
function titleOf(band: RulerBand): string {
  const label = labelOf(band)
  return band.optionId === null ? label : t('{label}, this option only', { label })
}

function labelOf({ title, minAge, maxAge }: RulerBand): string {
  return `${title} ${minAge}–${maxAge}`
}

/** `13 to 17`, or one age alone. */
function agesOf(from: number, to: number): string {
  return from === to ? String(from) : t('{from} to {to}', { from, to })
}

/**
 * Age bands on a line from 0 to 120, with the ages that no band covers and those that two bands cover. The line is a
 * picture; the list below it says the same in words.
 *
 * @param bands - the bands on sale in one option
 * @param own - the band being edited
 * @param option - the title of the options that the bands belong to, when there is more than one ruler
 */
export function AgeRuler({
  bands,
  own,
  option,
}: {
  bands: readonly RulerBand[]
  own?: number | undefined
  option?: string
}) {
  const gaps = gapsOf(bands)
  return (
    <div className={classes['ruler']}>
      <div aria-hidden className={classes['ruler']}>
        {bands.map((band) => (
          <BandTrack key={band.id} band={band} isOwn={band.id === own} />
        ))}
        {gaps.length > 0 && (
          <div className={classes['track']}>
            {gaps.map((gap) => (
              <span
                key={gap.from}
                className={classes['gap']}
                data-intended={gap.isIntended}
                style={span(gap.from, gap.to)}
                title={agesOf(gap.from, gap.to)}
              />
            ))}
          </div>
        )}
        <div className={classes['scale']}>
          {marks.map((age) => (
            <span key={age} style={{ insetInlineStart: at(age) }}>
              {age}
            </span>
          ))}
        </div>
      </div>
      <Findings bands={bands} gaps={gaps} option={option} />
    </div>
  )
}

function BandTrack({ band, isOwn }: { band: RulerBand; isOwn: boolean }) {
  return (
    <div className={classes['track']}>
      <span
        className={classes['band']}
        data-own={isOwn}
        data-only={band.optionId !== null}
        data-byage={goesByAge(band)}
        style={span(band.minAge, Math.max(band.minAge, band.maxAge))}
        title={titleOf(band)}
      >
        {isWide(band) && labelOf(band)}
      </span>
      {!isWide(band) && (
        <span
          className={classes['bandLabel']}
          style={
            band.maxAge < 90
              ? { insetInlineStart: at(band.maxAge + 1) }
              : { insetInlineEnd: `calc(100% - ${at(band.minAge)})` }
          }
        >
          {labelOf(band)}
        </span>
      )}
    </div>
  )
}

interface FindingsProps {
  readonly bands: readonly RulerBand[]
  readonly gaps: ReturnType<typeof gapsOf>
  readonly option: string | undefined
}

/** The picture in words. */
function Findings({ bands, gaps, option }: FindingsProps) {
  const overlaps = overlapsOf(bands)
  const lonely = lonelyOf(bands)
  return (
    // Around the list, whose own role its items need.
    <div role="status" aria-label={option === undefined ? t('Option shown') : t('Ages shown for {option}', { option })}>
      <ul className={classes['findings']}>
        {gaps.map((gap) => (
          <li key={`gap ${gap.from}`} data-kind={gap.isIntended ? 'fine' : 'gap'}>
            {gap.isIntended
              ? t('Age {ages} can’t book, as intended.', { ages: agesOf(gap.from, gap.to) })
              : t('Age {ages} can’t book.', { ages: agesOf(gap.from, gap.to) })}
          </li>
        ))}
        {overlaps.map(({ one, other, from, to }) => (
          <li key={`${one.id} ${other.id}`} data-kind="overlap">
            {t('{one} and {other} both take age {ages}.', {
              one: one.title,
              other: other.title,
              ages: agesOf(from, to),
            })}
          </li>
        ))}
        {lonely.map(({ band, wants }) => (
          <li key={`lonely ${band.id}`} data-kind="gap">
            {t('{title} must be accompanied by {types}, which can’t be booked here.', {
              title: band.title,
              types: eitherOf(wants.map((type) => t(unitLabels[type]))),
            })}
          </li>
        ))}
        {gaps.length === 0 && overlaps.length === 0 && <li data-kind="fine">{t('Every age has one band.')}</li>}
      </ul>
    </div>
  )
}
