import { t } from '../../core/i18n/language.ts'
import { AgeRuler } from './age-ruler.tsx'
import type { RulerBand } from './product-units.web.ts'
import classes from './products.module.css'
import type { UnitGroup } from './units-of-options.ts'
import { namesOf } from './units-of-options.ts'

function titleOf(group: UnitGroup<unknown>): string {
  if (group.options.length === 0) return t('Every other option')
  return group.options.some(({ isActive }) => isActive)
    ? namesOf(group)
    : t('{options} (not active)', { options: namesOf(group) })
}

/**
 * A ruler for each group of options that sell the same units; a single group has no name.
 *
 * @param own - the band being edited
 */
export function UnitRulers({ groups, own }: { groups: readonly UnitGroup<RulerBand>[]; own?: number | undefined }) {
  const [only] = groups
  if (only && groups.length === 1) return only.bands.length > 0 && <AgeRuler bands={only.bands} own={own} />
  return groups.map((group) => {
    const title = titleOf(group)
    return (
      <section key={title} className={classes['rulerOf']} aria-label={title}>
        <h3>{title}</h3>
        {group.bands.length === 0 ? (
          <p>{t('No age bands yet.')}</p>
        ) : (
          <AgeRuler bands={group.bands} own={own} option={title} />
        )}
      </section>
    )
  })
}
