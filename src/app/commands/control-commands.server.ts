import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { AnchorVerdict } from '../../platform/audit/audit-heads.server.ts'
import { disagreement, readHeadNotes } from '../../platform/audit/audit-heads.server.ts'
import { makeBreakGlass } from '../../platform/auth/addresses/break-glass.server.ts'
import { addAdmin } from '../../platform/auth/sign-in/staff.server.ts'
import { verifyAudit } from '../../core/audit/chain.server.ts'
import type { ControlCommands } from '../../db/control-socket.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { Settings } from '../../core/settings.server.ts'

const staffInput = z.object({ email: z.string() })
const backupInput = z.object({ file: z.string() })
const demoDataInput = z.object({ purchases: z.int().check(z.minimum(1)) })

/** What command-line tools can ask of a database: through the running server, or of one they opened themselves. */
export function controlCommands(database: Database, settings: Settings, log: Logger): ControlCommands {
  return {
    'audit:verify': async () => {
      const { notes, problem } = await readHeadNotes(settings.auditHeadsFile)
      const verdict = await database.withoutDeadline(() => verifyAudit(database.kysely))
      const anchors: AnchorVerdict = {
        notes: notes.length,
        problem,
        broken: await disagreement(database.kysely, notes),
      }
      return { ...verdict, anchors }
    },
    'backup': async (input) => {
      const { file } = z.parse(backupInput, input)
      await database.backup(file)
      return { file }
    },
    'staff:add-admin': async (input) => {
      const { email } = z.parse(staffInput, input)
      return await database.kysely.transaction().execute(async (db) => {
        return await addAdmin(db, email)
      })
    },
    'staff:break-glass': async (input) => {
      const { email } = z.parse(staffInput, input)
      return await database.kysely.transaction().execute((db) => makeBreakGlass(db, email))
    },
    'demo-traffic': async () => {
      if (settings.mode !== 'demo') throw new Error('Demo traffic is for demo mode only.')
      const { openShop } = await import('./traffic-shop.server.ts')
      return await openShop(database, settings)
    },
    'demo-data': async (input, say) => {
      if (settings.mode !== 'demo') throw new Error('Demo data is for demo mode only.')
      const { purchases } = z.parse(demoDataInput, input)
      const { loadDemoData } = await import('../seed/load.server.ts')
      await loadDemoData(database, { purchases, today: new Date().toISOString().slice(0, 10), log, say })
      say('Painting pictures…')
      const { seedImages } = await import('../../platform/media/seed-images.server.ts')
      await seedImages(database.kysely, settings)
      const { seedETickets } = await import('../../features/orders/e-tickets/seed-e-tickets.server.ts')
      await seedETickets(database.kysely, settings)
      return { purchases }
    },
  }
}
