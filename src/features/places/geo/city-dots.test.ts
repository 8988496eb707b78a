import { describe, expect, it } from 'vitest'
import { dotsOf, locatorSize } from './city-dots.ts'
import { kilometres } from './distance.ts'

const city = (id: number, latitude: number, longitude: number) => ({ id, name: `City ${id}`, latitude, longitude })

describe('the cities of a country in a drawing', () => {
  it('are all within it, north above south and east to the right, across the date line too', () => {
    const { dots, own } = dotsOf(city(1, -17.7, 178), [city(2, -16.5, -179.9), city(3, -18.1, 178.4)])
    for (const { x, y } of [...dots, own]) {
      expect(x >= 0 && x <= locatorSize[0] && y >= 0 && y <= locatorSize[1]).toBe(true)
    }
    const [north, south] = dots
    expect([(north?.x ?? 0) > own.x, (north?.y ?? 0) < own.y, (south?.y ?? 0) > own.y]).toEqual([true, true, true])
  })

  it('have names as long as there is room for them, and none lies over another', () => {
    const { dots } = dotsOf(
      city(1, 40, -3),
      Array.from({ length: 60 }, (_, n) => city(n + 2, 40 + (n % 8) / 10, -3 + n / 100)),
    )
    expect(dots.some(({ isNamed }) => isNamed)).toBe(true)
    expect(dots.some(({ isNamed }) => !isNamed)).toBe(true)
  })

  it('is in the middle where there is no other', () => {
    expect(dotsOf(city(1, 1.29, 103.85), []).own).toMatchObject({ x: locatorSize[0] / 2, y: locatorSize[1] / 2 })
  })
})

it('measures along the surface: Madrid and Barcelona are 505 km apart', () => {
  expect(
    Math.round(kilometres({ latitude: 40.4168, longitude: -3.7038 }, { latitude: 41.3874, longitude: 2.1686 })),
  ).toBe(505)
})
