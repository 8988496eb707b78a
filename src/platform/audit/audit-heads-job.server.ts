import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import { comparedNotes } from './audit-chain.server.ts'
import { disagreement, readHeadNotes } from './audit-heads.server.ts'

/** Fails where the chain is not the one that was noted, so that it is on the home page and in the inbox of those who watch workers. */
export function auditHeadsJob(headsFile: string): Job {
  return {
    name: 'compare-audit-heads',
    label: msg('Audit heads'),
    does: msg('Compares the audit with the heads that are noted outside the database.'),
    staleWithout: msg('An audit that was rewritten or cut is reported only on the audit page.'),
    overlap: 'skip',
    counts: { compared: msg('Compared notes') },
    cron: '29 * * * *',
    async run({ database, count }) {
      const { notes, problem } = await readHeadNotes(headsFile)
      if (problem !== null) throw new Error(problem)
      const compared = notes.slice(-comparedNotes)
      count('compared', compared.length)
      const broken = await disagreement(database.kysely, compared)
      if (broken) throw new Error(broken.why)
    },
  }
}
