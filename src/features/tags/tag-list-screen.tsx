import { Button } from '@mantine/core'
import { IconList, IconSparkles } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useAnswer } from '../../ui/resource/client.web.ts'
import { ListScreen } from '../../ui/resource/list-screen.tsx'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { useRouteQuery } from '../../ui/navigation.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { listUnmappedTags } from './tag.endpoints.ts'
import classes from './tags.module.css'
import { tags } from './tags.ts'

// It comes with the first selection: most visits to the list regroup nothing.
const TagCommands = lazy(async () => ({ default: (await import('./tag-commands.tsx')).TagCommands }))
const TagHygiene = lazy(async () => ({ default: (await import('./tag-hygiene.tsx')).TagHygiene }))

/** A colour as a swatch and by its name. */
function ColourCell({ colour }: AnyRecord) {
  return (
    <span className={classes['swatch']}>
      <span className={classes['dot']} data-colour={String(colour)} aria-hidden />
      {choiceLabelOf(tags.fields.colour, String(colour))}
    </span>
  )
}

const cells = { colour: ColourCell }

function Views() {
  const [{ show }, setQuery] = useRouteQuery()
  const isHygiene = show === 'hygiene'
  const { data } = useAnswer(listUnmappedTags, { staleTime: 30_000 })
  return (
    <span className={classes['views']} role="group" aria-label={t('View')}>
      <Button
        variant={isHygiene ? 'default' : 'light'}
        aria-pressed={!isHygiene}
        leftSection={<IconList size={15} aria-hidden />}
        onClick={() => setQuery({ show: null })}
      >
        {t('Table')}
      </Button>
      <Button
        variant={isHygiene ? 'light' : 'default'}
        aria-pressed={isHygiene}
        leftSection={<IconSparkles size={15} aria-hidden />}
        onClick={() => setQuery({ show: 'hygiene' })}
      >
        {t('{n, plural, =0 {Hygiene} other {Hygiene (# unmapped)}}', { n: data?.total ?? 0 })}
      </Button>
    </span>
  )
}

const commands = (selected: readonly AnyRecord[], clear: () => void) => (
  <Suspense>
    <TagCommands selected={selected} clear={clear} />
  </Suspense>
)

/** The list, and what needs tidying up. */
export function TagListScreen() {
  const [{ show }] = useRouteQuery()
  const { mayWrite } = usePage()
  const create = useRecordPaths()(tags.name, 'create')
  if (show !== 'hygiene')
    return <ListScreen of={tags} cells={cells} actions={<Views />} {...(mayWrite && { bulkActions: commands })} />
  return (
    <PageFrame
      actions={
        <>
          <Views />
          {mayWrite && create !== null && (
            <Button component="a" href={create}>
              {t('New {one}', { one: inSentence(t(tags.label[0])) })}
            </Button>
          )}
        </>
      }
    >
      <Suspense>
        <TagHygiene />
      </Suspense>
    </PageFrame>
  )
}
