import { getCatalogs } from '@lingui/cli/api'
import { makeConfig } from '@lingui/conf'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project.mjs'
import { extractor } from './texts.mjs'

// npm run texts: brings the catalogue up to what the source says now. New texts wait for their translation as "", texts
// that are gone leave it. English has no catalogue, because each text is its own key.

/** `{ "English": "Español" }`, a line each: what the server and the console read as it is. */
const format = {
  catalogExtension: '.json',
  parse: (content) =>
    Object.fromEntries(Object.entries(JSON.parse(content)).map(([text, translation]) => [text, { translation }])),
  serialize: (catalogue) =>
    `${JSON.stringify(Object.fromEntries(Object.entries(catalogue).map(([text, { translation }]) => [text, translation ?? ''])), null, 2)}\n`,
}

const config = makeConfig({
  rootDir: root,
  sourceLocale: 'en',
  locales: ['es'],
  catalogs: [
    {
      path: '<rootDir>/src/app/locales/{locale}',
      include: ['<rootDir>/src/**/*.ts', '<rootDir>/src/**/*.tsx'],
      exclude: [
        '**/*.test.ts',
        '**/*.test.tsx',
        '**/*-fixture*',
        '**/*-test-page*',
        '**/src/**/testing/**',
        '**/src/core/i18n/language.ts',
      ],
    },
  ],
  orderBy: 'messageId',
  extractors: [extractor],
  format,
})
const before = catalogue()
for (const one of await getCatalogs(config)) {
  if (!(await one.make({ clean: true, overwrite: false, orderBy: config.orderBy }))) process.exitCode = 1
}
const after = catalogue()
const missing = Object.keys(after).filter((text) => after[text] === '')
const gone = Object.keys(before).filter((text) => !(text in after))
console.log(`${Object.keys(after).length} texts, ${missing.length} without a translation, ${gone.length} gone`)
for (const text of missing) console.log(`  "${text}"`)

function catalogue() {
  return JSON.parse(readFileSync(join(root, 'src/app/locales/es.json'), 'utf8'))
}
