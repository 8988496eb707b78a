import { labelOf } from '../../core/resource/fields.ts'
import { formatNumber, nameOf } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useResources } from '../../ui/resource/resources.tsx'
import type { Use, UsedBy } from './record.endpoints.ts'
import classes from './record-history.module.css'

/** How many records of which kind refer to the one of the id, by which field, each with the way to their list. */
export function UseList({ uses, id }: { uses: readonly Use[]; id: number }) {
  const resources = useResources()
  const paths = useRecordPaths()
  return (
    <ul className={classes['uses']}>
      {uses.map(({ resource: name, key, count, isCapped }) => {
        const user = resources.find((other) => other.name === name)
        const list = paths(name, 'list')
        const n = formatNumber(count)
        const what = user ? inSentence(t(user.label[count === 1 && !isCapped ? 0 : 1])) : name
        const words = isCapped ? t('More than {n} {what}', { n, what }) : `${n} ${what}`
        const field = user?.fields[key]
        return (
          <li key={`${name} ${key}`}>
            {list === null ? (
              words
            ) : (
              <a href={`${list}?${new URLSearchParams({ filter: JSON.stringify({ [key]: id }) }).toString()}`}>
                {words}
              </a>
            )}
            {field && <span className={classes['quiet']}> {t('by {key}', { key: labelOf(key, field) })}</span>}
          </li>
        )
      })}
    </ul>
  )
}

/** The records whose texts lead to a record, each with the languages of the texts. */
export function LinkList({ links }: Pick<UsedBy, 'links'>) {
  const resources = useResources()
  const paths = useRecordPaths()
  return (
    <ul className={classes['uses']}>
      {links.map(({ resource: name, recordId, title, locales }) => {
        const href = paths(name, 'update', recordId)
        const languages = locales.flatMap((code) => (code === null ? [] : [nameOf('language', code)]))
        return (
          <li key={`${name} ${recordId}`}>
            {href === null ? title : <a href={href}>{title}</a>}
            <span className={classes['quiet']}>
              {' '}
              {[inSentence(t(resources.find((other) => other.name === name)?.label[0] ?? name)), ...languages].join(
                ', ',
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
