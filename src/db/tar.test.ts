import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { extract, putEntry, putFile, readTar, writeTar } from './tar.server.ts'
import { makeDataDir } from './testing/embedded-database.server.ts'

let folder: string
beforeEach(async () => {
  folder = await makeDataDir('tar')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

async function bytesOf(fill: Parameters<typeof writeTar>[0]): Promise<Buffer> {
  return Buffer.concat(await all(writeTar(fill)))
}

/** In pieces of odd sizes, as they come from a stream. */
function inPieces(bytes: Buffer): AsyncIterable<Buffer> {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 1000) pieces.push(bytes.subarray(at, at + 1000))
  return Readable.from(pieces)
}

async function archive(): Promise<Buffer> {
  const large = join(folder, 'large')
  writeFileSync(large, Buffer.alloc(3_000_001, 'ab'))
  return bytesOf(async (into) => {
    await putEntry(into, 'empty', null)
    await putEntry(into, 'nothing', Buffer.alloc(0))
    await putEntry(into, 'words', Buffer.from('día\n'))
    await putFile(into, 'deep/down/large', large)
    await putFile(into, 'gone', join(folder, 'was never there'))
  })
}

it('an archive gives back its files and folders', async () => {
  const target = join(folder, 'out')
  mkdirSync(target)
  for await (const item of readTar(inPieces(await archive()))) await extract(item, target)
  expect(statSync(join(target, 'empty')).isDirectory()).toBe(true)
  expect(readFileSync(join(target, 'nothing')).length).toBe(0)
  expect(readFileSync(join(target, 'words'), 'utf8')).toBe('día\n')
  expect(readFileSync(join(target, 'deep/down/large')).equals(Buffer.alloc(3_000_001, 'ab'))).toBe(true)
  expect(statSync(join(target, 'words')).mode & 0o777).toBe(0o600)
})

it('an archive is one that tar itself reads', async () => {
  const file = join(folder, 'archive.tar')
  writeFileSync(file, await archive())
  expect(execFileSync('tar', ['-tf', file]).toString().trim().split('\n')).toEqual([
    'empty/',
    'nothing',
    'words',
    'deep/down/large',
  ])
  expect(execFileSync('tar', ['-xOf', file, 'words']).toString()).toBe('día\n')
})

it('what is cut short or damaged is noticed', async () => {
  const whole = await archive()
  const read = async (bytes: Buffer) => {
    for await (const _item of readTar(inPieces(bytes))) {
      /* contents are skipped */
    }
  }
  await read(whole)
  for (const length of [0, 100, 512, 5000, 2_000_000, whole.length - 1024]) {
    await expect(read(whole.subarray(0, length))).rejects.toThrow('The backup is incomplete')
  }
  const damaged = Buffer.from(whole)
  damaged[3] = 1
  await expect(read(damaged)).rejects.toThrow('damaged or is not a backup')
})

it('no entry gets out of its folder', async () => {
  const target = join(folder, 'out')
  mkdirSync(target)
  for (const name of ['../evil', 'a/../../evil', '/../../evil']) {
    const bytes = await bytesOf((into) => putEntry(into, name, Buffer.from('x')))
    await expect(
      (async () => {
        for await (const item of readTar(inPieces(bytes))) await extract(item, target)
      })(),
    ).rejects.toThrow('unsafe name')
  }
})

it('nothing but files and folders is unpacked', async () => {
  const bytes = await bytesOf((into) => {
    into.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' })
    return Promise.resolve()
  })
  await expect(all(readTar(inPieces(bytes)))).rejects.toThrow("something that isn't a file: link")
})

it('a file that changes its size while it is read is cut or filled to what it had', async () => {
  const path = join(folder, 'changing')
  writeFileSync(path, Buffer.alloc(5_000_000, 'a'))
  const contents: Buffer[] = []
  const archived = writeTar(async (into) => {
    await putFile(into, 'shorter', path)
    writeFileSync(path, Buffer.alloc(5_000_000, 'a'))
    await putFile(into, 'longer', path)
  })
  let size = 0
  const bytes: Buffer[] = []
  for await (const chunk of archived) {
    // The first chunks of each file are out, and the rest is still to be read.
    if (size === 1024 * 1024 + 512) truncateSync(path, 3_000_000)
    size += chunk.length
    bytes.push(chunk)
  }
  for await (const { content } of readTar(inPieces(Buffer.concat(bytes))))
    contents.push(Buffer.concat(await all(content)))
  expect(contents.map(({ length }) => length)).toEqual([5_000_000, 5_000_000])
  expect(contents[0]?.subarray(0, 3_000_000).equals(Buffer.alloc(3_000_000, 'a'))).toBe(true)
  expect(contents[0]?.subarray(-10).equals(Buffer.alloc(10))).toBe(true)
})

it('what fails while an archive is made, or where it goes to, ends both', async () => {
  await expect(bytesOf(() => Promise.reject(new Error('The database is gone.')))).rejects.toThrow('is gone')
  let isCleanedUp = false
  const large = join(folder, 'large')
  writeFileSync(large, Buffer.alloc(9_000_000))
  const archived = writeTar(async (into) => {
    try {
      for (let n = 0; n < 9; n++) await putFile(into, `file ${n}`, large)
    } finally {
      isCleanedUp = true
    }
  })
  const target = new Writable({ write: (_chunk, _encoding, done) => done(new Error('The disk is full.')) })
  await expect(pipeline(archived, target)).rejects.toThrow('The disk is full.')
  expect(isCleanedUp).toBe(true)
})
