import { t } from '../../../core/i18n/language.ts'
import type { CitySurroundings } from './city-surroundings.ts'
import { dotsOf, locatorSize } from './city-dots.ts'
import classes from './city-locator.module.css'

/** The cities of a country as dots, one of them marked: enough to see a city that lies in the sea. */
export function CityLocator({ of: city }: { of: CitySurroundings }) {
  const { dots, own } = dotsOf(city, city.compatriots)
  const [width, height] = locatorSize
  return (
    <svg
      className={classes['locator']}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('{city} among the cities of {country}', { city: city.name, country: city.country.name })}
    >
      {dots.map(({ id, name, x, y, isNamed, isAtEnd }) => (
        <g key={id}>
          <circle cx={x} cy={y} r={2.5}>
            <title>{name}</title>
          </circle>
          {isNamed && (
            <text x={isAtEnd ? x - 5 : x + 5} y={y + 3.5} textAnchor={isAtEnd ? 'end' : 'start'}>
              {name}
            </text>
          )}
        </g>
      ))}
      <g data-own>
        <circle cx={own.x} cy={own.y} r={5} />
        <text x={own.isAtEnd ? own.x - 9 : own.x + 9} y={own.y + 4} textAnchor={own.isAtEnd ? 'end' : 'start'}>
          {city.name}
        </text>
      </g>
    </svg>
  )
}
