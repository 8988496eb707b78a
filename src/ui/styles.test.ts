import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = (file: string) => readFileSync(file, 'utf8')
const values = new Set([...text('src/ui/styles.css').matchAll(/^ +(--mq-[a-z0-9-]+):/gm)].map(([, name]) => name))

test('every value that styles and screens use has been given, so that nothing silently loses its colour', () => {
  const unknown = globSync('src/**/*.{css,ts,tsx}').flatMap((file) =>
    [...text(file).matchAll(/var\((--mq-[a-z0-9-]+)/g)]
      .filter(([, name]) => !values.has(name ?? ''))
      .map(([, name]) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('the page behind the console is a step darker than its cards, in light and in dark', () => {
  const [light = '', dark = ''] = text('src/ui/styles.css').split(":root[data-mantine-color-scheme='dark']")
  const lightness = (css: string, name: string) => {
    const [, hex = ''] = new RegExp(`${name}: #([0-9a-f]{6});`).exec(css) ?? []
    return hex.match(/../g)?.reduce((sum, part) => sum + Number.parseInt(part, 16), 0)
  }
  for (const css of [light, dark]) {
    expect(lightness(css, '--mq-ground')).toBeLessThan(lightness(css, '--mq-card') ?? 0)
  }
})
