import { readFile, readdir } from 'node:fs/promises'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
const compress = promisify(brotliCompress)

/**
 * Serves a built folder and passes everything else on to Marquee, so that a page there has the same API at its own
 * origin. Without a folder it is Marquee's own page: its files for good come from memory too once they were asked for,
 * so that it is measured through the same program as what it is compared with.
 */
export async function startFront(marqueeUrl: string, folder: string | null): Promise<{ url: string; server: Server }> {
  const files = folder ? await readBuilt(folder) : new Map<string, Built>()
  const kept = new Map<string, { readonly headers: IncomingHttpHeaders; readonly body: Buffer }>()
  const { hostname, port } = new URL(marqueeUrl)
  const keep = (path: string, answer: IncomingMessage) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => kept.set(path, { headers: answer.headers, body: Buffer.concat(chunks) }))
  }
  const server = createServer((incoming, outgoing) => {
    const built = files.get((incoming.url ?? '/').split('?')[0] ?? '/')
    if (built) {
      outgoing.writeHead(200, {
        'content-type': built.type,
        'content-encoding': 'br',
        'content-length': built.body.byteLength,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      outgoing.end(built.body)
      return
    }
    const { method, url: path = '/', headers } = incoming
    const known = kept.get(path)
    if (known) {
      outgoing.writeHead(200, known.headers)
      outgoing.end(known.body)
      return
    }
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      if (answer.statusCode === 200 && answer.headers['cache-control']?.includes('immutable')) keep(path, answer)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

interface Built {
  readonly type: string
  readonly body: Buffer
}

async function readBuilt(folder: string): Promise<Map<string, Built>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = new Map<string, Built>()
  for (const entry of names.filter((name) => name.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const body = await compress(await readFile(path), {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    })
    found.set(`/${posix.relative(folder, path)}`, { type: types[extname(path)] ?? 'application/octet-stream', body })
  }
  return found
}
