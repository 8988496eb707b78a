import { t } from '../../kit/language.ts'
import type { ListQuery } from '../../kit/list-query.ts'
import { useRows } from '../../kit/screens/client.web.ts'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import classes from './static-pages.module.css'
import { requiredPages, staticPages } from './static-pages.ts'

const wanted: ListQuery = { filter: { isRequired: true }, range: [0, 9], fields: ['key', 'title', 'publication', 'template', 'effectiveFrom'] }

/** What the site cannot do without and does not have. */
function RequiredPages() {
  const paths = useRecordPaths()
  const { data } = useRows(staticPages, wanted)
  if (!data) return null
  const lacking = requiredPages.flatMap((key) => {
    const page = data.rows.find((row) => row.key === key)
    if (page?.publication === 'published' && (page.template !== 'legal' || page.effectiveFrom !== null)) return []
    return [{ key, page, why: !page ? t('is not there') : page.publication !== 'published' ? t('is not published') : t('has no version in force') }]
  })
  if (lacking.length === 0) return null
  return (
    <section className={classes['notice']} aria-label={t('Required pages')}>
      <p>{t('The site links to terms, privacy and contact from every page. Something is missing:')}</p>
      <ul>
        {lacking.map(({ key, page, why }) => {
          const href = page ? paths('static-pages', 'update', page.id) : paths('static-pages', 'create')
          return <li key={key}>{href === null ? page?.title ?? key : <a href={href}>{page?.title ?? key}</a>} {why}</li>
        })}
      </ul>
    </section>
  )
}

export function StaticPageListScreen() {
  return <><RequiredPages /><ListScreen of={staticPages} /></>
}
