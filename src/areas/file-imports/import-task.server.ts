import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Actor } from '../../kit/access.ts'
import { system } from '../../kit/access.ts'
import { authorise } from '../../kit/access.server.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { Db, Implementation } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { findPerson } from '../sign-in/sessions.server.ts'
import { actorOf } from '../sign-in/sign-in-audit.server.ts'
import type { ImportMode, Encoding } from './file-imports.ts'
import { fileImportEndpoint, isImportable } from './file-imports.ts'

/** How long an instance that does not speak up any more keeps others from taking over. */
export const lease = sql`now() + interval '60 seconds'`
/** How often work on a file is begun. */
const mostAttempts = 3

/** What the work on files needs besides the database. */
export interface ImportDesk {
  readonly database: Database
  readonly log: Logger
  readonly signal: AbortSignal
  readonly resources: readonly AnyResource[]
  readonly implementations: () => readonly Implementation[]
}

export interface ClaimedImport {
  readonly id: number
  readonly ownerId: number
  readonly resource: string
  readonly state: 'reading' | 'checking' | 'applying'
  readonly encoding: Encoding | null
  readonly headings: readonly string[]
  readonly mapping: readonly string[]
  readonly keyField: string | null
  readonly mode: ImportMode
  readonly address: string | null
  readonly isFresh: boolean
  readonly position: number
  readonly lease: string
  readonly attempts: number
}

/** Somebody has cancelled it, or another instance has taken it over: nothing is to be done about it here. */
export class NotOurs extends Error {}

/**
 * Takes the oldest file that waits, or whose instance has died, in hand; or the one that is named. Null: there is none.
 */
export async function claimImport({ database: { kysely: db } }: ImportDesk, id: number | null = null): Promise<ClaimedImport | null> {
  await sql`
    update file_imports set state = 'failed', error = 'The server stopped each time that it was working at this file. Try again, perhaps with fewer rows.',
      finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
    where leased_until < now() and attempts >= ${mostAttempts}`.execute(db)
  const { rows: [claimed] } = await sql<ClaimedImport>`
    update file_imports set lease = gen_random_uuid(), leased_until = ${lease}, attempts = attempts + 1, updated_at = now(), version = version + 1
    where id = (
      select id from file_imports where state in ('reading', 'checking', 'applying') and (lease is null or leased_until < now())
        and (${id}::bigint is null or id = ${id}::bigint)
      order by id limit 1 for update skip locked
    ) returning id, owner_id as "ownerId", resource, state, encoding, headings, mapping, key_field as "keyField", mode,
      address, is_fresh as "isFresh", position, lease, attempts`.execute(db)
  return claimed ?? null
}

/** One stage of the work on a file: a generator that lets go of the connection with every yield. */
export type Stage = (bench: Bench) => AsyncGenerator<void>

/** What a stage works with. Everything that it writes asks for the lease. */
export interface Bench {
  readonly desk: ImportDesk
  readonly claimed: ClaimedImport
  readonly resource: AnyResource
  readonly db: Db
  /** Whoever asked for it, as they are now. Throws when they may not import any more. */
  owner(): Promise<Actor>
  /** Changes the import, within a transaction if one is given. Throws `NotOurs` when it is not ours any more. */
  change(change: RawBuilder<unknown>, db?: Db): Promise<void>
}

/** One file being read, checked or applied. */
export class ImportTask {
  readonly #desk: ImportDesk
  readonly #claimed: ClaimedImport
  readonly #work: AsyncGenerator<void>
  #owner: Actor | null = null
  /** Why it has come to nothing, for a caller who waits for it. */
  refusal: Refusal | null = null

  constructor(desk: ImportDesk, claimed: ClaimedImport, stages: Readonly<Record<ClaimedImport['state'], Stage>>) {
    this.#desk = desk
    this.#claimed = claimed
    this.#work = this.#run(stages[claimed.state])
  }

