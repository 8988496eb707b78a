import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { gridColumns } from '../../ui/resource/list-columns.tsx'
import type { MergeProps, RecordTools } from '../../ui/resource/record-tools.tsx'
import { RecordToolsProvider } from '../../ui/resource/record-tools.tsx'
import { ResourcesProvider } from '../../ui/resource/resources.tsx'
import { ScreenPartsProvider, useScreenParts } from '../../ui/resource/screen-parts.web.ts'
import { clearSession, loadSession } from '../../core/browser/session.web.ts'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import { toasts } from '../../ui/toast-store.web.ts'
import { CellEditing } from './cell-editing.tsx'
import { CreationDialog } from './creation-dialog.tsx'

/** A request of the browser, to be answered by the test. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly ifMatch: string | null
  readonly body: unknown
}
type Answer = readonly [status: number, body: unknown]

export const asked: Asked[] = []
let answers: ((call: Asked) => Answer | Promise<Answer>) | null = null
let rows: readonly AnyRecord[] = []
let root: Root
let client: QueryClient

/** Sets the server's answer to every call that changes something. */
export function answerWith(next: (call: Asked) => Answer | Promise<Answer>): void {
  answers = next
}

const everything = {
  user: { role: 'admin', first_name: msg('Ada'), last_name: msg('Byron'), email: 'ada@marquee.example' },
  permissions: [],
}

/** A page, a person who can do everything and a server for each test of a file. */
export function onInlineEditPage(): void {
  beforeAll(async () => {
    // They come with the first cell that is changed; here they are there by then.
    await Promise.all([import('./cell-editor.tsx'), import('./creation-dialog.tsx')])
  })
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    asked.length = 0
    answers = null
    vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      const { pathname } = new URL(String(input), 'http://localhost')
      const call: Asked = {
        method: init?.method ?? 'GET',
        path: pathname,
        ifMatch: new Headers(init?.headers).get('If-Match'),
        body: typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
      }
      const [status, body] = await answerTo(call)
      return new Response(JSON.stringify(body), {
        status,
        headers: { 'Content-Type': 'application/json', 'X-Total-Count': String(rows.length) },
      })
    })
    await signIn()
    const place = document.createElement('div')
    document.body.append(place)
    root = createRoot(place)
  })
  afterEach(async () => {
    await act(async () => root.unmount())
    document.body.replaceChildren()
    clearSession()
    for (const { id } of toasts.open()) toasts.close(id)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}

async function answerTo(call: Asked): Promise<Answer> {
  if (call.path.endsWith('/whoami')) return [200, who]
  if (call.method === 'GET') return [200, found(call)]
  asked.push(call)
  return (await answers?.(call)) ?? [500, { error: t('Internal'), message: t('Nothing was said about this call.') }]
}

let who: object = everything
let found: (call: Asked) => unknown = () => rows

/** The answers of lists and searches. */
export function findWith(next: (call: Asked) => unknown): void {
  found = next
}

/** Signs a user in, with every permission by default. */
export async function signIn(as: object = everything): Promise<void> {
  who = as
  clearSession()
  await loadSession(`token ${Math.random()}`)
}

function Merge({ theirs, mine, conflicts, onSave }: MergeProps) {
  return (
    <section role="dialog" aria-label={t('Merge')}>
      {conflicts.map(({ key }) => (
        <p key={key}>{`${key}: theirs ${String(theirs[key])}, mine ${String(mine[key])}`}</p>
      ))}
      <button type="button" onClick={() => onSave(Object.fromEntries(conflicts.map(({ key }) => [key, 'mine'])))}>
        {t('Save mine')}
      </button>
      <button type="button" onClick={() => onSave(Object.fromEntries(conflicts.map(({ key }) => [key, 'theirs'])))}>
        {t('Keep theirs')}
      </button>
    </section>
  )
}
const care: RecordTools = {
  Merge,
  History: () => null,
  UsedBy: () => null,
  Deletion: () => null,
  usesOf: async () => null,
  consequencesOf: async () => ({ refusal: null, uses: null }),
}

/** Draws something as the console would, with some resources to refer to. */
export async function draw(content: ReactNode, resources: readonly AnyResource[] = []): Promise<void> {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const loaded = Promise.resolve(resources)
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <ResourcesProvider value={() => loaded}>
            <RecordToolsProvider value={care}>
              <Parts>{content}</Parts>
            </RecordToolsProvider>
          </ResourcesProvider>
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
  await settle()
}

function Parts({ children }: { children: ReactNode }) {
  return <ScreenPartsProvider value={{ ...useScreenParts(), Creation: CreationDialog }}>{children}</ScreenPartsProvider>
}

/** A list of a resource with every field as a column. */
export async function drawList(
  resource: AnyResource,
  of: readonly AnyRecord[],
  resources: readonly AnyResource[] = [resource],
): Promise<void> {
  rows = of
  found = () => rows
  await draw(<List of={resource} />, resources)
}

function List({ of: resource }: { of: AnyResource }) {
  const { data } = useRows(resource, {})
  return (
    <DataGrid
      name="list"
      label={t('List')}
      columns={gridColumns(resource, Object.keys(resource.fields))}
      rows={data?.rows as readonly AnyRecord[] | undefined}
      rowId={({ id }) => String(id)}
      processing="server"
      overlay={(within) =>
        data && <CellEditing of={resource} rows={data.rows as readonly AnyRecord[]} within={within} />
      }
    />
  )
}

/** Reads the list again, as the page does on news of it. */
export async function readAgain(): Promise<void> {
  await act(async () => client.invalidateQueries())
  await settle()
}

/** Lets answers, lazy parts and focus arrive. */
export const settle = () =>
  act(async () => {
    for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setTimeout(resolve, 4))
  })

/** The same after some milliseconds, for what waits before it does something. */
export const wait = (ms: number) =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
  })

export const cell = (id: number, key: string) =>
  document.querySelector<HTMLElement>(`[data-row-id="${id}"] > td[data-column="${key}"]`)
export const gridRow = (id: number) => document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
export const editor = () => document.querySelector<HTMLElement>('[role=dialog][data-kind]')
export const pencil = () => document.querySelector<HTMLElement>('button[title^="Change ("]')
export const input = () =>
  editor()?.querySelector<HTMLInputElement | HTMLSelectElement>('input:not([type=hidden]), select') ?? null

export async function press(
  key: string,
  more: KeyboardEventInit = {},
  on: Element | null = document.activeElement,
): Promise<void> {
  await act(async () =>
    on?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more })),
  )
  await settle()
}

export async function point(at: Element | null): Promise<void> {
  await act(async () => at?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
}

/** Types into an input as a person does: React hears of it only by the setter of the element itself. */
export async function type(text: string, on: Element | null = input()): Promise<void> {
  await act(async () => {
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(on) as object, 'value')?.set
    set?.call(on, text)
    on?.dispatchEvent(new Event(on instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
  await settle()
}

export async function focus(on: HTMLElement | null): Promise<void> {
  await act(async () => on?.focus())
}

/** The button that comes to a cell under the pointer. */
export async function pressPencil(on: Element | null): Promise<void> {
  await point(on)
  await act(async () => document.querySelector<HTMLElement>('[title="Change (F2)"]')?.click())
  await settle()
}

export async function click(on: Element | null | undefined): Promise<void> {
  await act(async () => on?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
  await settle()
}
