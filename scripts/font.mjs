// Makes src/ui/fonts/inter-latin.woff2 from packages that the product itself does not need. They are installed in their
// own folder, so that `npm ci` does not install them:
//
//   npm install --prefix /tmp/font inter-ui@4.1.1 subset-font@2.9.0
//   node scripts/font.mjs /tmp/font
//
// One file for all Latin letters with accents, of the weights that the console uses. Other scripts come from
// @fontsource-variable/inter, when a page contains one of their letters.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const source = process.argv[2]
if (!source) throw new Error('Name the folder that the packages are installed in.')
const require = createRequire(join(resolve(source), 'index.js'))
const subsetFont = require('subset-font')
const folder = new URL('../src/ui/fonts/', import.meta.url)

// The style sheet says which letters there are, so that they are listed in one place.
const ranges = /unicode-range:([^;]+);/.exec(readFileSync(new URL('inter.css', folder), 'utf8'))?.[1] ?? ''
const letters = ranges.split(',').flatMap((range) => {
  const [first, last = first] = range.trim().slice(2).split('-')
  const [from, to] = [parseInt(first, 16), parseInt(last, 16)]
  return Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))
})

const whole = readFileSync(join(resolve(source), 'node_modules/inter-ui/variable/InterVariable.woff2'))
const subset = await subsetFont(whole, letters.join(''), {
  targetFormat: 'woff2',
  noHinting: true,
  // Body text is far below the size from which Inter draws display shapes.
  variationAxes: { opsz: 14, wght: { min: 400, max: 700 } },
  // Kerning, accents, figures of one width, and the shapes that src/ui/styles.css chooses.
  keepFeatures: ['kern', 'ccmp', 'locl', 'mark', 'tnum', 'case', 'cv05', 'cv11', 'ss03'],
})
writeFileSync(new URL('inter-latin.woff2', folder), subset)
console.log(`${letters.length} letters, ${subset.length} bytes`)
