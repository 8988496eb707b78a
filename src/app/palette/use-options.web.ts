import { useMantineColorScheme } from '@mantine/core'
import { IconListSearch, IconPlus, IconUpload } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { may } from '../../core/access/access.ts'
import { t } from '../../core/i18n/language.ts'
import { mayImport, newImportPath } from '../../platform/transfer/import-paths.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { mayLeave, useNavigateTo } from '../../ui/navigation.tsx'
import { logOut } from '../session/log-out.web.ts'
import { creationPages } from './creations.web.ts'
import { bestOf } from './matching.ts'
import type { Option, OptionGroup, PaletteProps } from './option.web.ts'
import type { ActionTools } from './palette-actions.web.ts'
import { paletteActions } from './palette-actions.web.ts'
import { pageOptions, surestFirst } from './page-options.web.ts'
import { findableResources, listOfMatches, pastedPlace, placeOf, screenOptions } from './places.web.ts'
import { type RecordSearch, useDefinitions, useIsOnline, useRecents, useRecordSearch } from './use-records.web.ts'

export interface Offered {
  readonly groups: readonly OptionGroup[]
  readonly search: RecordSearch
  readonly isOnline: boolean
  /** Why a pasted address is not opened. */
  readonly refusal: string | null
}

/** What the palette offers for the typed text, limited to what this user can see and do. */
export function useOptions(typed: string, { items, session, sitemap, create, toggleSidebar }: PaletteProps): Offered {
  const tools = useTools(session, toggleSidebar)
  const isOnline = useIsOnline()
  const definitions = useDefinitions()
  const recents = useRecents(session, isOnline)
  const place = useMemo(
    () => pastedPlace(typed, window.location.origin, sitemap, session.grants),
    [typed, sitemap, session],
  )
  const findable = useMemo(
    () => findableResources(definitions ?? [], sitemap, session.grants),
    [definitions, sitemap, session],
  )
  const names = useMemo(() => findable.map(({ resource }) => resource.name), [findable])
  const search = useRecordSearch(place ? '' : typed, names, session, isOnline)
  const paths = useRecordPaths()
  const [here] = useState(() => pageOptions(create))
  const screens = useMemo(() => screenOptions(items), [items])
  const actions = useMemo(
    () => [
      ...creationOptions(sitemap, session, create?.path),
      ...importOptions(findable, tools),
      ...actionOptions(tools),
    ],
    [sitemap, session, tools, findable, create],
  )

  const groups: OptionGroup[] = []
  if (place) {
    if ('option' in place) groups.push({ key: 'place', label: t('Address'), options: [place.option] })
  } else {
    const onPage = { key: 'here', label: t('On this page'), options: bestOf(typed, here) }
    const recent = () => recents.flatMap((one) => recentOption(one, findable, paths))
    if (typed === '') groups.push({ key: 'recent', label: t('Recent'), options: recent() }, onPage)
    groups.push({ key: 'screens', label: t('Screens'), options: bestOf(typed, screens) })
    groups.push(...surestFirst(search.found, typed).flatMap((found) => recordGroup(found, typed, findable, paths)))
    if (typed !== '') groups.push(onPage)
    groups.push({ key: 'actions', label: t('Actions'), options: bestOf(typed, actions) })
  }
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    search,
    isOnline,
    refusal: place && 'refusal' in place ? place.refusal : null,
  }
}

type Findable = ReturnType<typeof findableResources>
type Paths = ReturnType<typeof useRecordPaths>

/** The pages for new records, but for the one that the current page offers itself. */
function creationOptions(
  sitemap: PaletteProps['sitemap'],
  session: PaletteProps['session'],
  offered: string | undefined,
): Option[] {
  return creationPages(sitemap, session.grants)
    .filter(({ path }) => path !== offered)
    .map(({ path, node, chain }) => ({
      key: `create ${path}`,
      title: node.title ? t(node.title) : path,
      around: t(chain[0]?.node.title ?? ''),
      icon: IconPlus,
      href: path,
    }))
}

function importOptions(findable: Findable, tools: ActionTools): Option[] {
  return findable
    .filter(({ resource }) => mayImport(resource, tools.may))
    .map(({ resource }) => {
      const many = t(resource.label[1])
      return {
        key: `import ${resource.name}`,
        title: t('Import {many}', { many: inSentence(many) }),
        around: many,
        icon: IconUpload,
        href: newImportPath(resource),
      }
    })
}

function actionOptions(tools: ActionTools): Option[] {
  return paletteActions
    .filter(({ isOffered }) => isOffered?.(tools) ?? true)
    .map(({ title, around, icon, keys, run }) => ({
      key: `action ${title}`,
      title: t(title),
      icon,
      run: () => run(tools),
      ...(around !== undefined && { around: t(around) }),
      ...(keys !== undefined && { keys }),
    }))
}

function recentOption(
  { resource, page, id, title, details }: ReturnType<typeof useRecents>[number],
  findable: Findable,
  paths: Paths,
): Option[] {
  const href = paths(resource, page, id)
  const known = findable.find((one) => one.resource.name === resource)
  if (href === null || !known) return []
  const label = t(known.resource.label[0])
  return [
    {
      key: `recent ${resource} ${id}`,
      title: title || `${label} ${id}`,
      around: [label, ...details].join(' · '),
      icon: known.icon,
      href,
    },
  ]
}

/** The records of one kind that were found, and the way to the list of all of them. */
function recordGroup(
  { resource: name, records, hasMore }: RecordSearch['found'][number],
  typed: string,
  findable: Findable,
  paths: Paths,
): OptionGroup[] {
  const known = findable.find(({ resource }) => resource.name === name)
  if (!known) return []
  const options = records.flatMap((record): Option[] => {
    const href = placeOf(known, record, paths)
    if (href === null) return []
    return [
      {
        key: `record ${name} ${record.id}`,
        title: record.title || `${t(known.resource.label[0])} ${record.id}`,
        around: record.details.join(' · '),
        icon: known.icon,
        href,
      },
    ]
  })
  if (hasMore && known.list !== null && !typed.startsWith('#'))
    options.push({
      key: `all ${name}`,
      title: t('All {many} with “{typed}”', { many: inSentence(t(known.resource.label[1])), typed }),
      icon: IconListSearch,
      href: listOfMatches(known.list, typed),
    })
  return [{ key: `records ${name}`, label: t(known.resource.label[1]), options }]
}

function useTools(session: PaletteProps['session'], toggleSidebar: () => void): ActionTools {
  const router = useRouter()
  const navigateTo = useNavigateTo()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return useMemo(
    () => ({
      colorScheme,
      setColorScheme,
      toggleSidebar,
      navigateTo,
      may: (action, object) => may(session.grants, action, object),
      logOut: () => void mayLeave().then((leaves) => (leaves ? logOut(router.history.location.href) : undefined)),
    }),
    [colorScheme, setColorScheme, toggleSidebar, navigateTo, session, router],
  )
}
