import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors/errors.ts'
import { languageOfDocument, speaking } from './language.server.ts'
import type { Language } from '../i18n/language.ts'
import { t } from '../i18n/language.ts'
import { documentHeaders } from './security-headers.server.ts'

export interface DocumentsOptions {
  /** Folder of the built console: index.html, login.html, assets/. */
  folder: URL
  /** Set where Google's button is offered; login.html finds it in place of `__GOOGLE_CLIENT_ID__`. */
  googleClientId?: string | null | undefined
  /** Further documents by their paths: `{ '/customer-view': 'customer-view.html' }`. */
  documents?: Readonly<Record<string, string>>
  /** Other placeholders in documents: `{ __PRODUCT_NAME__: 'Marquee' }`. */
  placeholders?: Readonly<Record<string, string>>
}

/** First segments of paths that belong to programs. What is missing there is missing, not a page. */
const programPaths = new Set(
  'rest user website health demo v1 assets src node_modules'.split(' ').concat(
    // Where other servers have theirs: a program that looks for keys or a schema there must not get a page.
    'api graphql oauth oauth2 openid'.split(' '),
  ),
)

/**
 * Serves the built console: login.html at /login, index.html at every other path that could be a page (the console
 * knows which page it is, or that there is none), and files whose names carry a hash for good. Every document gets a
 * fresh nonce in place of `__CSP_NONCE__`.
 *
 * @throws Error when the folder contains no console
 */
export async function addDocuments(server: FastifyInstance, options: DocumentsOptions): Promise<void> {
  const clientId = options.googleClientId ?? ''
  const words = { ...options.placeholders, __GOOGLE_CLIENT_ID__: clientId }
  const consoleDocument = await readDocument(options.folder, 'index.html', words)
  const headOf = await readHeads(options.folder)
  const loginDocument = await readDocument(options.folder, 'login.html', words)
  await addAssets(server, options.folder)

  const config = { isAlwaysAnswered: true, isQuiet: true }
  server.isPage = isPagePath
  server.get('/login', { config }, (request, reply) => {
    sendDocument(request, reply, loginDocument, 'login', clientId !== '')
  })
  for (const [path, file] of Object.entries(options.documents ?? {})) {
    const document = await readDocument(options.folder, file, words)
    server.get(path, { config }, (request, reply) => {
      sendDocument(request, reply, document, 'console', false)
    })
  }
  server.get('/*', { config }, (request, reply) => {
    const [path = '/'] = (request.raw.url ?? '/').split('?', 1)
    if (!isPagePath(path) || !wantsPage(request)) throw new Refusal(404, t('Not found.'))
    sendDocument(request, reply, consoleDocument, 'console', false, headOf(path))
  })
}

/**
 * Whether a path could be a page of the console. Names that begin with a dot, and names with an extension, are probes
 * for files; an email address is the only thing with a dot that pages have in their paths.
 */
function isPagePath(path: string): boolean {
  if (/%2f|%5c|\\|\/\//i.test(path)) return false
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return false
  }
  const segments = decoded.split('/').slice(1)
  if (programPaths.has(segments[0] ?? '')) return false
  return segments.every((segment) => !segment.startsWith('.') && (!segment.includes('.') || segment.includes('@')))
}

/** Programs that ask for JSON and nothing else have lost their way; browsers and curl take a page. */
function wantsPage({ headers: { accept } }: FastifyRequest): boolean {
  return accept === undefined || /text\/html|\*\/\*|text\/\*/.test(accept)
}

/** The pieces of a document between which the nonce goes, in a language, with what its head says besides. */
type Document = (language: Language, head: string) => readonly string[]

