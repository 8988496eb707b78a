import type { Caller, Reply } from './test-context.server.ts'

/** Calls a server over HTTP as a script would; the token says who. */
export function callerOf(url: string, token: string): Caller {
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(token && { 'x-token': token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    return { status: response.status, headers: response.headers, body: isJson ? (JSON.parse(text) as unknown) : text }
  }
  const query = (params: Readonly<Record<string, unknown>>) =>
    new URLSearchParams(
      Object.fromEntries(
        Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
    ).toString()
  return {
    get: (path, params, headers) => call('GET', params ? `${path}?${query(params)}` : path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    put: (path, body, headers) => call('PUT', path, body, headers),
    patch: (path, body, headers) => call('PATCH', path, body, headers),
    delete: (path, headers) => call('DELETE', path, undefined, headers),
  }
}
