import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { useRouteQuery } from '../navigation.tsx'
import { PageFrame } from '../page-frame.tsx'
import { t } from '../../core/i18n/language.ts'
import { inSentence } from '../../core/resource/resource.ts'
import { FilterBar } from './filter-bar.tsx'
import classes from './list.module.css'
import { ListFrame, PageCommands } from './list-frame.tsx'
import { EndTools } from './list-end-tools.tsx'
import { ListRows } from './list-rows.tsx'
import type { ListScreenProps } from './list-screen-props.web.ts'
import { SearchBox } from './list-search-box.tsx'
import { Pagination } from './pagination.tsx'
import { useScreenParts } from './screen-parts.web.ts'
import type { List } from './use-list.web.ts'
import { everywhere, useList } from './use-list.web.ts'

const none: readonly never[] = []
const PeekPanel = lazy(async () => ({ default: (await import('./peek-panel.tsx')).PeekPanel }))

/** A list by its definition alone: search, filters, sorting, pages and columns, all of it in the address. */
export function ListScreen(props: ListScreenProps) {
  const { where = everywhere, questions = none, flows = false, instead } = props
  const list = useList(props)
  const { resource, views, rows, hasRows, peek, pathOf, isCapped, total } = list
  const parts = useScreenParts()
  const ListViews = props.views ?? parts.Views
  const peeked = rows?.find(({ id }) => id === peek.id)
  return (
    <PageFrame
      record={props.record}
      actions={
        <PageCommands>
          {props.actions}
          {list.create !== null && <NewButton list={list} href={list.create} />}
        </PageCommands>
      }
    >
      <ListFrame
        flows={flows}
        above={
          <ListViews
            {...{ resource, views, where, isCapped, questions, total }}
            columns={list.columnsText}
            opensNarrowed={list.opensNarrowed}
          />
        }
        tools={<Narrowing list={list} page={props} />}
        endTools={<LayoutTools list={list} />}
        {...(list.maySelect && {
          selection: list.selected.length > 0 && <SelectionTools list={list} page={props} />,
        })}
        foot={<Foot list={list} />}
      >
        {instead && rows && hasRows ? (
          <div className={classes['instead']}>{instead(rows)}</div>
        ) : (
          <ListRows list={list} page={props} />
        )}
      </ListFrame>
      {list.mayPeek && peek.id !== null && (
        <Suspense>
          <PeekPanel of={resource} id={peek.id} peek={peek} href={peeked ? pathOf(peeked) : null} body={props.peek} />
        </Suspense>
      )}
    </PageFrame>
  )
}

interface PartProps {
  list: List
}

function NewButton({ list: { resource }, href }: PartProps & { href: string }) {
  return (
    <Button
      className={classes['primary'] ?? ''}
      component="a"
      href={href}
      leftSection={<IconPlus size={15} aria-hidden />}
    >
      {t('New {one}', { one: inSentence(t(resource.label[0])) })}
    </Button>
  )
}

/** The search and the filters. Conditions that one of the views above the list is named after need no chips. */
function Narrowing({ list: { resource, state }, page }: PartProps & { page: ListScreenProps }) {
  const { where = everywhere, questions = none } = page
  const { isNamed = (route) => questions.some(({ filter }) => JSON.stringify(filter) === route['filter']) } = page
  const [route] = useRouteQuery()
  const fixed = useMemo(() => new Set(Object.keys(where)), [where])
  return (
    <>
      {resource.list.search.length > 0 && <SearchBox state={state} what={inSentence(t(resource.label[1]))} />}
      <FilterBar of={resource} state={isNamed(route) ? { ...state, filter: everywhere } : state} fixed={fixed} />
    </>
  )
}

function LayoutTools({ list }: PartProps) {
  const { columns, layout, fields, isCapped, page } = list
  return (
    <EndTools
      of={list.resource}
      query={list.state.query}
      {...{ columns, layout, fields, isCapped, page }}
      isPeeking={list.peek.id !== null}
      onPeek={list.mayPeek ? list.peekFirst : undefined}
    />
  )
}

function SelectionTools({ list, page }: PartProps & { page: ListScreenProps }) {
  const { resource, rows, selected, select, total, isCapped, layout } = list
  const { Selection } = useScreenParts()
  return (
    <Suspense>
      <Selection
        of={resource}
        query={list.state.query}
        rows={rows ?? []}
        columns={layout.order.filter((id) => layout.isShown(id))}
        {...{ selected, select, total, isCapped }}
        commands={page.bulkActions?.(selected, () => select([]))}
        replacesActions={page.replacesActions ?? false}
      />
    </Suspense>
  )
}

function Foot({ list: { resource, state, columns, rows, total, isCapped, error } }: PartProps) {
  return (
    <Pagination
      state={state}
      total={total}
      isCapped={isCapped}
      found={rows?.length ?? 0}
      isUnknown={error !== null || rows === undefined}
      sorted={{ resource, columns }}
    />
  )
}
