import { createServer } from 'node:http'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import { build } from 'vite'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Builds the harness as production does and serves it from a folder of its own until `close`. */
export async function serveHarness(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'data-grid-'))
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('./', import.meta.url)),
    base: './',
    plugins: [react()],
    css: { postcss: { plugins: [mantine()] } },
    build: { outDir: folder, emptyOutDir: true },
  })
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://harness').pathname)
    void readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      (content) => response.writeHead(200, { 'content-type': types[extname(path) || '.html'] ?? '' }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
