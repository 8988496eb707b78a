import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { vi } from 'vitest'
import { clearSession, loadSession } from '../../core/browser/session.web.ts'
import { queryOf, searchOf } from '../address-query.web.ts'
import { messageBoxes } from '../message-box-store.web.ts'
import { MessageBoxes } from '../message-boxes.tsx'
import { PageContext } from '../page-context.tsx'
import { toasts } from '../toast-store.web.ts'

/** A call that a screen made. */
interface Call {
  /** `GET /rest/data/coupons` */
  readonly call: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The server's answer to a call such as `GET /rest/data/coupons`: a body, which can depend on the call, or a whole response. */
export type Answers = Readonly<Record<string, unknown>>

export interface OpenScreen {
  /** The calls so far, without those that every screen makes. */
  readonly calls: readonly Call[]
  /** The address as it is now: `/page?skip=25`. */
  address(): string
  /** The screen's contents, as a reader gets them. */
  text(): string
  /** The first element that matches. Throws where there is none. */
  find(selector: string): HTMLElement
  all(selector: string): HTMLElement[]
  /** A button by what is written on it. Throws where there is none. */
  button(label: string): HTMLElement
}

/** An answer that refuses a call, with a sentence for each field. */
export class Refused {
  readonly fields: Readonly<Record<string, string>>
  constructor(fields: Readonly<Record<string, string>>) {
    this.fields = fields
  }
}

const admin = {
  user: { role: 'admin', first_name: 'Ada', last_name: 'Byron', email: 'ada@marquee.example' },
  permissions: [],
}
let root: Root | null = null

/** Shows a part of the console at an address, to a person with every permission, over a server that answers as said. */
export async function openScreen(content: ReactNode, answers: Answers = {}, address = '/page'): Promise<OpenScreen> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // A text field that grows measures itself again when fonts arrive; this DOM has none.
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  const calls: Call[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), 'http://localhost')
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as unknown) : null
    const made = { call: `${init?.method ?? 'GET'} ${pathname}`, query: Object.fromEntries(searchParams), body }
    if (pathname.endsWith('/whoami')) return reply(admin)
    calls.push(made)
    if (!(made.call in answers)) return reply({ error: 'NotFound', message: `No answer to ${made.call}` }, 404)
    const answer = answers[made.call]
    const given = await (typeof answer === 'function' ? (answer as (call: Call) => unknown)(made) : answer)
    if (given instanceof Response) return given
    if (given instanceof Refused) return reply({ error: 'InvalidInput', message: 'Refused', fields: given.fields }, 422)
    return reply(given)
  })
  clearSession()
  await loadSession(`token ${Math.random()}`)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  const page = { title: 'Page', screen: 'page', write: [], mayWrite: true }
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <PageContext.Provider value={page}>{content}</PageContext.Provider>,
    }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: queryOf,
    stringifySearch: searchOf,
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () => {
    await router.load()
    root?.render(
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <MessageBoxes />
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>,
    )
  })
  await settle()
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const found = (element: HTMLElement | undefined, what: string) => {
    if (!element) throw new Error(`No ${what} in: ${document.body.textContent}`)
    return element
  }
  return {
    calls,
    all,
    address: () => router.state.location.href,
    text: () => document.body.textContent ?? '',
    find: (selector) => found(all(selector)[0], selector),
    button: (label) =>
      found(
        all('button').find(({ textContent }) => textContent === label),
        `button "${label}"`,
      ),
  }
}

function reply(body: unknown, status = 200): Response {
  const headers = { 'Content-Type': 'application/json', 'X-Total-Count': String(Array.isArray(body) ? body.length : 0) }
  return new Response(JSON.stringify(body), { status, headers })
}

/** To be called after each test. */
export async function closeScreen(): Promise<void> {
  await act(async () => messageBoxes.closeForNavigation())
  await act(async () => root?.unmount())
  root = null
  document.body.replaceChildren()
  clearSession()
  for (const { id } of toasts.open()) toasts.close(id)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}

/** Lets answers and lazy parts arrive. */
async function settle(): Promise<void> {
  await act(() => vi.dynamicImportSettled())
  await act(async () => {
    for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setTimeout(resolve, 4))
  })
}

export async function click(on: HTMLElement): Promise<void> {
  await act(async () => on.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
  await settle()
}

/** Types into an input as a person does: React hears of it only by the setter of the element itself. */
export async function type(text: string, on: HTMLElement): Promise<void> {
  await act(async () => {
    const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(on) as object, 'value')?.set
    set?.call(on, text)
    on.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await settle()
}

/** Chooses a file in a file input, or takes the chosen one out again. */
export async function chooseFile(file: File | null, on: HTMLElement): Promise<void> {
  await act(async () => {
    Object.defineProperty(on, 'files', { value: file ? [file] : [], configurable: true })
    on.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await settle()
}
