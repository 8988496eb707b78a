import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import * as z from 'zod/mini'
import { extract, putEntry, putFile, readTar, writeTar } from './tar.server.ts'

/** A backup or a restore cannot be done as asked. The message is for the person at the command line. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** The first file of an embedded database's backup: says what the rest is. */
const DESCRIPTION = 'marquee-backup.json'
const descriptionShape = z.object({
  format: z.literal(1),
  engine: z.string(),
  postgres: z.number(),
  createdAt: z.string(),
})
export type BackupDescription = z.infer<typeof descriptionShape>

// Folders whose files PostgreSQL makes again at each start,
// https://www.postgresql.org/docs/18/protocol-replication.html (BASE_BACKUP). pg_wal is copied last, and only
// what the restored database has to replay.
const EMPTIED = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|tablespace_map.*)$/
const CONTROL_FILE = 'global/pg_control'
const WAL_FILE = /^[0-9A-F]{24}$/

/**
 * Copies the embedded database's folder into one .tar.gz while the database keeps working: PostgreSQL's own online
 * backup. The copy need not be of one moment, because the write-ahead log added to it makes it consistent when it is
 * first opened. The result is the state at the end of the copying.
 *
 * No checkpoint can remove write-ahead log during the copy; PGlite makes none by itself.
 * @throws BackupRefused when the file exists already
 */
export async function backUpEmbedded(pool: pg.Pool, directory: string, file: string, engine: string): Promise<void> {
  await writeWhole(file, async (archive) => {
    const {
      rows: [server],
    } = await pool.query<{ version: number }>("select current_setting('server_version_num')::int as version")
    const description: BackupDescription = {
      format: 1,
      engine,
      postgres: Math.floor((server?.version ?? 0) / 10_000),
      createdAt: new Date().toISOString(),
    }
    await putEntry(archive, DESCRIPTION, Buffer.from(`${JSON.stringify(description)}\n`))

    const {
      rows: [begun],
    } = await pool.query<{ first: string }>("select pg_walfile_name(pg_backup_start('marquee', true)) as first")
    let ended: { last: string; label: string } | undefined
    try {
      for (const { name, isFolder } of await listed(directory)) {
        if (isFolder) await putEntry(archive, name, null)
        else if (name !== CONTROL_FILE) await putFile(archive, name, join(directory, name))
      }
      await putFile(archive, CONTROL_FILE, join(directory, CONTROL_FILE))
    } finally {
      // Also when the file cannot be written: until then the session would refuse to begin another backup.
      ended = (
        await pool.query<{ last: string; label: string }>(
          'select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(false)',
        )
      ).rows[0]
    }
    if (!begun || !ended) throw new Error('the database did not say what belongs to the backup')
    await putEntry(archive, 'backup_label', Buffer.from(ended.label))
    for (const name of (await readdir(join(directory, 'pg_wal'))).sort()) {
      if (!WAL_FILE.test(name) || name < begun.first || name > ended.last) continue
      await putFile(archive, `pg_wal/${name}`, join(directory, 'pg_wal', name))
    }
  })
}

/** Every folder and file to copy, as paths inside the database's folder. */
async function listed(directory: string, inside = ''): Promise<{ name: string; isFolder: boolean }[]> {
  const found: { name: string; isFolder: boolean }[] = []
  for (const entry of await readdir(join(directory, inside), { withFileTypes: true })) {
    if (LEFT_OUT.test(entry.name)) continue
    const name = inside ? `${inside}/${entry.name}` : entry.name
    found.push({ name, isFolder: entry.isDirectory() })
    if (!entry.isDirectory()) continue
    const deeper = await listed(directory, name)
    found.push(...(EMPTIED.has(name) ? deeper.filter(({ isFolder }) => isFolder) : deeper))
  }
  return found
}

/**
 * Writes a .tar.gz that is either whole or not there: under another name first, flushed to the disk, then renamed. Only
 * its owner can read it, because it contains everyone's data.
 */
async function writeWhole(file: string, fill: Parameters<typeof writeTar>[0]): Promise<void> {
  await refuseExisting(file)
  await mkdir(dirname(file), { recursive: true })
  const partial = partialName(file)
  const target = await open(partial, 'wx', 0o600)
  try {
    await pipeline(writeTar(fill), createGzip({ level: 3 }), target.createWriteStream({ flush: true }))
    await publish(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

export function partialName(file: string): string {
  return `${file}.partial-${randomBytes(4).toString('hex')}`
}

export async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (!exists) return
  throw new BackupRefused(`${file} exists already. Choose another name; backups are never overwritten.`)
}

/** Gives a finished file its name, in a way that survives a power failure. */
export async function publish(partial: string, file: string): Promise<void> {
  await rename(partial, file)
  const folder = await open(dirname(file))
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Unpacks a backup of the embedded database into a folder that does not exist yet.
 * @throws BackupRefused when the file is damaged, incomplete, or something else
 */
export async function unpackBackup(file: string, folder: string): Promise<BackupDescription> {
  await refuseOtherKinds(file)
  await mkdir(folder, { mode: 0o700 })
  let description: BackupDescription | null = null
  const source = createReadStream(file)
  const unpacked = createGunzip()
  const feeding = pipeline(source, unpacked)
  // Its error arrives through the reading as well.
  void feeding.catch(() => {})
  try {
    for await (const item of readTar(unpacked)) {
      if (item.name === DESCRIPTION) description = await parseDescription(item.content)
      else if (!description) throw new Error('It does not begin as a backup of Marquee does.')
      else await extract(item, folder)
    }
    // To the last byte, whose checksum shows whether anything was damaged on the way.
    await feeding
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupRefused(`${file} cannot be restored. ${reason}`, { cause: error })
  } finally {
    source.destroy()
  }
  if (!description) throw new BackupRefused(`${file} cannot be restored. It is empty.`)
  return description
}

async function parseDescription(content: AsyncIterable<Buffer>): Promise<BackupDescription> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return descriptionShape.parse(JSON.parse(Buffer.concat(parts).toString()))
}

export type BackupKind = 'embedded' | 'postgres' | 'unknown'

/** Which engine a backup file comes from, by its first bytes. */
export async function backupKind(file: string): Promise<BackupKind> {
  const handle = await open(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new BackupRefused(`There is no file ${file}.`, { cause: error })
    }
    throw error
  })
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'embedded'
    return buffer.toString('ascii') === 'PGDMP' ? 'postgres' : 'unknown'
  } finally {
    await handle.close()
  }
}

async function refuseOtherKinds(file: string): Promise<void> {
  const kind = await backupKind(file)
  if (kind === 'embedded') return
  throw new BackupRefused(
    kind === 'postgres'
      ? `${file} is a backup of a PostgreSQL database. Set DATABASE_URL to restore it there.`
      : `${file} is not a backup that Marquee made.`,
  )
}
