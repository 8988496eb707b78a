import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryOf, searchOf } from './address-query.web.ts'
import { useRouteQuery } from './navigation.tsx'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('is the query of the page that asks, also while another page is loaded', async () => {
  const seen: string[] = []
  const isLoaded = Promise.withResolvers<void>()
  function Page({ name }: { name: string }) {
    const [{ id = '', sort = '' }, change] = useRouteQuery()
    seen.push(`${name} ${id} ${sort}`.trim())
    return <button onClick={() => change({ sort: 'name' })}>Sort</button>
  }
  const base = createRootRoute({ component: Outlet })
  const router = createRouter({
    routeTree: base.addChildren([
      createRoute({ getParentRoute: () => base, path: '/codes/{-$code}', component: () => <Page name="code" /> }),
      createRoute({
        getParentRoute: () => base,
        path: '/products',
        loader: () => isLoaded.promise,
        component: () => <Page name="product" />,
      }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/codes?id=7'] }),
    parseSearch: queryOf,
    stringifySearch: searchOf,
    defaultPendingMs: 60_000,
  })
  await act(async () => {
    await router.load()
    root.render(<RouterProvider router={router as never} />)
  })
  const now = () => seen.at(-1)
  expect(now()).toBe('code 7')
  // Its own changes are seen at once.
  await act(async () => document.querySelector('button')?.click())
  expect(now()).toBe('code 7 name')
  await act(async () => router.history.push('/products?id=401'))
  expect(router.state.location.href).toBe('/products?id=401')
  expect(now()).toBe('code 7 name')
  await act(async () => isLoaded.resolve())
  await vi.waitFor(() => expect(now()).toBe('product 401'))
  expect(new Set(seen)).toEqual(new Set(['code 7', 'code 7 name', 'product 401']))
})
