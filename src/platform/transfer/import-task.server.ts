import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { system } from '../../core/access/access.ts'
import { authorise } from '../../core/http/access.server.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Leased, WorkContext } from '../../core/jobs/leased-work.server.ts'
import { giveUp, lease, LeasedTask, letGo } from '../../core/jobs/leased-work.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { notify } from '../inbox/notices.server.ts'
import { personNow } from '../auth/sign-in/person-now.server.ts'
import type { ImportMode, Encoding } from './file-imports.ts'
import { fileImportEndpoint } from './file-imports.ts'
import { isImportable } from './import-paths.ts'
import { importEnded } from '../inbox/work-notices.server.ts'

/** What the import work needs besides the database. */
export interface ImportContext extends WorkContext {
  readonly resources: readonly AnyResource[]
  readonly implementations: () => readonly Implementation[]
}

export interface ClaimedImport extends Leased {
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
}

/**
 * Takes the oldest file that waits, or whose instance has died, in hand; or the one that is named. Null: there is none.
 */
export async function claimImport(
  { database: { kysely: db } }: ImportContext,
  id: number | null = null,
): Promise<ClaimedImport | null> {
  await giveUp(db, 'file_imports', () =>
    t('The server stopped each time while importing this file. Try again with fewer rows.'),
  )
  const {
    rows: [claimed],
  } = await sql<ClaimedImport>`
    update file_imports set lease = gen_random_uuid(), leased_until = ${lease}, attempts = attempts + 1, updated_at = now(), version = version + 1
    where id = (
      select id from file_imports where state in ('reading', 'checking', 'applying') and (lease is null or leased_until < now())
        and (${id}::bigint is null or id = ${id}::bigint)
      order by id limit 1 for update skip locked
    ) returning id, language, owner_id as "ownerId", resource, state, encoding, headings, mapping, key_field as "keyField", mode,
      address, is_fresh as "isFresh", position, lease, attempts`.execute(db)
  return claimed ?? null
}

/** One stage of the work on a file: a generator that lets go of the connection with every yield. */
export type TestContext = (bench: Bench) => AsyncGenerator<void>

/** What a stage works with. Everything that it writes asks for the lease. */
export interface Bench {
  readonly context: ImportContext
  readonly claimed: ClaimedImport
  readonly resource: AnyResource
  readonly db: Db
  /** The person who requested it, with their current access. Throws when they can no longer import. */
  owner(): Promise<Actor>
  /** Changes the import, within a transaction if one is given. Throws `NotOurs` when it is not ours any more. */
  change(change: RawBuilder<unknown>, db?: Db): Promise<void>
}

/** One file being read, checked or applied. */
export class ImportTask extends LeasedTask<ClaimedImport, ImportContext> {
  readonly #stage: AsyncGenerator<void>
  #owner: Actor | null = null
  /** Why it has come to nothing, for a caller who waits for it. */
  refusal: Refusal | null = null

  constructor(
    context: ImportContext,
    claimed: ClaimedImport,
    stages: Readonly<Record<ClaimedImport['state'], TestContext>>,
  ) {
    super('file_imports', context, claimed)
    this.#stage = this.#run(stages[claimed.state])
  }

  async *#run(stage: TestContext): AsyncGenerator<void> {
    const { resource: name, ownerId, isFresh } = this.claimed
    const { database, resources } = this.context
    const resource = resources.find((one) => one.name === name)
    if (!resource || !isImportable(resource)) throw new Refusal(422, t('This list no longer accepts files.'))
    yield* stage({
      context: this.context,
      claimed: this.claimed,
      resource,
      db: database.kysely,
      owner: async () => {
        // Whether the sign-in was fresh is a matter of when they asked, not of when their turn came.
        const actor: Actor = { ...(await personNow(database, ownerId)), session: { id: 0, isFresh } }
        authorise(actor, fileImportEndpoint(resource), true)
        this.#owner = actor
        return actor
      },
      change: async (change, db = database.kysely) => {
        await this.change(change, { db })
      },
    })
  }

  protected async work(): Promise<boolean> {
    return (await this.#stage.next()).done ?? false
  }

  protected override async close(): Promise<void> {
    await this.#stage.return(undefined)
  }

  protected async release(): Promise<void> {
    await this.change(sql`${letGo}, attempts = attempts - 1`)
  }

  protected async again(): Promise<void> {
    await this.change(letGo)
  }

  protected async refused(refusal: Refusal): Promise<void> {
    this.refusal = refusal
    const { position, state } = this.claimed
    if (refusal.code !== 'FreshSignInRequired' || position > 0) return await this.#comeToNothing(refusal.message)
    // Nothing is lost: they sign in and say it again.
    await this.change(sql`state = ${state === 'applying' ? 'checked' : 'read'}, error = ${refusal.message}, ${letGo}`)
  }

  protected async failed(): Promise<void> {
    await this.#comeToNothing(t('Something went wrong on our side, three times. Try again with fewer rows.'))
  }

  async #comeToNothing(reason: string): Promise<void> {
    const { id, resource, ownerId } = this.claimed
    await this.context.database.kysely.transaction().execute(async (db) => {
      const { fileName: file, ...left } = await this.change<{ created: number; changed: number; fileName: string }>(
        sql`state = 'failed', error = ${reason.slice(0, 1000)}, finished_at = now(), ${letGo}`,
        { db, returning: sql`created, changed, file_name as "fileName"` },
      )
      await notify(db, importEnded, {
        to: [ownerId],
        data: { file, ...left, error: reason },
        path: `/file-imports/view?id=${id}`,
      })
      const entry: AuditEntry = {
        action: 'file-import-failed',
        object: resource,
        after: { fileImport: id, ...left, problem: reason },
      }
      await appendAudit(db, [entry], { actor: this.#owner ?? system('file imports') })
    })
  }
}
