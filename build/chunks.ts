import type { Plugin, Rolldown } from 'vite'

type Context = Rolldown.PluginContext

export const LIST_SCREEN = '/src/ui/resource/list-screen.tsx'

/** What every page fetches by itself once it is quiet. */
export const QUIET = [
  '/src/app/palette/recents.web.ts',
  '/src/platform/realtime/live-connection.web.ts',
  '/src/ui/offline-banner.tsx',
  '/src/ui/resource/list-news.tsx',
]

/** What every page fetches once a person points or types: menus, panels, the palette. All of it comes in one file. */
const LATER = [
  '/src/app/layout/account-items.tsx',
  '/src/app/palette/palette.tsx',
  '/src/platform/views/views-menu.tsx',
  '/src/ui/data-grid/column-panel.tsx',
  '/src/ui/data-grid/filter-panel.tsx',
  '/src/ui/field-picker.tsx',
]

/** Below so many characters of code a file of its own would weigh more than it saves. */
const LITTLE = 4_000

/**
 * Puts what is loaded together into one file: each file costs a request with its headers, and sixty little ones pack a
 * tenth worse. What only some screens share is left to the bundler.
 */
export function chunks(): Plugin {
  const names = new Map<string, string>()
  return {
    name: 'marquee:chunks',
    apply: 'build',
    buildEnd() {
      const all = [...this.getModuleIds()]
      const graph = new NeedsOf(this)
      const of = (...ends: string[]) => graph.needs(all.filter((id) => ends.some((end) => id.endsWith(end))))
      const login = of('/src/app/console/login.tsx')
      const customer = of('/src/app/console/customer-view.tsx')
      const page = of('/src/app/console/main.tsx')
      const list = of(LIST_SCREEN)
      const form = of('/src/ui/resource/form-screen.tsx')
      const inputs = of('/src/ui/resource/inputs.tsx')
      const quiet = of(...QUIET)
      const later = of(...LATER)
      // A console without lists, as tests build one, has nothing worth it.
      if (list.size === 0) return
      const gone = [...QUIET, ...LATER].filter((end) => !all.some((id) => id.endsWith(end)))
      if (gone.length > 0 && login.size > 0) this.error(`build/chunks.ts names what is not there: ${gone.join(', ')}`)
      const screens = all
        .filter((id) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
        .map((id) => graph.needs([id]))
      // The first that is found is the screen itself.
      const nameOfScreen = ([id = '']: Iterable<string>) => id.replace(/^.*\/|\.\w+$/g, '')
      const isOf = (end: string) => (needs: ReadonlySet<string>) => [...needs].some((id) => id.endsWith(end))
      const bringsList = isOf('/list-screen.tsx')
      const lists = screens.filter(bringsList)
      const withoutForm = screens.filter((needs) => !isOf('/form-screen.tsx')(needs))
      const withoutInputs = screens.filter((needs) => !isOf('/inputs.tsx')(needs))
      const isLittle = (id: string) =>
        (this.getModuleInfo(id)?.code?.length ?? Infinity) < LITTLE &&
        [...graph.needs([id])].every((one) => one === id || list.has(one) || login.has(one) || page.has(one))
      const nameOf = (id: string): string | null => {
        const isShared = screens.some((needs) => needs.has(id))
        if (login.has(id)) return page.has(id) || isShared ? 'base' : null
        // What nothing but the start of the page needs stays with that.
        if (page.has(id)) return customer.has(id) ? 'base' : isShared || id.endsWith('.css') ? 'page' : null
        if (/[\\/]node_modules[\\/]zod[\\/]/.test(id)) return 'schemas'
        if (list.has(id)) return form.has(id) ? 'page' : 'list'
        // So small that a file of its own would weigh more.
        if (id.endsWith('/CheckIcon.mjs')) return 'page'
        // What lists need at once must not bring along what others need later.
        const [needing, ...others] = lists.filter((needs) => needs.has(id))
        // Little, and in need of nothing that lists do not have.
        if (needing && others.length > 0) return isLittle(id) ? 'list' : null
        // A list's own parts, without the frame of lists, which a record's page does not need.
        if (needing) return bringsList(graph.needs([id])) ? null : `of-${nameOfScreen(needing)}`
        if (quiet.has(id)) return 'quiet'
        if (later.has(id)) return form.has(id) ? 'overlays' : 'later'
        // What a panel or dialog shares with a form must not bring the whole form along.
        if (inputs.has(id)) return withoutInputs.some((needs) => needs.has(id)) ? null : 'inputs'
        if (form.has(id)) return withoutForm.some((needs) => needs.has(id)) ? null : 'form'
        return null
      }
      for (const id of all) {
        const name = nameOf(id)
        if (name !== null) names.set(id, name)
      }
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          {
            debugName: 'frames',
            includeDependenciesRecursively: false,
            name: (id: string) => names.get(id) ?? null,
          },
        ],
      },
    }),
  }
}

