import type { Db } from '../../db/tables.server.ts'
import type { AnyResource } from '../resource/resource.ts'
import { basePathOf } from '../resource/resource.ts'
import type { EventReader } from './event-reader.server.ts'
import type { Maker } from './make.server.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}
export type Row = Readonly<Record<string, unknown>>
type Headed = Readonly<Record<string, string>>

/** A client that calls the API. */
export interface Caller {
  get(path: string, params?: Readonly<Record<string, unknown>>, headers?: Headed): Promise<Reply>
  post(path: string, body?: unknown, headers?: Headed): Promise<Reply>
  put(path: string, body?: unknown, headers?: Headed): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Headed): Promise<Reply>
  delete(path: string, headers?: Headed): Promise<Reply>
}

/** A running server with the people that the contract needs. Its data is not changed by anyone else during the test. */
export interface TestContext {
  readonly db: Db
  readonly maker: Maker
  readonly resources: readonly AnyResource[]
  /** The IANA zone whose days lists count where a filter names none. */
  readonly timeZone: string
  /** Every route that is served, as `METHOD /path`: a resource can have calls that its definition does not derive. */
  readonly routes?: ReadonlySet<string>
  /** May do everything. */
  readonly admin: Caller
  /** Has `ui` on every object and nothing else. */
  readonly reader: Caller
  /** Is signed in and has been granted nothing. */
  readonly stranger: Caller
  readonly anonymous: Caller
  /** Opens a stream of changes to a resource, for a user who can look at everything or one who can look at nothing. */
  readonly follow?: (resource: string, who: 'reader' | 'stranger') => Promise<EventReader>
  /** Makes what a record cannot say itself, and needs before it can be published: something on sale. */
  makeReady?(resource: string, id: number): Promise<void>
  /** Resets every sign-in to now: the suite takes longer than a sign-in stays fresh. */
  signInAgain?(): Promise<void>
  /** Runs one of the server's own jobs, which never run by themselves here. */
  runJob?(name: string): Promise<void>
  close(): Promise<void>
}

export function pathTo(resource: AnyResource, id?: number): string {
  return `${basePathOf(resource)}${id === undefined ? '' : `/${id}`}`
}

/** The `fields` of a refusal. */
export function problemsIn(reply: Reply): Readonly<Record<string, string>> {
  const { body } = reply
  return typeof body === 'object' && body !== null && 'fields' in body ? (body.fields as Record<string, string>) : {}
}

/** Whether a refusal names the field, or a place inside it. */
export function names(reply: Reply, key: string): boolean {
  return Object.keys(problemsIn(reply)).some((name) => name === key || name.startsWith(`${key}.`))
}

/** A reply summarised in one line of a failed test. */
export function inShort({ status, body }: Reply): string {
  return `${status} ${(JSON.stringify(body) ?? '').slice(0, 300)}`
}

/** Does the same to many things, a few at a time, and returns what there was to say about them. */
export async function findings<T>(
  things: Iterable<T>,
  look: (thing: T) => Promise<string | undefined>,
  atOnce = 8,
): Promise<string[]> {
  const queue = [...things]
  const found: string[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let thing = queue.shift(); thing !== undefined; thing = queue.shift()) {
        const said = await look(thing)
        if (said !== undefined) found.push(said)
      }
    }),
  )
  return found
}
