import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../src/core/i18n/message-format.ts'
import { root } from './project.mjs'
import { definitionTexts, textsOf, untranslated } from './texts.mjs'

const spanish = JSON.parse(readFileSync(join(root, 'src/app/locales/es.json'), 'utf8'))
const isTold = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|-test-page|\/testing\//.test(path)
/** What staff never read: commands, demo data, pages of tests, emails, and the API's own documentation. */
const isUnread = (path) =>
  /^src\/(db|app\/(seed|commands))\/|\/testing\/|\/(demo|seed)-|-test-page|settings\.server|staff-messages|ip-messages|openapi|api-page/.test(
    path,
  )

let sources
let found

beforeAll(async () => {
  sources = filesIn('src')
    .filter(isTold)
    .map((path) => [path, readFileSync(join(root, path), 'utf8')])
  const said = sources.flatMap(([path, code]) => textsOf(path, code).map((one) => ({ ...one, path })))
  const defined = (await definitionTexts()).map((text) => ({
    text,
    path: 'a definition',
    line: 0,
    names: null,
    isTop: false,
  }))
  found = [...said, ...defined]
})

describe('the texts of the console', () => {
  it('are all in the Spanish catalogue, and nothing else is (npm run texts)', () => {
    const texts = new Set(found.map(({ text }) => text))
    expect(
      [...texts].filter((text) => !spanish[text]),
      'not translated',
    ).toEqual([])
    expect(
      Object.keys(spanish).filter((text) => !texts.has(text)),
      'not used',
    ).toEqual([])
  })

  it('have what an action of a resource is called, and what is said once it is done', async () => {
    const { resources } = await import('../src/app/registry.server.ts')
    const words = resources.flatMap(({ actions = {} }) =>
      Object.values(actions).flatMap(({ label, done }) => [label, done]),
    )
    expect(words.length).toBeGreaterThan(20)
    expect(words.filter((text) => !spanish[text])).toEqual([])
  })

  it('take the same values in Spanish as in English', () => {
    const odd = Object.entries(spanish).filter(
      ([text, translation]) => namesIn(text).join() !== namesIn(translation).join(),
    )
    expect(odd).toEqual([])
  })

  it('are given every value that they name', () => {
    const odd = found.filter(({ text, names }) => names !== null && namesIn(text).some((name) => !names.includes(name)))
    expect(odd.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  it('are read as Lingui itself reads them', () => {
    const all = [...Object.keys(spanish), ...Object.values(spanish)]
    expect(all.filter((text) => text.includes('{')).map((text) => compile(text))).toEqual(
      all.filter((text) => text.includes('{')).map((text) => compileMessageOrThrow(text)),
    )
  })

  it('are translated when they are read, not when a module is loaded', () => {
    expect(found.filter(({ isTop }) => isTop).map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  it('are translated wherever they appear', () => {
    expect(sources.filter(([path]) => !isUnread(path)).flatMap(([path, code]) => untranslated(path, code))).toEqual([])
  })
})

/** The values of a text, in the order of their names. */
function namesIn(text) {
  const names = new Set()
  const look = (tokens) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      names.add(token[0])
      for (const inner of Object.values(token[2] ?? {})) look(inner)
    }
  }
  look(compile(text))
  return [...names].sort()
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  )
}