async function readDocument(folder: URL, name: string, words: Readonly<Record<string, string>>): Promise<Document> {
  let html: string
  try {
    html = await readFile(new URL(name, folder), 'utf8')
  } catch (cause) {
    throw new Error(`The console is not built: ${fileURLToPath(new URL(name, folder))} cannot be read.`, { cause })
  }
  for (const [placeholder, text] of Object.entries(words)) html = html.replaceAll(placeholder, escapeHtml(text))
  const made = new Map<string, readonly string[]>()
  return (language, head) => {
    const key = `${language} ${head}`
    const pieces =
      made.get(key) ?? inLanguage(html, language).replace('<title>', `${head}<title>`).split('__CSP_NONCE__')
    made.set(key, pieces)
    return pieces
  }
}

/** What the build knows of a page: build/screens.ts. */
interface BuiltScreen {
  readonly files: readonly string[]
  readonly rows?: { readonly of: string; readonly call: string }
}

/**
 * What a path's document says besides: the files of its screen, for the browser to fetch early, and the rows of its list,
 * for the document's script to ask for. Otherwise both are asked for only once the rest of the console runs.
 */
async function readHeads(folder: URL): Promise<(path: string) => string> {
  const text = await readFile(new URL('.vite/screens.json', folder), 'utf8').catch(() => '{}')
  const screens = Object.entries(JSON.parse(text) as Record<string, BuiltScreen>).map(([path, { files, rows }]) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    head: files.map(preloadOf).join('') + (rows ? rowsOf(rows) : ''),
  }))
  const exactly = new Map(screens.map(({ path, head }) => [path, head]))
  return (path) => exactly.get(path) ?? screens.find(({ pattern }) => pattern.test(path))?.head ?? ''
}

function rowsOf({ of, call }: { readonly of: string; readonly call: string }): string {
  return `<meta name="opening-rows" content="${escapeHtml(call)}" data-of="${escapeHtml(of)}">`
}

function preloadOf(file: string): string {
  const rel = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload"'
  return `<link ${rel} crossorigin href="/${escapeHtml(file)}" nonce="__CSP_NONCE__">`
}

/** A document says its language, has the texts of that fetched early, and what it says without scripts is in it. */
function inLanguage(html: string, language: Language): string {
  return html
    .replace('<html lang="en"', `<html lang="${language}"`)
    .replaceAll(`data-language="${language}" data-rel=`, `data-language="${language}" rel=`)
    .replace(
      /(<noscript>)([^<]*)(?=<)/,
      (_, tag: string, text: string) => `${tag}${escapeHtml(speaking(language, () => t(text)))}`,
    )
}

function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  made: Document,
  document: 'console' | 'login',
  withGoogle: boolean,
  head = '',
): void {
  const nonce = randomBytes(18).toString('base64')
  const language = languageOfDocument(request)
  void reply
    .headers(documentHeaders({ document, nonce, withGoogle }))
    .header('Content-Language', language)
    .type('text/html; charset=utf-8')
    .send(made(language, head).join(nonce))
}

async function addAssets(server: FastifyInstance, folder: URL): Promise<void> {
  const root = fileURLToPath(folder)
  await server.register(async function assets(scope) {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, isAlwaysAnswered: true, isQuiet: true }
    })
    await scope.register(fastifyStatic, {
      root: fileURLToPath(new URL('assets/', folder)),
      // By default it reads the whole folder for each file asked for, to compare the spelling with it.
      serve: false,
      index: false,
      dotfiles: 'ignore',
      preCompressed: true,
      // The name changes with the content, so clients never have to ask again.
      immutable: true,
      maxAge: '365d',
    })
    const assets = new Set((await readdir(new URL('assets/', folder))).filter(isServed))
    scope.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': name } }, reply) =>
      assets.has(name) ? reply.sendFile(name) : reply.callNotFound(),
    )
    for (const entry of await readdir(root, { withFileTypes: true })) {
      if (!entry.isFile() || /^\.|\.(?:html|map|br|gz)$/.test(entry.name)) continue
      scope.get(`/${entry.name}`, (_request, reply) =>
        reply.sendFile(entry.name, root, { immutable: false, maxAge: '1h' }),
      )
    }
  })
}

/** Folders have no extension, and source maps are not public. */
const isServed = (name: string) => /^[^.].*\.[a-z0-9]+$/i.test(name) && !name.endsWith('.map')

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
