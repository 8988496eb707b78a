import { sql } from 'kysely'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { addressesOf } from '../../platform/publishing/addresses/redirects.server.ts'
import type { LinkedText } from '../../platform/rich-text/link-verdicts.server.ts'
import { verdictsOf } from '../../platform/rich-text/link-verdicts.server.ts'
import { linkingTexts, richTextFields } from '../../platform/rich-text/linking-texts.server.ts'
import { siteLocales, storedTexts } from '../../platform/translations/store/translation-store.server.ts'
import { readAliasLinks } from './alias.endpoints.ts'
import { aliasIdOf } from './alias-members.server.ts'
import { aliases } from './aliases.ts'

const keys = richTextFields(aliases)

/** Where a page's links lead in all its languages, and which texts link to it. */
export function implementAliasLinks(resources: readonly AnyResource[]): Implementation {
  return implement(readAliasLinks, async ({ db, actor, params }) => {
    const id = aliasIdOf(params)
    const {
      rows: [page],
    } = await sql<{ slug: string | null; body: string }>`
      select slug, concat_ws(' ', ${sql.join(keys.map((key) => sql.ref(columnOf(key))))}) as body from aliases where id = ${id}`.execute(
      db,
    )
    if (!page) throw new Refusal(404, t('Alias not found.'))
    const texts = await storedTexts(db, aliases, id)
    const written: LinkedText[] = texts
      .filter(({ field }) => keys.includes(field))
      .map(({ locale, text }) => ({ locale, body: text }))
    const paths = addressesOf(aliases, { id, slug: page.slug }, await siteLocales(db), texts).map(({ path }) => path)
    const { texts: incoming, ...more } = await linkingTexts(db, actor, resources, { resource: aliases, id, paths })
    return {
      outgoing: await verdictsOf(db, actor, resources, { resource: aliases.name, id }, [
        { locale: null, body: page.body },
        ...written,
      ]),
      incoming,
      ...more,
    }
  })
}
