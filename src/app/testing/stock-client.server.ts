import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Id = number | string
interface Page {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter: object
}
/** Records where nothing else is said. */
type Row = Readonly<Record<string, unknown>>

/** What the tests call of ra-core's `DataProvider`, whose types come with a package that nothing else needs. */
export interface StockClient {
  getList<T = Row>(resource: string, params: Page): Promise<{ data: T[]; total: number }>
  getOne<T = Row>(resource: string, params: { id: Id }): Promise<{ data: T }>
  getMany<T = Row>(resource: string, params: { ids: readonly Id[] }): Promise<{ data: T[] }>
  getManyReference<T = Row>(
    resource: string,
    params: Page & { target: string; id: Id | null },
  ): Promise<{ data: T[]; total: number }>
  create<T = Row>(resource: string, params: { data: object }): Promise<{ data: T }>
  update<T = Row>(resource: string, params: { id: Id; data: object; previousData: object }): Promise<{ data: T }>
  updateMany<T = Row>(resource: string, params: { ids: readonly Id[]; data: object }): Promise<{ data: (T | Id)[] }>
  delete<T = Row>(resource: string, params: { id: Id; previousData: object }): Promise<{ data: T }>
  deleteMany<T = Row>(resource: string, params: { ids: readonly Id[] }): Promise<{ data: (T | Id)[] }>
}
type FetchJson = (url: string, options?: { headers?: Headers }) => Promise<unknown>

const wanted = fileURLToPath(new URL('./stock-client/', import.meta.url))
const folder = fileURLToPath(new URL('../../../.cache/stock-client/', import.meta.url))

/**
 * Installs ra-data-simple-rest and what it needs, 70 MB that one test alone looks at, unless just this is there.
 *
 * @throws Error where npm cannot
 */
export function ensureStockClient(): void {
  const lockOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
  // npm writes the inner lock file last.
  const isInstalled = existsSync(join(folder, 'node_modules', '.package-lock.json'))
  if (isInstalled && lockOf(join(folder, 'package-lock.json')) === lockOf(join(wanted, 'package-lock.json'))) return
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(wanted, name), join(folder, name))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder, stdio: ['ignore', 2, 2] })
}

/** The stock client with nothing of ours but the token. `fetchJson` is its own way to call. */
export function stockClient(
  url: string,
  token: string,
): { readonly provider: StockClient; readonly fetchJson: FetchJson } {
  ensureStockClient()
  const load = createRequire(join(folder, 'package.json'))
  // Edge: packages whose types are not installed.
  const provide = load('ra-data-simple-rest') as (base: string, client: FetchJson) => StockClient
  const { fetchUtils } = load('ra-core') as { fetchUtils: { fetchJson: FetchJson } }
  const provider = provide(`${url}/rest/data`, (address, options = {}) => {
    const headers = new Headers(options.headers)
    headers.set('X-Token', token)
    return fetchUtils.fetchJson(address, { ...options, headers })
  })
  return { provider, fetchJson: fetchUtils.fetchJson }
}
