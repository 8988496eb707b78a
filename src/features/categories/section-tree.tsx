import { useDraggable } from '@dnd-kit/react'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowBarLeft, IconArrowBarRight, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { publicationFields } from '../../core/resource/page.ts'
import { t } from '../../core/i18n/language.ts'
import { followChanges } from '../../core/browser/live.web.ts'
import { rememberShownPages } from '../../ui/data-grid/shown-pages.web.ts'
import { cellOf } from '../../ui/resource/cells.tsx'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { useAnswer, useCommand } from '../../ui/resource/client.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { Failure, FormSkeleton } from '../../ui/resource/states.tsx'
import { useMay } from '../../core/browser/session.web.ts'
import { DropSlot, Grip, Reorderable, RowCommand, RowCommands, useFollowedButton } from '../../ui/reorder/reorder.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import classes from './catalogue.module.css'
import { categories } from './categories.ts'
import type { SectionNode, SectionTree as Tree } from './section.endpoints.ts'
import { orderCategories, orderSubcategories, readSectionTree } from './section.endpoints.ts'
import { subcategories } from './subcategories.ts'
import type { Move, Moved } from './tree-moves.ts'
import { moveCategory, moveSubcategory, placeCategory, placeSubcategory } from './tree-moves.ts'

/** Users reorder several items in a row, so the check waits: milliseconds. */
const lookAfter = 1_000

/** Both levels in menu order. Moving an item, by dragging or with its buttons, saves at once. */
export function SectionTree() {
  const { data, error, refetch } = useAnswer(readSectionTree)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void refetch()
      }, lookAfter)
    }
    const unfollow = [categories, subcategories].map(({ name }) => followChanges(name, look))
    return () => {
      clearTimeout(timer)
      for (const stop of unfollow) stop()
    }
  }, [refetch])
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} what={t('Tree')} />
  if (!data) return <FormSkeleton />
  return <LoadedTree stored={data} />
}

function LoadedTree({ stored }: { stored: Tree }) {
  const ordered = useOrderedTree(stored)
  const { tree, said, apply, follow } = ordered
  const { mayOrder, mayPlace } = useRights()
  useWayThrough(tree)

  function drop(source: string, target: string): void {
    const [kind, id] = source.split(' ')
    const [into, first, second] = target.split(' ')
    if (kind === 'category' && into === 'categories') {
      const node = tree.categories.find((category) => category.id === Number(id))
      if (node) void apply(placeCategory(tree, node.id, Number(first)), categoryWords(node))
    }
    if (kind === 'subcategory' && into === 'subcategories') {
      const node = tree.categories.flatMap(({ subcategories: below }) => below).find((one) => one.id === Number(id))
      if (node) void apply(placeSubcategory(tree, node.id, Number(first), Number(second)), subcategoryWords(node))
    }
  }

  return (
    <Reorderable said={said} onDrop={drop}>
      <ul className={classes['tree']} aria-label={t('Categories in the order of the menu')}>
        {tree.categories.map((category, index) => (
          <li key={category.id}>
            <DropSlot id={`categories ${index}`} accept="category" />
            <Row
              node={category}
              kind="category"
              resource="categories"
              mayMove={mayOrder}
              can={(move) => moveCategory(tree, category.id, move) !== null}
              moves={['up', 'down']}
              onMove={(move) => {
                follow(`move-category-${category.id}-${move}`)
                void apply(moveCategory(tree, category.id, move), categoryWords(category))
              }}
            />
            <Subcategories category={category} ordered={ordered} mayMove={mayPlace} />
          </li>
        ))}
        <li aria-hidden>
          <DropSlot id={`categories ${tree.categories.length}`} accept="category" />
        </li>
      </ul>
    </Reorderable>
  )
}

/** A page that is opened from the tree leads on to its neighbours as they are drawn: a category, then what is below it. */
function useWayThrough(tree: Tree): void {
  const paths = useRecordPaths()
  useEffect(() => {
    const pages = tree.categories.flatMap(({ id, subcategories: below }) => [
      paths('categories', 'update', id),
      ...below.map((node) => paths('subcategories', 'update', node.id)),
    ])
    rememberShownPages(pages.filter((page) => page !== null))
  }, [tree, paths])
}

type Ordered = ReturnType<typeof useOrderedTree>

/** The tree as it is shown at once, and its changes on the way to the server. */
function useOrderedTree(stored: Tree) {
  const [tree, setTree] = useState(stored)
  const [said, setSaid] = useState('')
  const queries = useQueryClient()
  const order = useCommand(orderCategories, { refresh: [categories] })
  const place = useCommand(orderSubcategories, { refresh: [subcategories, categories], quiet: [403] })
  const follow = useFollowedButton(tree)
  useEffect(() => setTree(stored), [stored])

  async function apply(moved: Moved | null, words: (tree: Tree) => string): Promise<void> {
    if (!moved) return
    setTree(moved.tree)
    setSaid(words(moved.tree))
    const { order: to } = moved
    const done =
      to.of === 'categories'
        ? order.mutateAsync({ input: orderOf(to) })
        : place.mutateAsync({ input: { categoryId: to.categoryId, ...orderOf(to) } })
    // The client shows the reason for a refusal; the tree shows what the server has.
    await done.catch((failure: unknown) => {
      setTree(stored)
      setSaid('')
      // An event that is not theirs went along: no other session would help.
      if (failure instanceof FailedRequest && failure.status === 403) toast.error(failure.message)
    })
    await queries.invalidateQueries({ queryKey: [readSectionTree.path] })
  }
  return { tree, said, apply, follow }
}

