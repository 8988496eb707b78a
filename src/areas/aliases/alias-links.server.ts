import { sql } from 'kysely'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { columnOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { addressesOf } from '../publication/redirects.server.ts'
import type { LinkedText } from '../rich-text/link-verdicts.server.ts'
import { verdictsOf } from '../rich-text/link-verdicts.server.ts'
import { linkingTexts, richTextFields } from '../rich-text/linking-texts.server.ts'
import { siteLocales, storedTexts } from '../translations/translation-store.server.ts'
import { readAliasLinks } from './alias-calls.ts'
import { aliasIdOf } from './alias-members.server.ts'
import { aliases } from './aliases.ts'

const keys = richTextFields(aliases)

/** What a page leads to in all its languages, and whose texts lead to it. */
export function implementAliasLinks(resources: readonly AnyResource[]): Implementation {
  return implement(readAliasLinks, async ({ db, actor, params }) => {
    const id = aliasIdOf(params)
    const { rows: [page] } = await sql<{ slug: string | null; body: string }>`
      select slug, concat_ws(' ', ${sql.join(keys.map((key) => sql.ref(columnOf(key))))}) as body from aliases where id = ${id}`.execute(db)
    if (!page) throw new Refusal(404, t('There is no such {one}.', { one: t('alias') }))
    const texts = await storedTexts(db, aliases, id)
    const written: LinkedText[] = texts.filter(({ field }) => keys.includes(field)).map(({ locale, text }) => ({ locale, body: text }))
    const paths = addressesOf(aliases, { id, slug: page.slug }, await siteLocales(db), texts).map(({ path }) => path)
    const { texts: incoming, ...more } = await linkingTexts(db, actor, resources, { resource: aliases, id, paths })
    return { outgoing: await verdictsOf(db, actor, resources, { resource: aliases.name, id }, [{ locale: null, body: page.body }, ...written]), incoming, ...more }
  })
}
