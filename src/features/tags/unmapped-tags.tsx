import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import { AnswerPanel } from '../../ui/resource/answer-panel.tsx'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import type { UnmappedTag } from './tag.endpoints.ts'
import { listUnmappedTags } from './tag.endpoints.ts'
import classes from './tags.module.css'
import { tags, tagSupplier, tagSuppliers } from './tags.ts'

const MapDialog = lazy(async () => ({ default: (await import('./map-dialog.tsx')).MapDialog }))

const supplierName = (code: UnmappedTag['supplier']) => choiceLabelOf(tagSupplier, code)

/** What suppliers say of products that no tag of ours means yet, each to be mapped to a tag or made one. */
export function UnmappedTags() {
  const answer = useAnswer(listUnmappedTags)
  return (
    <AnswerPanel
      title={t('Unmapped supplier tags')}
      answer={answer}
      className={`${classes['panel']} ${classes['wide']}`}
    >
      {({ unmapped, total }) => <Loaded unmapped={unmapped} total={total} />}
    </AnswerPanel>
  )
}

function Loaded({ unmapped, total }: { unmapped: readonly UnmappedTag[]; total: number }) {
  const [{ supplier }, setQuery] = useRouteQuery()
  const [mapping, setMapping] = useState<UnmappedTag | null>(null)
  const { mayWrite } = usePage()
  const queries = useQueryClient()
  const shown = unmapped.filter((one) => supplier === undefined || one.supplier === supplier)
  const present = tagSuppliers.filter((code) => unmapped.some((one) => one.supplier === code))
  return (
    <>
      <p>
        {total === 0
          ? t('Every tag that suppliers give is mapped to one of ours.')
          : t('Supplier tags not mapped to one of ours. Products get our tag as soon as you map it.')}
      </p>
      {present.length > 1 && (
        <span className={classes['views']} role="group" aria-label={t('Supplier')}>
          {present.map((code) => (
            <Button
              key={code}
              size="compact-sm"
              variant="default"
              aria-pressed={supplier === code}
              onClick={() => setQuery({ supplier: supplier === code ? null : code })}
            >
              {t('{supplier} ({n})', {
                supplier: supplierName(code),
                n: unmapped.filter((one) => one.supplier === code).length,
              })}
            </Button>
          ))}
        </span>
      )}
      <ul className={classes['pairs']}>
        {shown.map((one) => (
          <TagItem key={`${one.supplier} ${one.code}`} tag={one} mayWrite={mayWrite} onMap={() => setMapping(one)} />
        ))}
      </ul>
      {total > unmapped.length && <p>{t('And {n} more.', { n: total - unmapped.length })}</p>}
      {mapping && (
        <Suspense>
          <MapDialog
            tag={mapping}
            name={`${supplierName(mapping.supplier)} ${mapping.code}`}
            onClose={() => setMapping(null)}
            onDone={() => {
              setMapping(null)
              void queries.invalidateQueries({ queryKey: [listUnmappedTags.path] })
              void queries.invalidateQueries({ queryKey: ['products'] })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface TagItemProps {
  readonly tag: UnmappedTag
  readonly mayWrite: boolean
  readonly onMap: () => void
}

function TagItem({ tag: one, mayWrite, onMap }: TagItemProps) {
  const paths = useRecordPaths()
  const [list, create] = [paths('products', 'list'), paths(tags.name, 'create')]
  const name = `${supplierName(one.supplier)} ${one.code}`
  const uses = t('{n, plural, one {# product} other {# products}}', { n: one.products })
  const filter = JSON.stringify({ providerId: [one.providerId], supplierTags: one.code })
  return (
    <li>
      <span>
        {supplierName(one.supplier)} <code>{one.code}</code>
      </span>
      {list === null ? (
        <small>{uses}</small>
      ) : (
        <small>
          <a
            href={`${list}?filter=${encodeURIComponent(filter)}`}
            aria-label={t('{uses} with {tag}', { uses, tag: name })}
          >
            {uses}
          </a>
        </small>
      )}
      {mayWrite && (
        <span className={classes['end']}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Map {tag} to a tag', { tag: name })}
            onClick={onMap}
          >
            {t('Map…')}
          </Button>
          {create !== null && (
            <Button
              size="compact-sm"
              variant="subtle"
              component="a"
              href={`${create}?supplier=${one.supplier}&code=${encodeURIComponent(one.code)}`}
              aria-label={t('Create tag: {tag}', { tag: name })}
            >
              {t('Create tag')}
            </Button>
          )}
        </span>
      )}
    </li>
  )
}
