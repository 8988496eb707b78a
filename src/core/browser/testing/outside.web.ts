import { vi } from 'vitest'
import { type HttpClient, createHttpClient } from '../create-http-client.web.ts'

export const ORIGIN = 'https://console.example'
export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

export function outside(answer: (init: RequestInit) => Promise<Response> | Response) {
  const fetch = vi.fn((_address: unknown, init?: RequestInit) => Promise.resolve(answer(init ?? {})))
  const world = {
    fetch,
    token: null as string | null,
    xsrfToken: null as string | null,
    errors: [] as [string, number][],
    went: [] as string[],
    events: [] as string[],
    dialogs: 0,
    answerDialog: (_again: boolean): void => {},
  }
  const client: HttpClient = createHttpClient({
    fetch,
    origin: () => ORIGIN,
    readToken: () => world.token,
    readXsrfToken: () => world.xsrfToken,
    clearToken: () => void world.events.push('token cleared'),
    keepDrafts: () => void world.events.push('drafts kept'),
    goTo: (address) => void world.went.push(address),
    reload: () => void world.events.push('reload'),
  })
  client.presentFailuresWith({
    showError: (text, milliseconds) => void world.errors.push([text, milliseconds]),
    confirmLogout: () =>
      new Promise((resolve) => {
        world.dialogs += 1
        world.answerDialog = resolve
      }),
  })
  return {
    client,
    world,
    sent: () => fetch.mock.calls.map(([address, init]) => ({ address: String(address), init: init ?? {} })),
  }
}
