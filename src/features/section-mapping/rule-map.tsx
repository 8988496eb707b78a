import { useMay } from '../../core/browser/session.web.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { readManifest } from '../places/venues/manifest.ts'
import { drawMap } from '../places/venues/map-layout.ts'
import type { RuleTrial } from './try-rule.ts'
import classes from './rule-map.module.css'

type Changed = NonNullable<RuleTrial['map']>

/** The map of the configuration where a rule changes most, with sections that gain or lose listings in colour. */
export function RuleMap({ map: { configurationId, configuration, sections, more } }: { map: Changed }) {
  const mayRead = useMay()('ui', 'places')
  const { data } = useAnswer(readManifest, { params: { id: configurationId }, enabled: mayRead })
  const changes = new Map(sections.map((one) => [one.name, one]))
  const words = ({ name, gains, loses }: Changed['sections'][number]) =>
    [
      name,
      gains > 0 && t('gains {n}', { n: formatNumber(gains) }),
      loses > 0 && t('loses {n}', { n: formatNumber(loses) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const drawn = data && data.sections.length > 0 ? (data.map ?? drawMap(data.layout, data.sections)) : null
  const byCode = new Map(data?.sections.map((section) => [section.code, section.name]))
  return (
    <section className={classes['side']} aria-label={t('On the map')}>
      <h3>
        {t('On the map')} <small>{configuration}</small>
      </h3>
      {drawn && (
        <svg
          className={classes['map']}
          viewBox={drawn.viewBox}
          role="img"
          aria-label={t('Map of {name} with sections that gain or lose listings', { name: configuration })}
        >
          {drawn.shapes.map(({ id: code, d }) => {
            const name = byCode.get(code)
            const change = name === undefined ? undefined : changes.get(name)
            return (
              <path
                key={code}
                d={d}
                data-change={change && (change.gains === 0 ? 'loses' : change.loses === 0 ? 'gains' : 'both')}
              >
                <title>{change ? words(change) : (name ?? code)}</title>
              </path>
            )
          })}
        </svg>
      )}
      <ul>
        {sections
          .toSorted((a, b) => b.gains + b.loses - a.gains - a.loses)
          .slice(0, 8)
          .map((one) => (
            <li key={one.name} data-change={one.gains === 0 ? 'loses' : one.loses === 0 ? 'gains' : 'both'}>
              {words(one)}
            </li>
          ))}
      </ul>
      {more > 0 && (
        <p>
          {t('{n, plural, one {# other configuration changes} other {# other configurations change}}', { n: more })}
        </p>
      )}
    </section>
  )
}
