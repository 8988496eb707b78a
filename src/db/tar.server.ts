import type { FileHandle } from 'node:fs/promises'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as tar from 'tar-stream'

const CHUNK = 1024 * 1024
const BLOCK = 512
/** The end of an archive; if it is absent the rest is missing. */
const END = 2 * BLOCK

type Bytes = Iterable<Buffer> | AsyncIterable<Buffer>

/** The bytes of an archive that `fill` puts files into, one after another. Ends with the error that `fill` ends with. */
export async function* writeTar(fill: (archive: tar.Pack) => Promise<void>): AsyncGenerator<Buffer> {
  const archive = tar.pack()
  const filling = fill(archive).then(
    () => archive.finalize(),
    (error: Error) => archive.destroy(error),
  )
  try {
    yield* archive as AsyncIterable<unknown> as AsyncIterable<Buffer>
  } finally {
    // When no one reads on, what is being put in fails, and cleans up.
    archive.destroy()
    await filling
  }
}

/** A file's bytes given directly, or `null` for a folder. */
export async function putEntry(archive: tar.Pack, name: string, content: Buffer | null): Promise<void> {
  if (content) await put(archive, { name, size: content.length, mode: 0o600 }, [content])
  else await put(archive, { name: `${name}/`, type: 'directory', mode: 0o700 }, null)
}

/**
 * A file that others can write to during the copy: exactly as many bytes as it had at first, cut or filled with zeros.
 * One that disappeared before it could be opened is left out.
 */
export async function putFile(archive: tar.Pack, name: string, path: string): Promise<void> {
  const file = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return
  try {
    const { size } = await file.stat()
    await put(archive, { name, size, mode: 0o600 }, exactly(file, size))
  } finally {
    await file.close()
  }
}

async function* exactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  let left = size
  if (size === 0) return
  for await (const chunk of file.createReadStream({ end: size - 1, autoClose: false, highWaterMark: CHUNK })) {
    left -= chunk.length
    yield chunk
  }
  for (; left > 0; left -= Math.min(CHUNK, left)) yield Buffer.alloc(Math.min(CHUNK, left))
}

async function put(archive: tar.Pack, header: Parameters<tar.Pack['entry']>[0], bytes: Bytes | null): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const entry = archive.entry(header, (error) => (error ? reject(error) : resolve()))
    if (bytes) void pour(bytes, entry).catch(reject)
  })
}

/** The library's streams are like those of Node in all but their types. */
function pour(bytes: Bytes, into: ReturnType<tar.Pack['entry']> | tar.Extract): Promise<void> {
  return pipeline(bytes, into as unknown as NodeJS.WritableStream)
}

export interface TarItem {
  readonly name: string
  readonly isFolder: boolean
  readonly content: AsyncIterable<Buffer>
}

/**
 * Reads an archive to the end of its source and yields its entries in order. Read each entry's `content` before asking
 * for the next entry; anything left unread is skipped.
 * @throws Error when the archive is cut short, is no tar archive, or has anything but files and folders
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarItem> {
  const entries = tar.extract()
  let [read, end] = [0, 0]
  const counted = async function* count() {
    for await (const chunk of source) {
      read += chunk.length
      yield chunk
    }
  }
  // Its error arrives through the reading as well.
  void pour(counted(), entries).catch(() => {})
  try {
    for await (const entry of entries) {
      const { name, size, type } = entry.header
      if (type !== 'file' && type !== 'directory')
        throw new Error(`The backup has something that isn't a file: ${name}`)
      end = entry.offset + BLOCK + Math.ceil(size / BLOCK) * BLOCK
      const content = entry as AsyncIterable<unknown> as AsyncIterable<Buffer>
      yield { name: name.replace(/\/$/, ''), isFolder: type === 'directory', content }
      entry.resume()
    }
  } catch (error) {
    throw inWords(error)
  }
  if (read < end + END) throw incomplete()
}

/** Writes one entry below `folder`, readable by its owner only. Refuses names that lead out of it. */
export async function extract(item: TarItem, folder: string): Promise<void> {
  const path = normalize(join(folder, item.name))
  if (!path.startsWith(folder + sep)) {
    throw new Error(`The backup has a file with an unsafe name: ${item.name}`)
  }
  await mkdir(item.isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
  if (!item.isFolder) await writeFile(path, item.content, { flag: 'wx', mode: 0o600 })
}

function inWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.message === 'Unexpected end of data') return incomplete()
  const isHeader = /^(Invalid (tar )?header|Header exceeds)/.test(error.message)
  return isHeader ? new Error('The file is damaged or is not a backup.', { cause: error }) : error
}

function incomplete(): Error {
  return new Error('The backup is incomplete: the file ends too early.')
}
