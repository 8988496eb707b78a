import { afterAll, vi } from 'vitest'

// The files of a worker share its document and its modules: each leaves the document as the next one expects it.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  const root = document.documentElement
  for (const name of root.getAttributeNames()) root.removeAttribute(name)
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0]}=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  history.replaceState(null, '', '/')
})
