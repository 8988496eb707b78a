import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('./src/app'),
  cacheDir: at('./.cache/vite'),
  plugins: [react(), chunks(), precompress(), budget()],
  css: {
    postcss: {
      plugins: [
        mantine(),
        // The one width at which the console changes its shape is 992 px: Mantine's md.
        simpleVars({
          variables: {
            'mantine-breakpoint-xs': '36em', 'mantine-breakpoint-sm': '48em', 'mantine-breakpoint-md': '62em',
            'mantine-breakpoint-lg': '75em', 'mantine-breakpoint-xl': '88em',
          },
        }),
      ],
    },
  },
  // The server puts the nonce of each reply in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: at('./dist/console'),
    emptyOutDir: true,
    manifest: true,
    // No source of the console is served, and nothing is inlined: the policy allows no data: address.
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Google's script may run in the document that signs in, and never in the others. What a customer sees has a
    // document of its own, in which no session of the console is.
    rolldownOptions: {
      input: { 'index': at('./src/app/index.html'), 'login': at('./src/app/login.html'), 'customer-view': at('./src/app/customer-view.html') },
    },
  },
})

/**
 * Puts what is always loaded together into one file: what the console needs on every page, and what every list needs
 * besides. Each module is with those that are needed exactly where it is, so nothing is fetched that is not
 * used; but sixty little files would pack a tenth worse, and each would be asked for by itself.
 */
function chunks(): Plugin {
  // One import of such a package is an import of all its parts, of which only those that are used come in the end.
  const barrel = /[\\/]node_modules[\\/]@(?:mantine|tabler)[\\/]/
  const names = new Map<string, string>()
  return {
    name: 'marquee:chunks',
    apply: 'build',
    buildEnd() {
      const all = [...this.getModuleIds()]
      const needsOf = (roots: readonly string[]) => {
        const found = new Set<string>()
        const add = (id: string) => {
          if (found.has(id) || barrel.test(id)) return
          found.add(id)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
        }
        for (const id of roots) add(id)
        return found
      }
      const later = needsOf(all.filter((id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0))
      const [page, list, form, login, customer] = ['/src/app/main.tsx', LIST_SCREEN, FORM_SCREEN, '/src/app/login.tsx', '/src/app/customer-view.tsx']
        .map((root) => needsOf(all.filter((id) => id.endsWith(root))))
      // A console without lists, as tests build one, has nothing worth it.
      if (list?.size === 0) return
      for (const id of all) {
        const where = [page, list, form, login, customer].map((needs) => needs?.has(id))
        // What nothing needs but the start of the page stays with that: it shares its icons with nobody, and in a file of its own it
        // would be read before them. Of what else there is, each page needs another part.
        const isShared = later.has(id) || where.slice(1).some(Boolean)
        if (isShared && (where[0] || where[1])) names.set(id, ['page', 'list', 'form', 'login', 'customer'].filter((_, at) => where[at]).join('-'))
      }
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: { groups: [{ debugName: 'shared', includeDependenciesRecursively: false, name: (id: string) => names.get(id) ?? null }] },
    }),
  }
}

/** Writes .br and .gz beside every asset that gets smaller by it, so that the server only has to choose. */
function precompress(): Plugin {
  return {
    name: 'marquee:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css|svg|wasm)$/.test(name))
      await Promise.all(names.map((name) => compress(join(dir, name))))
    },
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compress(file: string): Promise<void> {
  if ((await stat(file)).size < 1024) return
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })])
  if (br.length < content.length) await writeFile(`${file}.br`, br)
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz)
}

type Bundle = Rolldown.OutputBundle

/**
 * What a person waits for: scripts and styles of the first load, as brotli sends them. Too much fails the
 * build.
 */
const FIRST_LOAD = [
  { what: 'the sign-in page', document: 'login.html', needs: '/src/app/login.tsx', limit: 175_000 },
]
const LIST_SCREEN = '/src/kit/screens/list-screen.tsx'
const FORM_SCREEN = '/src/kit/screens/form-screen.tsx'
const LIST_LIMIT = 245_000

function budget(): Plugin {
  return {
    name: 'marquee:budget',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      // After precompress, whose files are measured here.
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const listScreen = [...this.getModuleIds()].find((id) => id.endsWith(LIST_SCREEN)) ?? ''
        // Every area's own list, because one that brings a form along is as heavy as both.
        const lists = (this.getModuleInfo(listScreen)?.importers ?? []).map((id) => ({
          what: id.split('/').at(-1) ?? id, document: 'index.html', needs: id, limit: LIST_LIMIT,
        }))
        // A build for tests has a sitemap of its own; the console's has lists, and they must be measured.
        const isConsole = [...this.getModuleIds()].some((id) => id.endsWith('/src/app/sitemap.tsx'))
        if (lists.length === 0 && isConsole) this.error('no list was found to measure')
        for (const { what, document, needs, limit } of [...FIRST_LOAD, ...lists]) {
          const names = filesOf(bundle, document, needs)
          const sizes = await Promise.all(names.map((name) => sentSize(join(dir, name))))
          const sum = sizes.reduce((total, size) => total + size, 0)
          console.log(`First load of ${what}: ${(sum / 1000).toFixed(0)} KB of ${limit / 1000} KB`)
          if (sum > limit) this.error(`the first load of ${what} is ${sum} bytes, ${limit} at most`)
        }
      },
    },
  }
}

/** The scripts and styles that the document's entry and the module it needs bring along. */
function filesOf(bundle: Bundle, document: string, needs: string): string[] {
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk) => {
    if (found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  for (const output of Object.values(bundle)) {
    if (output.type !== 'chunk') continue
    const isEntry = output.isEntry && output.facadeModuleId?.endsWith(`/${document}`)
    if (isEntry || output.moduleIds.some((id) => id.endsWith(needs))) add(output)
  }
  return [...found]
}

async function sentSize(file: string): Promise<number> {
  const compressed = await stat(`${file}.br`).catch(() => null)
  return (compressed ?? await stat(file)).size
}
