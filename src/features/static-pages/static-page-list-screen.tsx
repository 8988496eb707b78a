import { t } from '../../core/i18n/language.ts'
import type { ListQuery } from '../../core/list/list-query.ts'
import { useRows } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import classes from './static-pages.module.css'
import { requiredPages, staticPages } from './static-pages.ts'

const wanted: ListQuery = {
  filter: { isRequired: true },
  range: [0, 9],
  fields: ['key', 'title', 'publication', 'template', 'effectiveFrom'],
}

/** Pages that the site requires and does not have. */
function RequiredPages() {
  const paths = useRecordPaths()
  const { data } = useRows(staticPages, wanted)
  if (!data) return null
  const lacking = requiredPages.flatMap((key) => {
    const page = data.rows.find((row) => row.key === key)
    if (page?.publication === 'published' && (page.template !== 'legal' || page.effectiveFrom !== null)) return []
    return [
      {
        key,
        page,
        why: !page
          ? t('is not there')
          : page.publication !== 'published'
            ? t('is not published')
            : t('has no active version'),
      },
    ]
  })
  if (lacking.length === 0) return null
  return (
    <section className={classes['notice']} aria-label={t('Required pages')}>
      <p>{t('The site links to terms, privacy and contact from every page. Something is missing:')}</p>
      <ul>
        {lacking.map(({ key, page, why }) => {
          const href = page ? paths('static-pages', 'update', page.id) : paths('static-pages', 'create')
          return (
            <li key={key}>
              {href === null ? (page?.title ?? key) : <a href={href}>{page?.title ?? key}</a>} {why}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function StaticPageListScreen() {
  return (
    <>
      <RequiredPages />
      <ListScreen of={staticPages} />
    </>
  )
}
