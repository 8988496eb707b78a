import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../db/database.server.ts'
import type { Actor } from '../../kit/access.ts'
import { system } from '../../kit/access.ts'
import { appendAudit } from '../../kit/audit.server.ts'
import type { Desk } from '../../kit/crud.server.ts'
import type { Db } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { findPerson } from '../sign-in/sessions.server.ts'
import { actorOf } from '../sign-in/sign-in-audit.server.ts'
import { workOn } from './batch.server.ts'
import { assertMay } from './bulk-edit-access.server.ts'
import { countsOf, entryOfBulkEdit, keepResults } from './bulk-edit-records.server.ts'
import type { BulkChange } from './changes.ts'
import { operationOf } from './operations.server.ts'
import { paceAfter, startingPace } from './pace.ts'

/** How long an instance that does not speak up any more keeps others from taking over. */
const lease = sql`now() + interval '60 seconds'`
/** How often it is begun anew without getting any further. */
const mostAttempts = 3

/** What bulk edits need to know besides the database. */
export interface BulkEditDesk {
  readonly database: Database
  readonly log: Logger
  readonly signal: AbortSignal
  readonly deskOf: (resource: string) => Desk | undefined
}

export interface ClaimedBulkEdit {
  readonly id: number
  readonly ownerId: number
  readonly resource: string
  readonly action: string
  readonly change: BulkChange | null
  readonly undoOfRequest: string | null
  readonly filter: string | null
  readonly q: string | null
  readonly requestId: string
  readonly address: string | null
  readonly freshSessionId: number | null
  readonly lease: string
  readonly attempts: number
}

/** Somebody has cancelled it, or another instance has taken it over: nothing is to be done about it here. */
class NotOurs extends Error {}

/** Takes the oldest bulk edit that waits, or whose instance has died, in hand where it was left. Null: there is none. */
export async function claimBulkEdit({ database: { kysely: db } }: BulkEditDesk): Promise<ClaimedBulkEdit | null> {
  await sql`
    update bulk_edits set state = 'failed', error = 'The server stopped each time that it worked on this. What is listed as changed is changed; the rest is as it was.',
      finished_at = now(), lease = null, leased_until = null, updated_at = now(), version = version + 1
    where state = 'running' and leased_until < now() and attempts >= ${mostAttempts}`.execute(db)
  const { rows: [claimed] } = await sql<ClaimedBulkEdit>`
    update bulk_edits t set state = 'running', lease = gen_random_uuid(), leased_until = ${lease}, attempts = attempts + 1,
      started_at = coalesce(started_at, now()), updated_at = now(), version = version + 1
    where id = (
      select id from bulk_edits where state = 'queued' or (state = 'running' and leased_until < now()) order by id limit 1 for update skip locked
    ) returning id, owner_id as "ownerId", resource, action, change, filter, q, request_id as "requestId", address,
      fresh_session_id as "freshSessionId", lease, attempts, (select u.request_id from bulk_edits u where u.id = t.undo_of) as "undoOfRequest"`.execute(db)
  return claimed ?? null
}

/** One bulk edit at work. Each step is a transaction over some records, and nothing is held between two steps. */
export class BulkEditTask {
  readonly #desk: BulkEditDesk
  readonly #claimed: ClaimedBulkEdit
  #owner: Actor | null = null
  #pace = startingPace
  #isCareful = false

  constructor(desk: BulkEditDesk, claimed: ClaimedBulkEdit) {
    this.#desk = desk
    this.#claimed = claimed
  }

