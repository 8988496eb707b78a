import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { queryOf, searchOf } from '../../ui/address-query.web.ts'
import type { RecordPaths } from '../../ui/resource/record-paths.tsx'
import { RecordPathsProvider } from '../../ui/resource/record-paths.tsx'
import { NoticePage } from './notice-page.tsx'

/** Of someone who can view purchases and update coupons. */
const paths: RecordPaths = (of, page, id) =>
  (of === 'purchases' && page === 'view') || (of === 'coupons' && page === 'update') ? `/${of}/${page}?id=${id}` : null

it.each([
  ['/notice?of=purchases&id=7&at=note-12', '/purchases/view?id=7#note-12'],
  ['/notice?of=purchases&id=7', '/purchases/view?id=7'],
  ['/notice?of=coupons&id=3', '/coupons/update?id=3'],
  ['/notice?of=roles&id=3', '/404'],
  ['/notice', '/404'],
])('the link of an email, %s, leads to %s', async (from, to) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const base = createRootRoute({ component: Outlet })
  const router = createRouter({
    routeTree: base.addChildren([
      createRoute({ getParentRoute: () => base, path: '/notice', component: NoticePage }),
      createRoute({ getParentRoute: () => base, path: '$', component: () => <p>There</p> }),
    ]),
    history: createMemoryHistory({ initialEntries: ['/before', from] }),
    parseSearch: queryOf,
    stringifySearch: searchOf,
  })
  await act(async () => {
    await router.load()
    root.render(
      <RecordPathsProvider value={paths}>
        <RouterProvider router={router as never} />
      </RecordPathsProvider>,
    )
  })
  await expect.poll(() => router.history.location.href).toBe(to)
  // Back leads past the link.
  await act(async () => router.history.back())
  await expect.poll(() => router.history.location.href).toBe('/before')
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})
