import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'

const head = 'mk_live_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Characters that 32 bytes, and the four of a checksum, take in base 62. */
const [secretLength, checksumLength] = [43, 6]
const shape = new RegExp(`^${head}[0-9A-Za-z]{${secretLength + checksumLength}}$`)

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text
  return text
}

function checksumOf(secret: string): string {
  return base62(BigInt(crc32(secret)), checksumLength)
}

/**
 * A new key: `mk_live_`, 32 random bytes, and a checksum by which scanners tell a leaked key from other text. Letters
 * and digits only, so that a double click takes all of it.
 */
function newApiKey(): string {
  const secret = `${head}${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)}`
  return `${secret}${checksumOf(secret)}`
}

/** Whether a text could be one of our keys: a mistyped one never reaches the database. */
export function looksLikeApiKey(text: string): boolean {
  return shape.test(text) && text.slice(-checksumLength) === checksumOf(text.slice(0, -checksumLength))
}

/** What is stored in place of a key. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

export interface MadeKey {
  readonly id: number
  readonly key: string
  readonly prefix: string
  readonly lastFour: string
}

/** Makes a key for an API user; only its hash is kept. */
export async function issueKey(db: Db, userId: number, actor: Actor): Promise<MadeKey> {
  const key = newApiKey()
  const [prefix, lastFour] = [key.slice(0, head.length + 4), key.slice(-4)]
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into discovery_api_keys (user_id, hash, prefix, last_four, created_by)
    values (${userId}, ${hashOfKey(key)}, ${prefix}, ${lastFour}, ${actor.id}) returning id`.execute(db)
  if (!made) throw new Error('An insert answers with its row.')
  return { id: made.id, key, prefix, lastFour }
}

/** How a key is named where it cannot be shown. */
export function keyName({ prefix, lastFour }: Pick<MadeKey, 'prefix' | 'lastFour'>): string {
  return `${prefix}…${lastFour}`
}
