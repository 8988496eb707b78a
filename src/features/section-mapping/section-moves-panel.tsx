import { formatMoney, formatNumber, timeAgo } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { Chip } from '../../ui/resource/cells.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import type { RecordPartProps } from '../../ui/resource/screen-parts.web.ts'
import { Waiting } from '../../ui/resource/states.tsx'
import type { SectionMoves } from './section-moves.ts'
import { readSectionMoves } from './section-moves.ts'
import classes from './section-moves.module.css'

/** Below a venue: listings that changed their section when a manifest was published or a rule changed. */
export function SectionMovesPanel({ record }: RecordPartProps) {
  const answer = useAnswer(readSectionMoves, { params: { id: Number(record['id']) }, quiet: [403] })
  if (answer.isLoading) return <Waiting />
  if (answer.error || !answer.data || answer.data.moves.length === 0) return null
  return (
    <AnswerPanel title={t('Listings that moved')} answer={answer} className={classes['panel']}>
      {(data) => (
        <>
          {data.lost.listings > 0 && <Lost lost={data.lost} />}
          <Moves moves={data.moves} />
        </>
      )}
    </AnswerPanel>
  )
}

function Lost({ lost: { listings, stake } }: Pick<SectionMoves, 'lost'>) {
  const outliers = useRecordPaths()('ticket-map-outliers', 'list')
  const money = stake
    .slice(0, 3)
    .map(({ amount, currency }) => formatMoney(amount, currency))
    .join(' + ')
  return (
    <p className={classes['lost']}>
      <strong>
        {t('{n, plural, one {# listing} other {# listings}} lost their section, worth {money}', { n: listings, money })}
      </strong>{' '}
      {outliers !== null && <a href={outliers}>{t('Open ticket map outliers')}</a>}
    </p>
  )
}

function Moves({ moves }: Pick<SectionMoves, 'moves'>) {
  const paths = useRecordPaths()
  const why = (one: SectionMoves['moves'][number]) => {
    if (one.why === 'manifest') return t('New manifest')
    if (one.why === 'decision') return t('Manual decision')
    const rule = one.ruleId === null ? null : paths('rewrite-rules', 'update', one.ruleId)
    return rule === null ? t('Rewrite rule') : <a href={rule}>{t('Rewrite rule')}</a>
  }
  return (
    <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('Listings that moved')}>
      <table className={classes['moves']}>
        <thead>
          <tr>
            <th>{t('Listed as')}</th>
            <th>{t('Before')}</th>
            <th>{t('After')}</th>
            <th>{t('Reason')}</th>
            <th className={classes['number']}>{t('Listings')}</th>
            <th className={classes['number']}>{t('Value')}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((one) => (
            <tr key={one.id}>
              <td>
                {one.section}
                <small>{one.configuration}</small>
              </td>
              <td>{one.from}</td>
              <td>{one.to ?? <Chip tone="bad">{t('No section')}</Chip>}</td>
              <td>
                {why(one)}
                <small>{timeAgo(one.movedAt)}</small>
              </td>
              <td className={classes['number']}>{formatNumber(one.listings)}</td>
              <td className={classes['number']}>{formatMoney(one.stake, one.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
