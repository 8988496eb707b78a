import { createRequire } from 'node:module'
import type pg from 'pg'
import type { QueryCallback } from './lease.server.ts'

/** A statement with the name that connections keep its plan under. */
export interface Named {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

type Parse = (text: string) => unknown

/** The columns of a statement's rows. They stay as they are for as long as a connection keeps the statement. */
interface Described {
  readonly names: readonly string[]
  readonly parsers: readonly Parse[]
}

/** A connection of pg, with what a query of its own kind needs of it; its types leave most of this out. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void; readonly writable: boolean; write(bytes: Buffer): boolean }
  readonly parsedStatements: Record<string, string>
  parse(statement: { name: string; text: string; types: readonly string[] }): void
  describe(portal: { type: 'P'; name: string }): void
}

interface Column {
  readonly name: string
  readonly dataTypeID: number
  readonly format: 'text' | 'binary'
}

/** How pg writes a value for the server: text, bytes, or null. Dates, lists and objects each have a way of their own. */
// Edge: pg exports the file, and has no types for it.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue: (value: unknown) => string | Buffer | null
}

/** Execute all rows of the unnamed portal, then Sync: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const execute = Buffer.from([0x45, 0, 0, 0, 9, 0, 0, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])
const executeAndSync = Buffer.concat([execute, sync])

/** What a connection has described of the statements that it keeps. */
const known = new WeakMap<Wire, Map<string, Described>>()

/** Whether the arguments of a query are a named statement and no more: no cursor, and no way of its own to read rows. */
export function isNamed(args: readonly unknown[]): args is readonly [Named] {
  const [first] = args
  return (
    args.length === 1 &&
    typeof first === 'object' &&
    first !== null &&
    Object.keys(first).length === 3 &&
    'name' in first &&
    'text' in first &&
    'values' in first &&
    Array.isArray(first.values)
  )
}

/**
 * A prepared statement as pg runs it, in fewer steps: pg asks for the columns of its rows with every run, and sends each
 * run in four parts. Here a connection is asked for them once for each statement, and each later run is one packet.
 */
export class PreparedQuery implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly callback: QueryCallback
  readonly #values: readonly unknown[]
  readonly #types: pg.CustomTypesConfig
  readonly #rows: Record<string, unknown>[] = []
  #wire: Wire | undefined
  #described: Described | undefined
  #tag = ''
  #unreadable: unknown

  constructor({ name, text, values }: Named, types: pg.CustomTypesConfig, callback: QueryCallback) {
    this.name = name
    this.text = text
    this.callback = callback
    this.#values = values
    this.#types = types
  }

  /** Sends the statement. Returns what is wrong with its values, in which case nothing was sent. */
  submit(connection: pg.Connection): Error | null {
    // Edge: see Wire.
    const wire = connection as unknown as Wire
    this.#wire = wire
    let bound: Buffer
    try {
      bound = bind(this.name, this.#values, executeAndSync)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
    const { stream } = wire
    this.#described = known.get(wire)?.get(this.name)
    if (this.#described) {
      if (stream.writable) stream.write(bound)
      return null
    }
    stream.cork()
    if (wire.parsedStatements[this.name] === undefined) wire.parse({ name: this.name, text: this.text, types: [] })
    if (stream.writable) stream.write(bound.subarray(0, -executeAndSync.length))
    wire.describe({ type: 'P', name: '' })
    if (stream.writable) stream.write(executeAndSync)
    stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#described = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID, format }) => this.#types.getTypeParser(dataTypeID, format) as Parse),
    }
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#described ?? nothing
    const row: Record<string, unknown> = {}
    try {
      for (let n = 0; n < names.length; n++) {
        const text = fields[n] ?? null
        row[names[n] ?? ''] = text === null ? null : parsers[n]?.(text)
      }
    } catch (error) {
      this.#unreadable ??= error
      return
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#tag = text
  }

  handleEmptyQuery(): void {}

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('A prepared statement takes no stream.')
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    this.callback(this.#unreadable ?? error)
  }

  handleReadyForQuery(): void {
    if (this.#unreadable !== undefined) return this.callback(this.#unreadable)
    this.#keepDescription()
    const [command = '', ...counts] = this.#tag.split(' ')
    const count = counts.at(-1)
    const rowCount = count === undefined ? null : Number(count)
    try {
      this.callback(null, { command, rowCount, oid: null, rows: this.#rows, fields: [] })
    } catch (error) {
      // What a callback throws must not leave the connection in the middle of an answer.
      process.nextTick(() => {
        throw error
      })
    }
  }

  /** A statement without rows has no description, which is a description too. */
  #keepDescription(): void {
    if (!this.#wire) return
    const statements = known.get(this.#wire) ?? new Map<string, Described>()
    if (!statements.has(this.name)) known.set(this.#wire, statements.set(this.name, this.#described ?? nothing))
  }
}

const nothing: Described = { names: [], parsers: [] }

/**
 * The Bind message of a named statement, with `rest` behind it: values as text, bytes as they are, rows wanted as text.
 * @throws Error for a value that cannot be sent
 */
function bind(name: string, values: readonly unknown[], rest: Buffer): Buffer {
  const given = values.map(prepared)
  const sizes = given.map((value) => (value === null ? 0 : Buffer.byteLength(value)))
  const nameSize = Buffer.byteLength(name)
  // Code, length, portal, name, formats, values with their lengths, formats of the columns.
  const size = 1 + 4 + 1 + nameSize + 1 + 2 + 2 * given.length + 2 + sizes.reduce((sum, one) => sum + 4 + one, 0) + 2
  const message = Buffer.allocUnsafe(size + rest.length)
  message[0] = 0x42
  let at = message.writeInt32BE(size - 1, 1)
  message[at++] = 0
  at += message.write(name, at)
  message[at++] = 0
  at = message.writeUInt16BE(given.length, at)
  for (const value of given) at = message.writeInt16BE(typeof value === 'object' && value !== null ? 1 : 0, at)
  at = message.writeUInt16BE(given.length, at)
  given.forEach((value, n) => {
    at = message.writeInt32BE(value === null ? -1 : (sizes[n] ?? 0), at)
    if (typeof value === 'string') at += message.write(value, at)
    else if (value !== null) at += value.copy(message, at)
  })
  at = message.writeInt16BE(0, at)
  rest.copy(message, at)
  return message
}

/** What most values are needs no look at what else it could be. */
function prepared(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : prepareValue(value)
}
