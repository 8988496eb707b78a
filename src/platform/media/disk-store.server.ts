import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImageStore } from './image-store.server.ts'
import { assertHash, assertKey } from './image-store.server.ts'

/**
 * Keeps images in a folder. The first two letters of the hash become a subfolder, so that no folder gets larger than
 * file systems handle well.
 */
export function diskStore(folder: string): ImageStore {
  const folderOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)
  const pathOf = (key: string) => {
    assertKey(key)
    const [sha256 = '', name = ''] = key.split('/')
    return join(folderOf(sha256), name)
  }
  return {
    async read(key) {
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async write(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Concurrent readers find either the whole file or none.
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async removeAll(sha256) {
      assertHash(sha256)
      await rm(folderOf(sha256), { recursive: true, force: true })
    },
  }
}
