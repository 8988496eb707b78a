import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type * as Menu from '../src/app/menu.ts'
import type * as Modules from '../src/app/modules.ts'
import type * as SitemapOf from '../src/app/navigation/sitemap-of.web.ts'
import type * as SitemapNode from '../src/ui/sitemap-node.web.ts'
import { filesOf } from './files.ts'

/**
 * Writes which files the screen of each path needs besides the document's, `{ "/coupons/list": ["assets/…"] }`, so
 * that the server can have them fetched together with the document's instead of after them.
 */
export function screens(): Plugin {
  return {
    name: 'marquee:screens',
    apply: 'build',
    async generateBundle(_, bundle) {
      const isConsole = [...this.getModuleIds()].some((id) => id.endsWith('/src/app/sitemap.web.ts'))
      // A build for tests has a sitemap of its own.
      if (!isConsole) return
      const always = filesOf(bundle, ['index.html'])
      const files = Object.fromEntries(
        [...(await modulesOfPaths())].map(([path, modules]) => [
          path,
          [...filesOf(bundle, modules)].filter((name) => !always.has(name)),
        ]),
      )
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(files) })
    },
  }
}

/** The modules that each path of the sitemap loads, learnt by loading its screen with nothing behind the imports. */
async function modulesOfPaths(): Promise<Map<string, readonly string[]>> {
  const loaded: string[] = []
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.endsWith('.tsx') || context.parentURL === undefined) return next(specifier, context)
      loaded.push(fileURLToPath(new URL(specifier, context.parentURL)))
      return { url: 'data:text/javascript,export {}', shortCircuit: true }
    },
  })
  try {
    const [{ modules }, { groups, menuOrder }, { sitemapOf }, { builtNodes, pagesOf }] = await Promise.all([
      load<typeof Modules>('../src/app/modules.ts'),
      load<typeof Menu>('../src/app/menu.ts'),
      load<typeof SitemapOf>('../src/app/navigation/sitemap-of.web.ts'),
      load<typeof SitemapNode>('../src/ui/sitemap-node.web.ts'),
    ])
    const found = new Map<string, readonly string[]>()
    for (const { path, node } of pagesOf(builtNodes(sitemapOf(modules, groups, menuOrder)))) {
      loaded.length = 0
      await node.screen?.()
      if (!found.has(path)) found.set(path, [...loaded])
    }
    return found
  } finally {
    hooks.deregister()
  }
}

/** By an address that is made at run time: what this file names would be bundled with the configuration. */
async function load<T>(path: string): Promise<T> {
  return (await import(new URL(path, import.meta.url).href)) as T
}
