import { execFile } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'

const cache = fileURLToPath(new URL('../.cache/rivals/', import.meta.url))
/** Installed in the cache: packages below bench/ would be taken for part of the product. */
const source = join(cache, 'source')

export const rivals = ['react-admin', 'mantine'] as const
export type Rival = (typeof rivals)[number]

/** Installs what the rivals are made of, where it is not there yet, and builds each. Returns the folders of the builds. */
export async function buildRivals(): Promise<Readonly<Record<Rival, string>>> {
  cpSync(fileURLToPath(new URL('rivals/', import.meta.url)), source, { recursive: true })
  if (!existsSync(join(source, 'node_modules')))
    await promisify(execFile)('npm', ['ci', '--prefer-offline'], { cwd: source })
  for (const rival of rivals)
    await build({
      root: source,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: outDirOf(rival),
        emptyOutDir: true,
        chunkSizeWarningLimit: 5_000,
        rollupOptions: { input: join(source, `${rival}.html`) },
      },
    })
  return { 'react-admin': outDirOf('react-admin'), 'mantine': outDirOf('mantine') }
}

function outDirOf(rival: Rival): string {
  return `${join(cache, rival)}/`
}
