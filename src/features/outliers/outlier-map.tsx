import { useMay } from '../../core/browser/session.web.ts'
import { t } from '../../core/i18n/language.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { readManifest } from '../places/venues/manifest.ts'
import { drawMap } from '../places/venues/map-layout.ts'
import type { OutlierEvidence } from './outlier.endpoints.ts'
import classes from './outliers.module.css'

interface OutlierMapProps {
  /** Of the configuration. */
  readonly id: number
  readonly candidates: OutlierEvidence['candidates']
  readonly value: string
  readonly onChoose: ((name: string) => void) | undefined
}

/** The map with the likely sections lit. A click chooses a section; the list beside it does the same for the keyboard. */
export function OutlierMap({ id, candidates, value, onChoose }: OutlierMapProps) {
  const mayRead = useMay()('ui', 'places')
  const { data } = useAnswer(readManifest, { params: { id }, enabled: mayRead })
  if (!mayRead || !data || data.sections.length === 0) return null
  const map = data.map ?? drawMap(data.layout, data.sections)
  const byCode = new Map(data.sections.map((section) => [section.code, section.name]))
  const likely = new Set(candidates.map(({ code }) => code))
  return (
    <section className={classes['card']} aria-label={t('Map')}>
      <h2>{t('Map')}</h2>
      <svg
        className={classes['map']}
        viewBox={map.viewBox}
        role="img"
        aria-label={t('Map of {name} with the likely sections lit', { name: data.name })}
      >
        {map.shapes.map(({ id: code, d }) => {
          const name = byCode.get(code)
          return (
            <path
              key={code}
              d={d}
              data-likely={likely.has(code)}
              data-chosen={name !== undefined && name === value}
              {...(name !== undefined && onChoose && { onClick: () => onChoose(name), 'data-open': true })}
            >
              <title>{name ?? code}</title>
            </path>
          )
        })}
      </svg>
    </section>
  )
}
