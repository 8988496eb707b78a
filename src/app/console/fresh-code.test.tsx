import { afterEach, expect, it, vi } from 'vitest'
import { loadScreen } from './fresh-code.web.ts'

const assign = vi.fn<(address: string) => void>()
const browser = { sessionStorage: window.sessionStorage, location: { assign } as unknown as Location }
const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/list-1a2b.js'))

afterEach(() => {
  window.sessionStorage.clear()
  assign.mockClear()
})

it('a screen whose files went with an old version is opened again, where the person wanted to go', async () => {
  const settled = vi.fn()
  void loadScreen(gone, '/coupons/list?q=1', browser).finally(settled)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/coupons/list?q=1'))
  expect(settled).not.toHaveBeenCalled()
})

it('files that are still missing afterwards are an error, and no endless reloading', async () => {
  void loadScreen(gone, '/coupons/list', browser)
  await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce())
  await expect(loadScreen(gone, '/coupons/list', browser)).rejects.toThrow('dynamically imported')
  expect(assign).toHaveBeenCalledOnce()
})

it('a screen with a mistake of its own is shown as one', async () => {
  await expect(loadScreen(() => Promise.reject(new Error('x is not a function')), '/', browser)).rejects.toThrow(
    'x is not',
  )
  expect(assign).not.toHaveBeenCalled()
  expect(await loadScreen(() => Promise.resolve('screen'), '/', browser)).toBe('screen')
})