const categoryWords = (node: SectionNode) => (after: Tree) =>
  t('{name} is at position {place} of {count}.', {
    name: node.name,
    place: after.categories.findIndex(({ id }) => id === node.id) + 1,
    count: after.categories.length,
  })
const subcategoryWords = (node: SectionNode) => (after: Tree) => {
  const home = after.categories.find(({ subcategories: below }) => below.some(({ id }) => id === node.id))
  return home
    ? t('{name} is at position {place} of {count} in {category}.', {
        name: node.name,
        place: home.subcategories.findIndex(({ id }) => id === node.id) + 1,
        count: home.subcategories.length,
        category: home.name,
      })
    : ''
}

interface SubcategoriesProps {
  category: Tree['categories'][number]
  ordered: Ordered
  mayMove: boolean
}

function Subcategories({ category, ordered: { tree, apply, follow }, mayMove }: SubcategoriesProps) {
  return (
    <ul aria-label={t('Subcategories of {name}', { name: category.name })}>
      {category.subcategories.map((node, place) => (
        <li key={node.id}>
          <DropSlot id={`subcategories ${category.id} ${place}`} accept="subcategory" />
          <Row
            node={node}
            kind="subcategory"
            resource="subcategories"
            mayMove={mayMove}
            can={(move) => moveSubcategory(tree, node.id, move) !== null}
            moves={['up', 'down', 'previous', 'next']}
            onMove={(move) => {
              follow(`move-subcategory-${node.id}-${move}`)
              void apply(moveSubcategory(tree, node.id, move), subcategoryWords(node))
            }}
          />
        </li>
      ))}
      <li aria-hidden>
        <DropSlot
          id={`subcategories ${category.id} ${category.subcategories.length}`}
          accept="subcategory"
          isWide={category.subcategories.length === 0}
        />
      </li>
    </ul>
  )
}

const orderOf = ({ ids, was }: Moved['order']) => ({ ids: [...ids], was: [...was] })

function useRights() {
  const may = useMay()
  return { mayOrder: may('write', 'categories'), mayPlace: may('write', 'subcategories') }
}

const icons: Readonly<Record<Move, ReactNode>> = {
  up: <IconArrowUp size={14} aria-hidden />,
  down: <IconArrowDown size={14} aria-hidden />,
  previous: <IconArrowBarLeft size={14} aria-hidden />,
  next: <IconArrowBarRight size={14} aria-hidden />,
}

function moveWords(move: Move, name: string): string {
  if (move === 'up') return t('Move {name} up', { name })
  if (move === 'down') return t('Move {name} down', { name })
  return move === 'previous'
    ? t('Move {name} to the category before', { name })
    : t('Move {name} to the next category', { name })
}

interface RowProps {
  node: SectionNode
  kind: 'category' | 'subcategory'
  resource: string
  mayMove: boolean
  moves: readonly Move[]
  can: (move: Move) => boolean
  onMove: (move: Move) => void
}

function Row({ node, kind, resource, mayMove, moves, can, onMove }: RowProps) {
  const { ref, handleRef, isDragging } = useDraggable({ id: `${kind} ${node.id}`, type: kind, disabled: !mayMove })
  const href = useRecordPaths()(resource, 'update', node.id)
  return (
    <div ref={ref} className={classes['row']} data-dragging={isDragging}>
      {mayMove && <Grip handleRef={handleRef} />}
      {href === null ? <span>{node.name}</span> : <a href={href}>{node.name}</a>}
      <div className={classes['facts']}>
        <span className={classes['counts']}>
          {(node.productCount > 0 || node.eventCount === 0) && (
            <span>{t('{n, plural, one {# live product} other {# live products}}', { n: node.productCount })}</span>
          )}
          {node.eventCount > 0 && (
            <span>{t('{n, plural, one {# live event} other {# live events}}', { n: node.eventCount })}</span>
          )}
          {node.isThin && node.publication === 'published' && <span>{t('thin')}</span>}
        </span>
        {cellOf('publication', publicationFields.publication, { publication: node.publication })}
        {mayMove && (
          <RowCommands label={t('Move {name}', { name: node.name })}>
            {moves.map((move) => (
              <RowCommand
                key={move}
                id={`move-${kind}-${node.id}-${move}`}
                label={moveWords(move, node.name)}
                disabled={!can(move)}
                onClick={() => onMove(move)}
              >
                {icons[move]}
              </RowCommand>
            ))}
          </RowCommands>
        )}
      </div>
    </div>
  )
}
