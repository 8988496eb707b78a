import { sql } from 'kysely'
import type { ActorContext } from '../../core/calls/crud.server.ts'
import type { RecordCall, ResourceContext } from '../../core/calls/record-rows.server.ts'
import { fetchRecord, idOf, missing } from '../../core/calls/record-rows.server.ts'
import { contextsOf } from '../../core/calls/registry.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { DeletionPreview } from './deletion.endpoints.ts'
import { deletionPreviewEndpoint } from './deletion.endpoints.ts'
import { removeForSuccessor } from './deletion.server.ts'

type Values = Readonly<Record<string, unknown>>

/** Says of every record that can be deleted whether it could be now, and why not. */
export function implementDeletionPreviews(servers: readonly ResourceServer[]): readonly Implementation[] {
  const resources = servers.map(({ resource }) => resource)
  return contextsOf(servers, ({ operations }) => operations.includes('delete')).map((context) =>
    implement(
      deletionPreviewEndpoint(context.resource),
      async (call) => {
        const record = await fetchRecord(context, call, idOf(context, call))
        if (!record) throw missing(context)
        const { successorId } = call.input
        return await rehearse(
          context,
          call,
          record,
          typeof successorId === 'number'
            ? (actorContext) => removeForSuccessor(context, resources, actorContext, record, successorId)
            : null,
        )
      },
      { transaction: false, enforcesLimits: true },
    ),
  )
}

class Rehearsed extends Error {}

/**
 * Deletes the record in a transaction that is never committed: the only way to know in advance exactly what the hooks
 * and the database would say. Refusals that aren't conflicts (an old sign-in, a limit) come up only in the real
 * deletion.
 */
async function rehearse(
  { resource, server }: ResourceContext,
  { db, actor, request }: Pick<RecordCall, 'db' | 'actor' | 'request'>,
  current: Values,
  forSuccessor: ((actorContext: ActorContext) => Promise<void>) | null,
): Promise<DeletionPreview> {
  try {
    await db.transaction().execute(async (trx) => {
      // A rehearsal leaves no trace.
      const actorContext = { db: trx, actor, address: request.clientAddress, audit: { record: () => {} } }
      if (forSuccessor) await forSuccessor(actorContext)
      else {
        await server.beforeDelete?.({ current, ...actorContext })
        await sql`delete from ${sql.table(tableOf(resource))} where id = ${current['id']}`.execute(trx)
      }
      throw new Rehearsed()
    })
  } catch (error) {
    const refusal = refusalOf(error, resource, 'delete')
    if (refusal instanceof Refusal && (refusal.status === 409 || forSuccessor))
      return { isPossible: false, why: refusal.fields?.['successorId'] ?? refusal.message }
    if (!(refusal instanceof Rehearsed) && !(refusal instanceof Refusal)) throw error
  }
  return { isPossible: true, why: null }
}