/** Packages whose index names all their parts. An import of such an index is an import of the parts that it names. */
const BARREL =
  /[\\/]node_modules[\\/](?:@mantine[\\/]\w+|@tabler[\\/]icons-react)[\\/](?:dist[\\/])?esm[\\/](?:index|tabler-icons-react)\.mjs$/

/** What modules need, by their static imports. */
class NeedsOf {
  readonly #context: Context
  readonly #imports = new Map<string, readonly string[]>()
  readonly #parts = new Map<string, ReadonlyMap<string, string>>()

  constructor(context: Context) {
    this.#context = context
  }

  needs(roots: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>()
    const queue = [...roots]
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      if (found.has(id)) continue
      found.add(id)
      queue.push(...this.#importsOf(id))
    }
    return found
  }

  #importsOf(id: string): readonly string[] {
    const known = this.#imports.get(id)
    if (known) return known
    const found = this.#readImportsOf(id)
    this.#imports.set(id, found)
    return found
  }

  #readImportsOf(id: string): readonly string[] {
    const { importedIds = [], code } = this.#context.getModuleInfo(id) ?? {}
    const barrels = importedIds.filter((imported) => BARREL.test(imported))
    if (barrels.length === 0 || !code) return importedIds
    const names = importedNames(this.#context, code)
    return [
      ...importedIds.filter((imported) => !barrels.includes(imported)),
      ...barrels.flatMap((barrel) => {
        const parts = this.#partsOf(barrel)
        return names.flatMap((name) => parts.get(name) ?? [])
      }),
    ]
  }

  /** The files behind the names that an index exports. */
  #partsOf(barrel: string): ReadonlyMap<string, string> {
    const known = this.#parts.get(barrel)
    if (known) return known
    const { importedIds = [], code } = this.#context.getModuleInfo(barrel) ?? {}
    const files = new Map<string, string>()
    if (code) {
      const sourceOf = new Map<string, string>()
      for (const node of this.#context.parse(code).body) {
        if (node.type === 'ImportDeclaration')
          for (const { local } of node.specifiers) sourceOf.set(local.name, node.source.value)
        if (node.type === 'ExportNamedDeclaration')
          for (const { local, exported } of node.specifiers) {
            const source = node.source?.value ?? sourceOf.get(nameOf(local))
            const file = source && importedIds.find((id) => id.endsWith(source.replace(/^\.+/, '')))
            if (file) files.set(nameOf(exported), file)
          }
      }
    }
    this.#parts.set(barrel, files)
    return files
  }
}

function importedNames(context: Context, code: string): string[] {
  return context
    .parse(code)
    .body.flatMap((node) =>
      node.type === 'ImportDeclaration'
        ? node.specifiers.flatMap((one) => (one.type === 'ImportSpecifier' ? [nameOf(one.imported)] : []))
        : [],
    )
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value)
}