  /** Answers whether it has come to an end, whatever that is. Never throws. */
  async step(): Promise<boolean> {
    try {
      if (this.#desk.signal.aborted) {
        await this.#release()
        return true
      }
      const began = performance.now()
      const done = await this.#work()
      this.#pace = paceAfter(done, performance.now() - began)
      if (done > 0) return false
      await this.#end(sql`state = 'done'`, 'bulk-edit-finished')
      return true
    } catch (error) {
      await this.#comeToNothing(error).catch((failure: unknown) => {
        // The lease runs out, and whoever is up then goes on.
        this.#desk.log.warn({ err: failure, bulkEdit: this.#claimed.id }, 'What became of a bulk edit could not be written down')
      })
      return true
    }
  }

  /** Deals with the next records and answers how many they were. */
  async #work(): Promise<number> {
    const { id, ownerId, resource: name, lease: held, requestId, address, freshSessionId } = this.#claimed
    const { database, deskOf } = this.#desk
    const desk = deskOf(name)
    if (!desk) throw new Refusal(422, t('There are no such records any more.'))
    const operation = operationOf(desk.resource, this.#claimed)
    // Whatever was taken from them meanwhile counts from the next records on.
    const person = await findPerson(database, ownerId)
    if (!person) throw new Refusal(403, t('Whoever asked for this is not an active member of staff any more.'))
    const actor: Actor = { ...actorOf(person), ...(freshSessionId !== null && { session: { id: freshSessionId, isFresh: true } }) }
    this.#owner = actor
    assertMay(actor, desk.resource, this.#claimed.action)
    return await database.kysely.transaction().execute(async (db) => {
      const { rows: [place] } = await sql<{ position: number; ids: number[] }>`
        select position, ids[position + 1 : position + ${this.#pace}] as ids from bulk_edits where id = ${id} and lease = ${held} for update`.execute(db)
      if (!place) throw new NotOurs()
      const { ids, position } = place
      if (ids.length === 0) return 0
      const { results, entries } = await workOn(desk, { db, actor, ...(address !== null && { address }) }, operation, ids, { isCareful: this.#isCareful })
      const { changed, unchanged, refused } = countsOf(results)
      this.#isCareful = refused > 0
      await keepResults(db, id, position + 1, results)
      await this.#change(db, sql`position = position + ${ids.length}, changed = changed + ${changed}, unchanged = unchanged + ${unchanged},
        refused = refused + ${refused}, attempts = 0, leased_until = ${lease}`)
      await appendAudit(db, entries, { actor, requestId, address })
      return ids.length
    })
  }

  /** Another instance, or this one after its next start, goes on. */
  async #release(): Promise<void> {
    await this.#change(this.#desk.database.kysely, sql`state = 'queued', lease = null, leased_until = null, attempts = greatest(attempts - 1, 0)`).catch((error: unknown) => {
      if (!(error instanceof NotOurs)) throw error
    })
  }

  async #comeToNothing(error: unknown): Promise<void> {
    if (error instanceof NotOurs) return
    const { id } = this.#claimed
    const { log, database } = this.#desk
    const isRefused = error instanceof Refusal
    if (!isRefused) {
      log.error({ err: error, bulkEdit: id }, 'A bulk edit failed')
      const { rows: [row] } = await sql<{ attempts: number }>`select attempts from bulk_edits where id = ${id}`.execute(database.kysely)
      if (row && row.attempts < mostAttempts) {
        await this.#change(database.kysely, sql`state = 'queued', lease = null, leased_until = null`)
        return
      }
    }
    const reason = isRefused ? error.message : 'Something went wrong on our side, three times. What is listed as changed is changed; the rest is as it was.'
    await this.#end(sql`state = 'failed', error = ${reason.slice(0, 1000)}`, 'bulk-edit-failed', { problem: reason })
  }

  /** Writes the end of it into the audit, in the name of whoever asked for it. */
  async #end(change: RawBuilder<unknown>, action: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const { id, requestId, address, resource, ...claimed } = this.#claimed
    const desk = this.#desk.deskOf(resource)
    await this.#desk.database.kysely.transaction().execute(async (db) => {
      const counts = await this.#change(db, sql`${change}, finished_at = now(), lease = null, leased_until = null`)
      if (!desk) return
      const entry = entryOfBulkEdit(action, desk.resource, { ...claimed, id, change: claimed.change && JSON.stringify(claimed.change) }, { ...counts, ...more })
      await appendAudit(db, [entry], { actor: this.#owner ?? system('bulk edits'), requestId, address })
    })
  }

  async #change(db: Db, change: RawBuilder<unknown>): Promise<{ changed: number; unchanged: number; refused: number }> {
    const { id, lease: held } = this.#claimed
    const { rows: [counts] } = await sql<{ changed: number; unchanged: number; refused: number }>`
      update bulk_edits set ${change}, updated_at = now(), version = version + 1 where id = ${id} and lease = ${held}
      returning changed, unchanged, refused`.execute(db)
    if (!counts) throw new NotOurs()
    return counts
  }
}
