import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { isSale } from '../purchases/states/sales.server.ts'
import { ownTotalsOf } from '../reviews/totals/own-totals.server.ts'
import { translatedShareOf } from '../../platform/translations/store/translated-share.server.ts'
import { refreshChoices } from './alias-choices.server.ts'
import { aliases } from './aliases.ts'

export const aliasesServer = serve(aliases, {
  derived: {
    orderCount: sql`(select count(*)::integer from alias_members m
        join (select t.product_id, t.created_at from purchases t where ${isSale}) p on p.product_id = m.product_id
      where m.alias_id = t.id and m.is_primary and p.created_at >= now() - interval '90 days')`,
    ...ownTotalsOf('alias'),
    translatedShare: translatedShareOf(aliases),
    brokenLinkCount: sql`t.broken_link_count`,
  },
  async beforeSave({ draft, current, db }) {
    const canonicalId = draft['canonicalId']
    if (typeof canonicalId !== 'number' || canonicalId === current?.['canonicalId']) return
    if (!current) return
    // The database enforces this too; here it gets a message for the form.
    const {
      rows: [circle],
    } = await sql`
      with recursive above as (
        select id, canonical_id from aliases where id = ${canonicalId}
        union select a.id, a.canonical_id from aliases a join above b on a.id = b.canonical_id
      ) select from above where id = ${current['id']}`.execute(db)
    if (circle) {
      throw invalid({
        canonicalId:
          canonicalId === current['id']
            ? t('A page can’t be its own canonical page. Leave it blank.')
            : t('That page has this one as its canonical page, which creates a loop.'),
      })
    }
  },
  async afterSave({ draft, current, db, id }) {
    if (current && current['selectionPolicy'] !== draft['selectionPolicy']) await refreshChoices(db, [id])
  },
})