  async* #run(stage: Stage): AsyncGenerator<void> {
    const { resource: name, ownerId, isFresh } = this.#claimed
    const { database, resources } = this.#desk
    const resource = resources.find((one) => one.name === name)
    if (!resource || !isImportable(resource)) throw new Refusal(422, t('This list takes no files any more.'))
    yield* stage({
      desk: this.#desk, claimed: this.#claimed, resource, db: database.kysely,
      owner: async () => {
        // Whatever was taken from them meanwhile counts from the next step on.
        const person = await findPerson(database, ownerId)
        if (!person) throw new Refusal(403, t('Whoever asked for this is not an active member of staff any more.'))
        // Whether the sign-in was fresh is a matter of when they asked, not of when their turn came.
        const actor: Actor = { ...actorOf(person), session: { id: 0, isFresh } }
        authorise(actor, fileImportEndpoint(resource), true)
        this.#owner = actor
        return actor
      },
      change: (change, db = database.kysely) => this.#change(change, db),
    })
  }

  /** Answers whether it has come to an end, whatever that is. Never throws. */
  async step(): Promise<boolean> {
    try {
      if (this.#desk.signal.aborted) {
        await this.#work.return(undefined)
        await this.#release(true)
        return true
      }
      const { done } = await this.#work.next()
      return done ?? false
    } catch (error) {
      await this.#work.return(undefined).catch(() => {})
      await this.#comeToNothing(error).catch((failure: unknown) => {
        // The lease runs out, and whoever is up then goes on.
        this.#desk.log.warn({ err: failure, fileImport: this.#claimed.id }, 'What became of a file import could not be written down')
      })
      return true
    }
  }

  /** Another instance, or this one after its next start, goes on. `isFree`: it was no failure, so it does not count as one. */
  async #release(isFree: boolean): Promise<void> {
    await this.#change(sql`lease = null, leased_until = null, attempts = attempts - ${isFree ? 1 : 0}`).catch((error: unknown) => {
      if (!(error instanceof NotOurs)) throw error
    })
  }

  async #comeToNothing(error: unknown): Promise<void> {
    if (error instanceof NotOurs) return
    const { id, attempts, resource, lease: held } = this.#claimed
    const isRefused = error instanceof Refusal
    if (isRefused) this.refusal = error
    if (isRefused && error.code === 'FreshSignInRequired' && this.#claimed.position === 0) {
      // Nothing is lost: they sign in and say it again.
      const back = this.#claimed.state === 'applying' ? 'checked' : 'read'
      return await this.#change(sql`state = ${back}, error = ${error.message}, lease = null, leased_until = null`)
    }
    if (!isRefused) this.#desk.log.error({ err: error, fileImport: id }, 'A file import failed')
    if (!isRefused && attempts < mostAttempts) return await this.#release(false)
    const reason = isRefused ? error.message : t('Something went wrong on our side, three times. Try again, perhaps with fewer rows.')
    await this.#desk.database.kysely.transaction().execute(async (transaction) => {
      const { rows: [left] } = await sql<{ created: number; changed: number }>`
        update file_imports set state = 'failed', error = ${reason.slice(0, 1000)}, finished_at = now(), lease = null, leased_until = null,
          updated_at = now(), version = version + 1
        where id = ${id} and lease = ${held} returning created, changed`.execute(transaction)
      if (!left) return
      const entry: AuditEntry = { action: 'file-import-failed', object: resource, after: { fileImport: id, ...left, problem: reason } }
      await appendAudit(transaction, [entry], { actor: this.#owner ?? system('file imports') })
    })
  }

  async #change(change: RawBuilder<unknown>, db: Db = this.#desk.database.kysely): Promise<void> {
    const { id, lease: held } = this.#claimed
    const { rows } = await sql`
      update file_imports set ${change}, updated_at = now(), version = version + 1 where id = ${id} and lease = ${held} returning id`.execute(db)
    if (rows.length === 0) throw new NotOurs()
  }
}
