import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, NativeSelect, Radio } from '@mantine/core'
import { formatPercent } from '../../core/i18n/formats.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import { isAboutRow } from './outlier-kinds.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'
import classes from './outliers.module.css'

interface MeaningProps {
  readonly outlier: TicketMapOutlier
  readonly evidence: OutlierEvidence
  /** The section or row that is chosen. */
  readonly value: string
  readonly isOpen: boolean
  readonly onChange: (value: string) => void
  /** Whether a rule is for every configuration of the venue. */
  readonly isForVenue: boolean
  readonly onWiden: (isForVenue: boolean) => void
}

/** What the wording can mean: suggestions with their reasons, and everything else on the map. */
export function OutlierMeaning(props: MeaningProps) {
  const { outlier, evidence, value, isOpen, onChange, isForVenue, onWiden } = props
  const { candidates, choices } = evidence
  const isRow = isAboutRow(outlier.kind)
  if (!isOpen)
    return (
      <section className={classes['card']} aria-label={t('Decision')}>
        <h2>{t('Decision')}</h2>
        <p>
          {outlier.resolution !== null
            ? choiceLabelOf(ticketMapOutliers.fields.resolution, outlier.resolution)
            : t('Ignored until {date}', { date: outlier.ignoredUntil ?? '' })}
        </p>
      </section>
    )
  return (
    <section className={classes['card']} aria-label={t('What it means')}>
      <h2>{isRow ? t('Which row it means') : t('What it means')}</h2>
      {candidates.length > 0 && (
        <Radio.Group value={value} onChange={onChange} aria-label={t('Suggestions')}>
          <div className={classes['candidates']}>
            {candidates.map(({ name, zone, confidence, reasons }) => (
              <Radio
                key={name}
                value={name}
                label={
                  <span className={classes['candidate']}>
                    <strong>{zone === null ? name : t('{name}, {zone}', { name, zone })}</strong>
                    <span className={classes['share']}>
                      {formatPercent(Math.round(confidence * 10_000), 'measured')}
                    </span>
                    <small>{reasons.join(' · ')}</small>
                  </span>
                }
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {candidates.length === 0 && !isRow && (
        <p className={classes['quiet']}>{t('No section is likely enough to suggest.')}</p>
      )}
      {choices.length > 0 && (
        <NativeSelect
          label={isRow ? t('Row of {section}', { section: evidence.section ?? '' }) : t('Section of the map')}
          value={value}
          data={[{ value: '', label: isRow ? t('Choose a row') : t('Choose a section') }, ...choices]}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <Checkbox
        className={classes['wide']}
        label={t('A rule applies to every configuration of the venue')}
        checked={isForVenue}
        onChange={(event) => onWiden(event.currentTarget.checked)}
      />
    </section>
  )
}
