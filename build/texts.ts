import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { LIST_SCREEN, QUIET } from './chunks.ts'
import type * as Formats from '../src/core/i18n/formats.ts'
import type * as Fields from '../src/core/resource/fields.ts'
import { filesOf, load } from './files.ts'

type Bundle = Rolldown.OutputBundle
type Catalogue = Readonly<Record<string, string>>

const LANGUAGES = ['es']
/** What a page draws before it has imported anything, or soon after. */
const FIRST = [
  'index.html',
  'login.html',
  'customer-view.html',
  LIST_SCREEN,
  '/src/ui/resource/form-screen.tsx',
  ...QUIET,
]
const IMPORT = /import\((["'`])\.\/([\w.-]+\.js)\1\)/g

/**
 * Cuts the catalogue of a language into what every page needs and what each lazily loaded script brings texts for, so that
 * a page fetches a twentieth of it. Each import of a script waits for its part; in English it waits for nothing.
 * src/app/locales/start-language.web.ts reads the parts.
 */
export function texts(): Plugin {
  return {
    name: 'marquee:texts',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After facades, whose scripts are gone by then.
      order: 'post',
      async handler(_, bundle) {
        // A build for tests has a few screens of its own, and reads the catalogue whole.
        if (![...this.getModuleIds()].some((id) => id.endsWith('/src/app/sitemap.web.ts'))) return
        const labelsOf = await labels()
        const said = new Map(scriptsOf(bundle).map((chunk) => [chunk.fileName, literalsOf(this, chunk.code, labelsOf)]))
        const first = new Set([...union(said, filesOf(bundle, FIRST)), ...(await inNoScript(union(said, said.keys())))])
        const imported = importedBy(bundle)
        for (const chunk of scriptsOf(bundle))
          chunk.code = chunk.code.replace(IMPORT, `$&.then(self.withTexts?.($1$2$1))`)
        for (const language of LANGUAGES) {
          const catalogue = JSON.parse(
            readFileSync(new URL(`../src/app/locales/${language}.json`, import.meta.url), 'utf8'),
          ) as Catalogue
          const parts = new Map(
            [...imported]
              .filter((name) => !isCatalogue(bundle, name))
              .map((name) => [fileOf(name), partOf(catalogue, union(said, closureOf(bundle, name)), first)] as const)
              .filter(([, part]) => Object.keys(part).length > 0),
          )
          const version = write(this, language, partOf(catalogue, first), parts)
          nameIn(bundle, language, version)
        }
      },
    },
  }
}

/** Writes the parts of a language as scripts and returns what their names have in common: the version of all of them. */
function write(
  context: Rolldown.PluginContext,
  language: string,
  first: Catalogue,
  parts: ReadonlyMap<string, Catalogue>,
): string {
  const scripts = new Map([
    ['first.js', `${exported(first)};export const scripts=${JSON.stringify([...parts.keys()])}`],
    ...[...parts].map(([name, part]) => [name, exported(part)] as const),
  ])
  const version = createHash('sha256')
    .update(JSON.stringify([...scripts]))
    .digest('hex')
    .slice(0, 8)
  for (const [name, source] of scripts)
    context.emitFile({ type: 'asset', fileName: `assets/${language}-${version}-${name}`, source })
  return version
}

const exported = (part: Catalogue) => `export default ${JSON.stringify(part)}`
const fileOf = (name: string) => name.replace('assets/', '')

function scriptsOf(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk')
}

interface Node {
  readonly type?: string
  readonly name?: unknown
  readonly value?: unknown
  readonly quasis?: readonly [{ readonly value: { readonly cooked: string } }]
}

/** The texts of a script that could be in a catalogue. */
function literalsOf(context: Rolldown.PluginContext, code: string, labelsOf: (key: string) => string[]): Set<string> {
  const found = new Set<string>()
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return
    const { type, name, value, quasis } = node as Node
    if (type === 'Literal' && typeof value === 'string') found.add(value)
    if (type === 'Identifier' && typeof name === 'string') found.add(name)
    if (type === 'TemplateLiteral' && quasis?.length === 1) found.add(quasis[0].value.cooked)
    for (const child of Object.values(node)) look(child)
  }
  look(context.parse(code))
  return new Set([...found].flatMap((text) => (/^\w+$/.test(text) ? [text, ...labelsOf(text)] : [text])))
}

/** Labels that a definition leaves out are made of its keys and choices. */
async function labels(): Promise<(key: string) => string[]> {
  const [{ inWords }, { plainLabelOf }] = await Promise.all([
    load<typeof Formats>('../src/core/i18n/formats.ts'),
    load<typeof Fields>('../src/core/resource/fields.ts'),
  ])
  return (key) => [plainLabelOf(key, {}), inWords(key)]
}

/**
 * Texts that any page can need and no script has: what definitions call things in words that are put together where they
 * run, and what values of records are called.
 */
async function inNoScript(written: ReadonlySet<string>): Promise<string[]> {
  const { definitionTexts, wordsOfData } = await load<Texts>('../scripts/texts.mjs')
  const names = (await definitionTexts()).filter((text) => !written.has(text))
  return [...names, ...(await wordsOfData())]
}

interface Texts {
  definitionTexts(): Promise<string[]>
  wordsOfData(): Promise<string[]>
}

function union(said: ReadonlyMap<string, ReadonlySet<string>>, files: Iterable<string>): Set<string> {
  return new Set([...files].flatMap((file) => [...(said.get(file) ?? [])]))
}

function partOf(catalogue: Catalogue, said: ReadonlySet<string>, without: ReadonlySet<string> = new Set()): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).filter(([text]) => said.has(text) && !without.has(text)))
}

/** The scripts that others import when they need them. */
function importedBy(bundle: Bundle): ReadonlySet<string> {
  return new Set(
    scriptsOf(bundle).flatMap(({ code }) => [...code.matchAll(IMPORT)].map(([, , name]) => `assets/${name}`)),
  )
}

/** The catalogue itself, whole, for where there are no parts. */
function isCatalogue(bundle: Bundle, name: string): boolean {
  const output = bundle[name]
  return output?.type === 'chunk' && output.moduleIds.some((id) => /\/locales\/\w+\.json$/.test(id))
}

function closureOf(bundle: Bundle, root: string): ReadonlySet<string> {
  const found = new Set([root])
  for (const name of found) {
    const output = bundle[name]
    if (output?.type === 'chunk') for (const imported of output.imports) found.add(imported)
  }
  return found
}

/** Documents are read each time, so they can say which version there is; scripts are kept for good. */
function nameIn(bundle: Bundle, language: string, version: string): void {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'asset' || !output.fileName.endsWith('.html')) continue
    output.source = String(output.source).replace(
      '<title>',
      // The server makes it a modulepreload in documents of that language.
      `<link data-language="${language}" data-rel="modulepreload" crossorigin href="/assets/${language}-${version}-first.js" nonce="__CSP_NONCE__"><title>`,
    )
  }
}
