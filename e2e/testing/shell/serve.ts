import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { documentHeaders } from '../../../src/core/http/security-headers.server.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

interface Permission {
  action: string
  object: string
}

const readable = ['purchases', 'coupons', 'lineups', 'settings']
const people: readonly { email: string; name: string; role: string; permissions: readonly Permission[] }[] = [
  { email: 'ada@marquee.example', name: 'Ada Admin', role: 'admin', permissions: [] },
  {
    email: 'rita@marquee.example',
    name: 'Rita Reader',
    role: 'read-only',
    permissions: readable.map((object) => ({ action: 'ui', object })),
  },
  {
    email: 'carl@marquee.example',
    name: 'Carl Coupon',
    role: 'catalogue-editor',
    permissions: [
      { action: 'ui', object: 'coupons' },
      { action: 'write', object: 'coupons' },
    ],
  },
  { email: 'nora@marquee.example', name: 'Nora New', role: 'no-access', permissions: [] },
]

export interface ShellServer {
  url: string
  /** Calls that reached the server, e.g. `POST /user/logout`. */
  calls: { readonly call: string; readonly headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/**
 * The console as it is built for production, with a sitemap that has every rule of the menu in it, behind a server that
 * speaks only the sign-in calls. Its documents carry the headers of the real one.
 */
export async function serveShell(): Promise<ShellServer> {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-shell-'))
  const { NODE_ENV } = process.env
  // A test run's NODE_ENV would build React's slow development version.
  process.env.NODE_ENV = 'production'
  await build({
    configFile: at('../../../vite.config.ts'),
    logLevel: 'error',
    cacheDir: join(folder, '.vite'),
    plugins: [
      {
        name: 'testing/shell',
        enforce: 'pre',
        resolveId: (id, importer) =>
          (id === '../sitemap.web.ts' || id === '../menu.ts') && importer?.endsWith('/src/app/console/main.tsx')
            ? at('./sitemap.tsx')
            : null,
      },
    ],
    build: { outDir: folder, emptyOutDir: true },
  })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
  const sessions = new Map<string, string>()
  const calls: ShellServer['calls'] = []
  const server = createServer((request, response) => {
    calls.push({ call: `${request.method} ${request.url}`, headers: request.headers })
    void answer(request, response, folder, sessions)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    calls,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  sessions: Map<string, string>,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://shell').pathname
  const json = (status: number, body: unknown, headers: Record<string, string[]> = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const person = people.find(({ email }) => email === sessions.get(String(request.headers['x-token'])))
  switch (`${request.method} ${path}`) {
    case 'GET /demo/people':
      return json(
        200,
        people.map(({ email, name, role }) => ({ email, name, role })),
      )
    case 'POST /demo/token':
      return json(200, { googleToken: await field(request, 'email') })
    case 'POST /user/login': {
      const token = randomUUID()
      sessions.set(token, await field(request, 'googleToken'))
      return json(
        200,
        { token },
        {
          'set-cookie': [`token=${token}; Path=/; SameSite=Strict`, 'XSRF-TOKEN=a%2Fb; Path=/; SameSite=Strict'],
        },
      )
    }
    case 'POST /user/logout':
      sessions.delete(String(request.headers['x-token']))
      return json(200, {}, { 'set-cookie': ['token=; Path=/; Max-Age=0'] })
    case 'GET /rest/data/rbac/whoami': {
      if (!person) return json(403, { error: 'SessionExpired', message: 'Your session has ended.', requestId: 'r-1' })
      const [first_name, last_name] = person.name.split(' ')
      return json(200, {
        user: { role: person.role, first_name, last_name, email: person.email, avatar: null },
        permissions: person.permissions,
      })
    }
    case 'GET /user/ip-verification':
      return json(200, {
        state: 'none',
        address: '203.0.113.7',
        email: null,
        hasCode: false,
        codeEndsIn: 0,
        triesLeft: 0,
        nextCodeIn: 0,
        hasAsked: false,
        trustDays: 30,
        mail: 'smtp',
        reason: null,
      })
    case 'GET /rest/data/inbox':
      return json(200, { items: [], unread: 0, next: null })
    case 'GET /rest/data/inbox/unread':
      return json(200, { unread: 0 })
    case 'GET /website/domains':
      return json(200, { domains: { en: 'https://tickets.example/en/' } })
  }
  if (path.startsWith('/rest/')) return json(404, { error: 'NotFound', message: 'No such thing.', requestId: 'r-2' })
  const type = types[extname(path)]
  if (type) {
    const file = await readFile(join(folder, path.replaceAll('..', ''))).catch(() => null)
    response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file ?? '')
    return
  }
  const document = path === '/login' ? ('login' as const) : ('console' as const)
  const nonce = randomBytes(16).toString('base64')
  const html = await readFile(join(folder, document === 'login' ? 'login.html' : 'index.html'), 'utf8')
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...documentHeaders({ document, nonce, withGoogle: false }),
    })
    .end(html.replaceAll('__CSP_NONCE__', nonce).replaceAll('__GOOGLE_CLIENT_ID__', ''))
}

async function field(request: IncomingMessage, name: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
  return typeof body === 'object' && body !== null ? String(Reflect.get(body, name)) : ''
}
