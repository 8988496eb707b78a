import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { clearToken, readToken, writeCookie } from '../../core/browser/cookies.web.ts'
import { clearSession, loadSession, sessionFor } from '../../core/browser/session.web.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { UiProvider } from '../../ui/provider.tsx'
import { checkSession } from '../console/guard.web.ts'
import { consolePages, createConsoleRouter } from '../console/router.tsx'
import { initiallyOpen } from '../menu.ts'
import { sitemap } from '../sitemap.web.ts'
import type { SitemapNode } from '../../ui/sitemap-node.web.ts'

/** The finished sitemap, as router, menu and breadcrumbs get it: the one place that knows how it is put together. */
export const product: { sitemap: readonly SitemapNode[]; initiallyOpen: readonly string[] } = { sitemap, initiallyOpen }

/** The person to sign in: with everything, unless a role and its permissions are given. */
export interface Person {
  readonly role?: string
  readonly can?: readonly (readonly [action: string, object: string])[]
  readonly avatar?: string
}

/** The server's answer to a call such as `GET /website/domains`. */
export type Replies = Readonly<Record<string, () => Response>>

export interface Visit {
  /** Path, query and fragment. */
  address(): string
  /** Goes to an address of the console and waits until the page is there. */
  goTo(address: string): Promise<void>
  /** The paths that were asked for, in order: a redirect leaves a trail. */
  readonly trail: readonly string[]
  /** Where the browser was sent for another document, such as the sign-in page. */
  readonly left: readonly string[]
  /** The messages that the guard left for the sign-in page. */
  readonly messages: readonly string[]
  /** The calls that were made, e.g. `GET /website/domains`. */
  readonly calls: readonly string[]
  /** The server's answers from now on. */
  answer(call: string, reply: () => Response): void
}

export const answered = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

const EmptyScreen = () => <PageFrame>{null}</PageFrame>

/** The pages as they are, each with an empty screen: what is on them is tested with their areas. */
function withEmptyScreens(nodes: readonly SitemapNode[]): SitemapNode[] {
  return nodes.map((node) => ({
    ...node,
    ...(node.screen && { screen: () => Promise.resolve(EmptyScreen) }),
    ...(node.children && { children: withEmptyScreens(node.children) }),
  }))
}

let root: Root | null = null

/**
 * The console as it starts in a browser: sitemap, guard, router and shell of the product, over a server that answers
 * what the test says.
 *
 * @param person - null for a visit without a token
 */
export async function openConsole(address: string, person: Person | null = {}, said: Replies = {}): Promise<Visit> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const replies = new Map<string, () => Response>([
    ['GET /rest/data/rbac/whoami', () => answered(whoAmI(person ?? {}))],
    ['GET /website/domains', () => answered({ domains: { en: 'https://public.example/en' } })],
    ...Object.entries(said),
  ])
  const calls: string[] = []
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const call = `${init?.method ?? 'GET'} ${new URL(String(input), 'http://localhost').pathname}`
    calls.push(call)
    return Promise.resolve((replies.get(call) ?? (() => answered([])))())
  })
  if (person) writeCookie('token', 'a token')
  const trail: string[] = []
  const left: string[] = []
  const messages: string[] = []
  const router = createConsoleRouter({
    sitemap: withEmptyScreens(product.sitemap),
    initiallyOpen: product.initiallyOpen,
    check(path, fullPath) {
      if (trail.at(-1) !== path) trail.push(path)
      return checkSession(path, fullPath, {
        readToken,
        sessionFor,
        loadSession,
        clearSession,
        leaveMessage: (text) => void messages.push(text),
        goTo: (to) => void left.push(to),
        finishProgress: () => undefined,
      })
    },
  })
  router.history.replace(address)
  const place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () => {
    root?.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </QueryClientProvider>,
    )
  })
  // A page that is in no menu brings its own screen, which is still loading.
  await act(() => vi.dynamicImportSettled())
  return {
    address: () => router.history.location.href,
    async goTo(to) {
      await act(async () => {
        router.history.push(to)
        await router.load()
      })
    },
    trail,
    left,
    messages,
    calls,
    answer: (call, reply) => void replies.set(call, reply),
  }
}

/** To be called after each test. */
export async function closeConsole(): Promise<void> {
  await act(async () => root?.unmount())
  root = null
  document.body.replaceChildren()
  clearSession()
  clearToken()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
}

/** Every page that the router knows, by its path. */
export const productPages = new Map(consolePages(product.sitemap).map((page) => [page.path, page]))

function whoAmI({ role = 'admin', can = [], avatar }: Person) {
  return {
    user: { role, first_name: 'Ada', last_name: 'Byron', email: 'ada@marquee.example', avatar },
    permissions: can.map(([action, object]) => ({ action, object })),
  }
}
