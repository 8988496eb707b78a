import { constants } from 'node:fs'
import { access, cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '../../core/settings.server.ts'

/** Where the image files are kept beside a backup of the database. */
const besideBackup = (file: string) => `${file}.images`

/**
 * Copies the image files that the second folder lacks from the first. The contents under a name never change, so
 * nothing has to pause during the copy. Returns whether there was anything.
 */
async function copyFiles(from: string, to: string): Promise<boolean> {
  try {
    await access(from)
  } catch {
    return false
  }
  await cp(from, to, {
    recursive: true,
    force: false,
    mode: constants.COPYFILE_FICLONE,
    // A file that is being written has a name of its own until it is whole.
    filter: (source) => !/\.[0-9a-f]{8}-[0-9a-f-]{27}$/.test(source),
  })
  return true
}

/** A copy of the images beside the backup `file`; null where there are none in a folder, or a bucket keeps them. */
export async function backUpImages({ imageStore, dataDir }: Settings, file: string): Promise<string | null> {
  return !imageStore && (await copyFiles(join(dataDir, 'images'), besideBackup(file))) ? besideBackup(file) : null
}

/** Puts the images beside a backup back. Those that are there already stay. Answers whether there were any. */
export async function restoreImages({ imageStore, dataDir }: Settings, file: string): Promise<boolean> {
  return !imageStore && (await copyFiles(besideBackup(file), join(dataDir, 'images')))
}
