import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Leased, WorkContext } from '../../core/jobs/leased-work.server.ts'
import { giveUp, lease, LeasedTask, letGo, NotOurs } from '../../core/jobs/leased-work.server.ts'
import { personNow } from '../auth/sign-in/person-now.server.ts'
import { workOn } from './batch.server.ts'
import { assertMay } from './bulk-edit-access.server.ts'
import { countsOf, entryOfBulkEdit, keepResults } from './bulk-edit-records.server.ts'
import type { BulkChange } from './changes.ts'
import { operationOf } from './operations.server.ts'
import { paceAfter, startingPace } from './pace.ts'
import { notify } from '../inbox/notices.server.ts'
import { bulkEditEnded } from '../inbox/work-notices.server.ts'

/** What bulk edits need to know besides the database. */
export interface BulkEditContext extends WorkContext {
  readonly deskOf: (resource: string) => ResourceContext | undefined
}

export interface ClaimedBulkEdit extends Leased {
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
}

/** Takes the oldest bulk edit that waits, or whose instance has died, in hand where it was left. Null: there is none. */
export async function claimBulkEdit({ database: { kysely: db } }: BulkEditContext): Promise<ClaimedBulkEdit | null> {
  await giveUp(db, 'bulk_edits', () =>
    t('The server stopped each time while working on this. Only records listed as changed were changed.'),
  )
  const {
    rows: [claimed],
  } = await sql<ClaimedBulkEdit>`
    update bulk_edits t set state = 'running', lease = gen_random_uuid(), leased_until = ${lease}, attempts = attempts + 1,
      started_at = coalesce(started_at, now()), updated_at = now(), version = version + 1
    where id = (
      select id from bulk_edits where state = 'queued' or (state = 'running' and leased_until < now()) order by id limit 1 for update skip locked
    ) returning id, language, owner_id as "ownerId", resource, action, change, filter, q, request_id as "requestId", address,
      fresh_session_id as "freshSessionId", lease, attempts, (select u.request_id from bulk_edits u where u.id = t.undo_of) as "undoOfRequest"`.execute(
    db,
  )
  return claimed ?? null
}

/** One bulk edit at work. Each step is a transaction over some records, and nothing is held between two steps. */
export class BulkEditTask extends LeasedTask<ClaimedBulkEdit, BulkEditContext> {
  #owner: Actor | null = null
  #pace = startingPace
  #isCareful = false

  constructor(context: BulkEditContext, claimed: ClaimedBulkEdit) {
    super('bulk_edits', context, claimed)
  }

  protected async work(): Promise<boolean> {
    const began = performance.now()
    const done = await this.#dealWithSome()
    this.#pace = paceAfter(this.context.database.engine, done, performance.now() - began)
    if (done > 0) return false
    await this.#end(sql`state = 'done'`, 'bulk-edit-finished')
    return true
  }

  /** Deals with the next records and answers how many they were. */
  async #dealWithSome(): Promise<number> {
    const { id, ownerId, resource: name, lease: held, requestId, address, freshSessionId } = this.claimed
    const { database, deskOf } = this.context
    const context = deskOf(name)
    if (!context) throw new Refusal(422, t('These records no longer exist.'))
    const operation = operationOf(context.resource, this.claimed)
    const actor: Actor = {
      ...(await personNow(database, ownerId)),
      ...(freshSessionId !== null && { session: { id: freshSessionId, isFresh: true } }),
    }
    this.#owner = actor
    assertMay(actor, context.resource, this.claimed.action)
    return await database.kysely.transaction().execute(async (db) => {
      const {
        rows: [place],
      } = await sql<{ position: number; ids: number[] }>`
        select position, ids[position + 1 : position + ${this.#pace}] as ids from bulk_edits where id = ${id} and lease = ${held} for update`.execute(
        db,
      )
      if (!place) throw new NotOurs()
      const { ids, position } = place
      if (ids.length === 0) return 0
      const { results, entries } = await workOn(
        context,
        { db, actor, ...(address !== null && { address }) },
        operation,
        ids,
        { isCareful: this.#isCareful },
      )
      const { changed, unchanged, refused } = countsOf(results)
      this.#isCareful = refused > 0
      await keepResults(db, id, position + 1, results)
      await this.change(
        sql`position = position + ${ids.length}, changed = changed + ${changed}, unchanged = unchanged + ${unchanged},
        refused = refused + ${refused}, attempts = 0, leased_until = ${lease}`,
        { db },
      )
      await appendAudit(db, entries, { actor, requestId, address })
      return ids.length
    })
  }

  protected async release(): Promise<void> {
    await this.change(sql`state = 'queued', ${letGo}, attempts = greatest(attempts - 1, 0)`)
  }

  /** Each step that went well forgives the attempts before it. */
  protected override async attempts(): Promise<number> {
    const {
      rows: [row],
    } = await sql<{ attempts: number }>`select attempts from bulk_edits where id = ${this.claimed.id}`.execute(
      this.context.database.kysely,
    )
    return row?.attempts ?? this.claimed.attempts
  }

  protected async again(): Promise<void> {
    await this.change(sql`state = 'queued', ${letGo}`)
  }

  protected async refused({ message }: Refusal): Promise<void> {
    await this.#comeToNothing(message)
  }

  protected async failed(): Promise<void> {
    await this.#comeToNothing(
      t('Something went wrong on our side, three times. Only records listed as changed were changed.'),
    )
  }

  async #comeToNothing(reason: string): Promise<void> {
    await this.#end(sql`state = 'failed', error = ${reason.slice(0, 1000)}`, 'bulk-edit-failed', { problem: reason })
  }

  /** Writes the outcome to the audit, in the name of the person who requested the edit. */
  async #end(change: RawBuilder<unknown>, action: string, more: { readonly problem?: string } = {}): Promise<void> {
    const { id, requestId, address, resource, ...claimed } = this.claimed
    const context = this.context.deskOf(resource)
    await this.context.database.kysely.transaction().execute(async (db) => {
      const { isLong, ...counts } = await this.change<{
        changed: number
        unchanged: number
        refused: number
        isLong: boolean
      }>(sql`${change}, finished_at = now(), ${letGo}`, {
        db,
        returning: sql`changed, unchanged, refused, now() - created_at > interval '20 seconds' as "isLong"`,
      })
      if (!context) return
      if (isLong || more.problem !== undefined)
        await notify(db, bulkEditEnded, {
          to: [claimed.ownerId],
          data: {
            what: context.resource.label[1],
            changed: counts.changed,
            refused: counts.refused,
            error: more.problem ?? null,
          },
          path: '/bulk-edits',
        })
      const entry = entryOfBulkEdit(
        action,
        context.resource,
        { ...claimed, id, change: claimed.change && JSON.stringify(claimed.change) },
        { ...counts, ...more },
      )
      await appendAudit(db, [entry], { actor: this.#owner ?? system('bulk edits'), requestId, address })
    })
  }
}
