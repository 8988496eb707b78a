import type { SectionTree } from './section.endpoints.ts'

/** A position in the tree: of a category by its index, or of a subcategory by its category and its index in it. */
export type Move = 'up' | 'down' | 'previous' | 'next'

/** A new order, and the one that it was made on. */
interface Order {
  readonly ids: readonly number[]
  readonly was: readonly number[]
}

/** The tree after a move. `order` is what is sent to the server. */
export interface Moved {
  readonly tree: SectionTree
  readonly order: Order &
    ({ readonly of: 'categories' } | { readonly of: 'subcategories'; readonly categoryId: number })
}

const ids = (nodes: readonly { readonly id: number }[]) => nodes.map(({ id }) => id)

/** The tree with a category moved before the one at `place`, an index in the current tree; null if it does not move. */
export function placeCategory(tree: SectionTree, id: number, place: number): Moved | null {
  const from = tree.categories.findIndex((category) => category.id === id)
  const moving = tree.categories[from]
  if (!moving || place === from || place === from + 1 || place < 0 || place > tree.categories.length) return null
  const rest = tree.categories.filter((category) => category.id !== id)
  const categories = rest.toSpliced(place > from ? place - 1 : place, 0, moving)
  return { tree: { categories }, order: { of: 'categories', ids: ids(categories), was: ids(tree.categories) } }
}

/** The tree with a subcategory moved before the one at `place` of a category; null if it does not move. */
export function placeSubcategory(tree: SectionTree, id: number, categoryId: number, place: number): Moved | null {
  const home = tree.categories.find(({ subcategories }) => subcategories.some((node) => node.id === id))
  const target = tree.categories.find((category) => category.id === categoryId)
  const from = home?.subcategories.findIndex((node) => node.id === id) ?? -1
  const moving = home?.subcategories[from]
  if (!home || !target || !moving || place < 0 || place > target.subcategories.length) return null
  const isSame = home.id === target.id
  if (isSame && (place === from || place === from + 1)) return null
  const rest = target.subcategories.filter((node) => node.id !== id)
  const subcategories = rest.toSpliced(isSame && place > from ? place - 1 : place, 0, moving)
  const categories = tree.categories.map((category) =>
    category.id === target.id
      ? { ...category, subcategories }
      : category.id === home.id
        ? { ...category, subcategories: category.subcategories.filter((node) => node.id !== id) }
        : category,
  )
  return {
    tree: { categories },
    order: { of: 'subcategories', categoryId, ids: ids(subcategories), was: ids(target.subcategories) },
  }
}

/** One step with the keyboard; null at the end. A subcategory that leaves a category goes to the end of the other. */
export function moveCategory(tree: SectionTree, id: number, move: Move): Moved | null {
  const from = tree.categories.findIndex((category) => category.id === id)
  if (move === 'up') return placeCategory(tree, id, from - 1)
  return move === 'down' ? placeCategory(tree, id, from + 2) : null
}

export function moveSubcategory(tree: SectionTree, id: number, move: Move): Moved | null {
  const at = tree.categories.findIndex(({ subcategories }) => subcategories.some((node) => node.id === id))
  const home = tree.categories[at]
  if (!home) return null
  const from = home.subcategories.findIndex((node) => node.id === id)
  if (move === 'up') return placeSubcategory(tree, id, home.id, from - 1)
  if (move === 'down') return placeSubcategory(tree, id, home.id, from + 2)
  const other = tree.categories[move === 'previous' ? at - 1 : at + 1]
  return other ? placeSubcategory(tree, id, other.id, other.subcategories.length) : null
}
