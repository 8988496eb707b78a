import { formatDayOf, formatNumber, formatPercent } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { usePage } from '../../ui/page-context.tsx'
import type { CountedTag, TagHygiene as Hygiene } from './tag.endpoints.ts'
import { readTagHygiene } from './tag.endpoints.ts'
import classes from './tags.module.css'
import { tags } from './tags.ts'
import { UnmappedTags } from './unmapped-tags.tsx'

/**
 * Problems that a list of tags hides: unused tags, duplicates, supplier tags that we do not map, and cities without
 * tags.
 */
export function TagHygiene() {
  const { data, error, refetch } = useAnswer(readTagHygiene)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Tag hygiene')} />
  if (!data) return <FormSkeleton />
  return (
    <div className={classes['hygiene']}>
      <Pairs pairs={data.pairs} />
      <Unused unused={data.unused} count={data.unusedCount} />
      <UnmappedTags />
      <Coverage cities={data.cities} coverage={data.coverage} />
    </div>
  )
}

function Title({ tag }: { tag: Pick<CountedTag, 'id' | 'name'> }) {
  const href = useRecordPaths()(tags.name, 'update', tag.id)
  return href === null ? <strong>{tag.name}</strong> : <a href={href}>{tag.name}</a>
}

const kindOf = ({ kind }: Pick<CountedTag, 'kind'>) => choiceLabelOf(tags.fields.kind, kind).toLowerCase()
const usesOf = (n: number) => t('{n, plural, =0 {not used} one {used once} other {used # times}}', { n })

function Pairs({ pairs }: { pairs: Hygiene['pairs'] }) {
  const { mayWrite } = usePage()
  const paths = useRecordPaths()
  return (
    <section className={classes['panel']} aria-label={t('Nearly the same')}>
      <h2>{t('Nearly the same')}</h2>
      <p>
        {pairs.length === 0
          ? t('No tags of the same kind have similar names.')
          : t('After the merge, everything with one tag has the other. You can undo it for 30 days.')}
      </p>
      <ul className={classes['pairs']}>
        {pairs.map(({ keep, other, likeness, isSynonym }) => {
          const href = paths(tags.name, 'update', keep.id)
          return (
            <li key={`${keep.id} ${other.id}`}>
              <span>
                <Title tag={other} /> <small>{usesOf(other.usageCount)}</small>
              </span>
              <span aria-hidden>→</span>
              <span>
                <Title tag={keep} /> <small>{usesOf(keep.usageCount)}</small>
              </span>
              <small>
                {isSynonym
                  ? t('one is a synonym of the other')
                  : t('{share} alike', { share: formatPercent(likeness * 100, 'measured') })}
                , {kindOf(keep)}
              </small>
              {mayWrite && href !== null && (
                <a
                  className={classes['end']}
                  href={`${href}?merge=${other.id}`}
                  aria-label={t('Merge {other} into {keep}', { other: other.name, keep: keep.name })}
                >
                  {t('Merge…')}
                </a>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Unused({ unused, count }: { unused: Hygiene['unused']; count: number }) {
  return (
    <section className={classes['panel']} aria-label={t('Not used')}>
      <h2>{t('Not used')}</h2>
      <p>
        {count === 0
          ? t('Every tag is used.')
          : t('{n, plural, one {Nothing has this tag.} other {Nothing has these # tags.}}', { n: count })}
      </p>
      <ul className={classes['pairs']}>
        {unused.map((tag) => (
          <li key={tag.id}>
            <Title tag={tag} />
            <small>{[kindOf(tag), tag.groupName].filter(Boolean).join(', ')}</small>
            <small className={classes['end']}>{t('since {day}', { day: formatDayOf(tag.createdAt) })}</small>
          </li>
        ))}
      </ul>
      {count > unused.length && <p>{t('And {n} more.', { n: count - unused.length })}</p>}
    </section>
  )
}

function Coverage({ cities, coverage }: Pick<Hygiene, 'cities' | 'coverage'>) {
  return (
    <section className={`${classes['panel']} ${classes['wide']}`} aria-label={t('Coverage by city')}>
      <h2>{t('Coverage by city')}</h2>
      <p>{t('Public events with each tag, in the cities that have most events.')}</p>
      {coverage.length === 0 ? (
        <p>{t('No event has a tag yet.')}</p>
      ) : (
        <div className={classes['scroll']} role="region" tabIndex={0} aria-label={t('Public events by tag and city')}>
          <table className={classes['matrix']}>
            <thead>
              <tr>
                <th scope="col">{t('Tag')}</th>
                {cities.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {coverage.map((tag) => (
                <tr key={tag.id}>
                  <th scope="row">
                    <Title tag={tag} />
                  </th>
                  {tag.counts.map((count, index) => (
                    <td key={cities[index]?.id} data-empty={count === 0}>
                      {formatNumber(count)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t('Without any tag')}</th>
                {cities.map(({ id, events, untagged }) => (
                  <td key={id}>{t('{n} of {total}', { n: formatNumber(untagged), total: formatNumber(events) })}</td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  )
}
