import { sql } from 'kysely'
import { t } from '../../core/i18n/language.ts'
import type { MergeRules } from '../../platform/merges/merge-parts.server.ts'

/** What prevents two tags from being merged. */
export const tagMergeRules: MergeRules = {
  follow: [],
  guarded: [],
  async clashes(db, survivor, duplicate) {
    const {
      rows: [other],
    } =
      await sql`select from tags w, tags l where w.id = ${survivor} and l.id = ${duplicate} and w.kind <> l.kind`.execute(
        db,
      )
    return other ? [t('One is a tag of events, the other of tours.')] : []
  },
}
