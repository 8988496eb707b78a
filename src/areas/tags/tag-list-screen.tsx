import { Button } from '@mantine/core'
import { IconList, IconSparkles } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { choiceLabelOf } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { inSentence } from '../../kit/resource.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useAnswer } from '../../kit/screens/client.web.ts'
import type { ListScreenProps } from '../../kit/screens/list-screen.tsx'
import { ListScreen } from '../../kit/screens/list-screen.tsx'
import { useRecordPaths } from '../../kit/screens/record-paths.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { listUnmappedTags } from './tag-calls.ts'
import classes from './tags.module.css'
import { tags } from './tags.ts'

const TagHygiene = lazy(async () => ({ default: (await import('./tag-hygiene.tsx')).TagHygiene }))

/** A colour in itself and by its name. */
function ColourCell({ colour }: AnyRecord) {
  return <span className={classes['swatch']}><span className={classes['dot']} data-colour={String(colour)} aria-hidden />{choiceLabelOf(tags.fields.colour, String(colour))}</span>
}

const cells = { colour: ColourCell }
/** What commands name the rows by. */
const needs = ['name'] as const

function Views() {
  const [{ show }, setQuery] = useRouteQuery()
  const isHygiene = show === 'hygiene'
  const { data } = useAnswer(listUnmappedTags, { staleTime: 30_000 })
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button variant={isHygiene ? 'default' : 'light'} aria-pressed={!isHygiene} leftSection={<IconList size={15} aria-hidden />} onClick={() => setQuery({ show: null })}>{t('Table')}</Button>
      <Button variant={isHygiene ? 'light' : 'default'} aria-pressed={isHygiene} leftSection={<IconSparkles size={15} aria-hidden />} onClick={() => setQuery({ show: 'hygiene' })}>{t('{n, plural, =0 {Hygiene} other {Hygiene (# unmapped)}}', { n: data?.total ?? 0 })}</Button>
    </span>
  )
}

/** The list, and what is to be tidied up. `bulkActions`: commands of other areas for the rows that are selected. */
export function TagListScreen({ bulkActions }: Pick<ListScreenProps, 'bulkActions'>) {
  const [{ show }] = useRouteQuery()
  const { mayWrite } = usePage()
  const create = useRecordPaths()(tags.name, 'create')
  if (show !== 'hygiene') return <ListScreen of={tags} cells={cells} needs={needs} actions={<Views />} {...(mayWrite && bulkActions && { bulkActions })} />
  return (
    <PageFrame actions={<><Views />{mayWrite && create !== null && <Button component="a" href={create}>{t('New {one}', { one: inSentence(t(tags.label[0])) })}</Button>}</>}>
      <Suspense><TagHygiene /></Suspense>
    </PageFrame>
  )
}
