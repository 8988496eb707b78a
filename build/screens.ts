import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import type * as Menu from '../src/app/menu.ts'
import type * as Modules from '../src/app/modules.ts'
import type * as SitemapOf from '../src/app/navigation/sitemap-of.web.ts'
import type * as Resource from '../src/core/resource/resource.ts'
import type * as SitemapNode from '../src/ui/sitemap-node.web.ts'
import { LIST_SCREEN } from './chunks.ts'
import { filesOf, load } from './files.ts'

const SCREENS = '.vite/screens.json'

/**
 * Writes which files the screen of each path needs besides the document's, and the call for the rows that its list opens
 * with, so that the document has both fetched together with its own files instead of after them.
 */
export function screens(): Plugin {
  return {
    name: 'marquee:screens',
    apply: 'build',
    generateBundle: {
      // After scripts that only bring a style along have been taken out.
      order: 'post',
      async handler(_, bundle) {
        const isConsole = [...this.getModuleIds()].some((id) => id.endsWith('/src/app/sitemap.web.ts'))
        // A build for tests has a sitemap of its own.
        if (!isConsole) return
        const always = filesOf(bundle, ['index.html'])
        const files = Object.fromEntries(
          [...(await pagesByPath())].map(([path, { modules, rows }]) => [
            path,
            {
              files: [...filesOf(bundle, modules)].filter((name) => !always.has(name)),
              ...(rows && modules.some((id) => needsList(this, id)) && { rows }),
            },
          ]),
        )
        this.emitFile({ type: 'asset', fileName: SCREENS, source: JSON.stringify(files) })
      },
    },
    writeBundle(_, bundle) {
      const written = bundle[SCREENS]
      if (written?.type !== 'asset') return
      const screens = JSON.parse(String(written.source)) as Readonly<Record<string, { files: readonly string[] }>>
      const gone = Object.values(screens).flatMap(({ files }) => files.filter((name) => !(name in bundle)))
      if (gone.length > 0)
        this.error(`documents would ask for files that are not there: ${[...new Set(gone)].join(', ')}`)
    },
  }
}

/** In place of a file with a screen. Screens that are made of a definition are made by these two. */
const NO_SCREEN = 'export const dullListScreen = () => null, dullFormScreen = () => null'

interface BuiltPage {
  readonly modules: readonly string[]
  readonly rows: { readonly of: string; readonly call: string } | undefined
}

/** Whether a module shows a list by its definition, itself or by what it needs. */
function needsList(context: Rolldown.PluginContext, root: string): boolean {
  const found = new Set([root])
  for (const id of found) {
    if (id.endsWith(LIST_SCREEN)) return true
    for (const needed of context.getModuleInfo(id)?.importedIds ?? []) found.add(needed)
  }
  return false
}

/** The pages of the sitemap with the modules that each loads, learnt by loading its screen with nothing behind the imports. */
async function pagesByPath(): Promise<Map<string, BuiltPage>> {
  const loaded: string[] = []
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.endsWith('.tsx') || context.parentURL === undefined) return next(specifier, context)
      loaded.push(fileURLToPath(new URL(specifier, context.parentURL)))
      return { url: `data:text/javascript,${NO_SCREEN}`, shortCircuit: true }
    },
  })
  try {
    const [{ modules }, { groups, menuOrder }, { sitemapOf }, { builtNodes, pagesOf, screenName }, { basePathOf }] =
      await Promise.all([
        load<typeof Modules>('../src/app/modules.ts'),
        load<typeof Menu>('../src/app/menu.ts'),
        load<typeof SitemapOf>('../src/app/navigation/sitemap-of.web.ts'),
        load<typeof SitemapNode>('../src/ui/sitemap-node.web.ts'),
        load<typeof Resource>('../src/core/resource/resource.ts'),
      ])
    const resources = await Promise.all(modules.flatMap((one) => (one.resources ?? []).map((read) => read())))
    const found = new Map<string, BuiltPage>()
    for (const { path, node } of pagesOf(builtNodes(sitemapOf(modules, groups, menuOrder)))) {
      loaded.length = 0
      await node.screen?.()
      const [name, page] = node.shows ?? []
      const resource = page?.startsWith('list') ? resources.find((one) => one.name === name) : undefined
      const words = {
        resource: name ?? '',
        list: screenName(path),
        ...filterOf(node.where),
        ...openingOf(node.opensAs),
      }
      const call = `/rest/data/saved-views/rows?${new URLSearchParams(words).toString()}`
      const rows = resource && { of: basePathOf(resource), call }
      if (!found.has(path)) found.set(path, { modules: [...loaded], rows })
    }
    return found
  } finally {
    hooks.deregister()
  }
}

const filterOf = (where: object | undefined) => (where ? { filter: JSON.stringify(where) } : {})
const openingOf = (query: Readonly<Record<string, string>> | undefined) =>
  query ? { opens: new URLSearchParams(query).toString() } : {}
