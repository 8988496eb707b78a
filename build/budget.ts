import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LIST_SCREEN, QUIET } from './chunks.ts'
import { filesOf } from './files.ts'

type Bundle = Rolldown.OutputBundle

/** The most that a page can send, in bytes and files, besides its document and its calls. */
const LOGIN_LIMIT = { bytes: 150_000, files: 8 }
const LIST_LIMIT = { bytes: 290_500, files: 30 }

/** What the headers of an answer weigh. */
const HEADERS = 450

/**
 * Fails a build whose pages have grown: scripts, styles and the font of a first load as brotli sends them, with their
 * headers and with what a page fetches by itself once it is quiet.
 */
export function budget(): Plugin {
  return {
    name: 'marquee:budget',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      // After precompress, whose files are measured here.
      order: 'post',
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const listScreen = [...this.getModuleIds()].find((id) => id.endsWith(LIST_SCREEN)) ?? ''
        // Every feature's own list, because one that brings a form along is as heavy as both.
        const lists = this.getModuleInfo(listScreen)?.importers ?? []
        // A build for tests has a sitemap of its own; the console's has lists, and they must be measured.
        const isConsole = [...this.getModuleIds()].some((id) => id.endsWith('/src/app/sitemap.web.ts'))
        if (lists.length === 0 && isConsole) this.error('no list was found to measure')
        const pages = [
          { what: 'the sign-in page', needs: ['login.html', '/src/app/console/login.tsx'], limit: LOGIN_LIMIT },
          ...lists.map((id) => ({
            what: id.split('/').at(-1) ?? id,
            needs: ['index.html', id, ...QUIET],
            limit: LIST_LIMIT,
          })),
        ]
        for (const { what, needs, limit } of pages) {
          const names = [...filesOf(bundle, needs), ...fontOf(bundle)]
          const sizes = await Promise.all(names.map((name) => sentSize(join(dir, name))))
          const sum = sizes.reduce((total, size) => total + size + HEADERS, 0)
          const found = `${(sum / 1000).toFixed(0)} KB in ${names.length} files`
          console.log(`First load of ${what}: ${found}, of ${limit.bytes / 1000} KB in ${limit.files}`)
          if (sum > limit.bytes || names.length > limit.files)
            this.error(
              `the first load of ${what} is ${sum} bytes (${found}), ${limit.bytes} bytes in ${limit.files} files at most`,
            )
        }
      },
    },
  }
}

/** The one font that documents preload. */
function fontOf(bundle: Bundle): string[] {
  return Object.keys(bundle).filter((name) => /inter-latin-[\w-]{8}\.woff2$/.test(name))
}

async function sentSize(file: string): Promise<number> {
  const compressed = await stat(`${file}.br`).catch(() => null)
  return (compressed ?? (await stat(file))).size
}
