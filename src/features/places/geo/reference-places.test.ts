import { readFile } from 'node:fs/promises'
import { code as currencyOf } from 'currency-codes'
import { describe, expect, it } from 'vitest'
import { isTimeZone } from '../../../core/zoned-time.ts'
import { slugOf } from './place-names.ts'
import { referenceCities, referenceCountries } from './reference-places.server.ts'
import { assertZoneContains } from './zone-of-point.server.ts'

/** The currencies as the migrations have them. */
async function storedCurrencies(): Promise<Map<string, number>> {
  const text = await readFile(new URL('../../../db/migrations/0001_core.sql', import.meta.url), 'utf8')
  return new Map(
    [...text.matchAll(/\('([A-Z]{3})', '[0-9]{3}', ([0-4]), '/g)].map(
      ([, code = '', digits]) => [code, Number(digits)] as const,
    ),
  )
}

describe('the currencies', () => {
  it('have the digits that ISO 4217 gives them', async () => {
    const stored = await storedCurrencies()
    expect(stored.size).toBeGreaterThan(150)
    // Younger than the list that they are compared with.
    stored.delete('XCG')
    expect([...stored].filter(([code, digits]) => currencyOf(code)?.digits !== digits)).toEqual([])
    expect(['EUR', 'JPY', 'KWD'].map((code) => stored.get(code))).toEqual([2, 0, 3])
  })
})

describe('the countries of ISO 3166-1', () => {
  it('are all there, each with codes of its own, a currency that we know and zones that exist', async () => {
    const countries = await referenceCountries()
    expect(countries).toHaveLength(249)
    for (const key of ['code', 'alpha3', 'numericCode'] as const)
      expect(new Set(countries.map((country) => country[key])).size).toBe(249)
    expect(new Set(countries.map(({ name }) => slugOf(name))).size).toBe(249)
    const known = await storedCurrencies()
    expect(countries.filter(({ currency }) => !known.has(currency))).toEqual([])
    expect(countries.flatMap(({ timeZones }) => timeZones).filter((zone) => !isTimeZone(zone))).toEqual([])
    expect(countries.filter(({ callingCode }) => !/^\+[1-9][0-9]{0,3}$/.test(callingCode))).toEqual([])
    expect(countries.find(({ code }) => code === 'ES')).toMatchObject({
      alpha3: 'ESP',
      numericCode: '724',
      nameEs: 'España',
      continent: 'EU',
      currency: 'EUR',
    })
  })
})

describe('the gazetteer', () => {
  it('has thousands of cities in countries that exist, each in the zone that it lies in', async () => {
    const [cities, countries] = [await referenceCities(), new Set((await referenceCountries()).map(({ code }) => code))]
    expect(cities.length).toBeGreaterThan(4_000)
    expect(
      cities.filter(
        ({ country, latitude, longitude }) =>
          !countries.has(country) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180,
      ),
    ).toEqual([])
    for (const { latitude, longitude, timeZone } of cities.filter((_, index) => index % 200 === 0)) {
      await assertZoneContains({ latitude, longitude, timeZone }, null)
      await expect(
        assertZoneContains({ latitude, longitude, timeZone: 'Antarctica/Troll' }, null),
      ).rejects.toMatchObject({
        fields: { timeZone: expect.stringContaining('not in Antarctica/Troll') as unknown },
      })
    }
  })
})
