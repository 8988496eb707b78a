import { describe, expect, it } from 'vitest'
import type { SectionTree } from './section.endpoints.ts'
import { moveCategory, moveSubcategory, placeCategory, placeSubcategory } from './tree-moves.ts'

const node = (id: number) => ({
  id,
  name: `N${id}`,
  publication: 'draft',
  productCount: 0,
  eventCount: 0,
  isThin: true,
})
const tree: SectionTree = {
  categories: [
    { ...node(1), subcategories: [node(11), node(12), node(13)] },
    { ...node(2), subcategories: [] },
    { ...node(3), subcategories: [node(31)] },
  ],
}

describe('a category', () => {
  it('goes one place up or down, and no further than the ends', () => {
    expect(moveCategory(tree, 2, 'up')?.order).toEqual({ of: 'categories', ids: [2, 1, 3], was: [1, 2, 3] })
    expect(moveCategory(tree, 2, 'down')?.order).toEqual({ of: 'categories', ids: [1, 3, 2], was: [1, 2, 3] })
    expect([moveCategory(tree, 1, 'up'), moveCategory(tree, 3, 'down'), moveCategory(tree, 1, 'next')]).toEqual([
      null,
      null,
      null,
    ])
  })
  it('is dropped before another or at the end, and where it is nothing happens', () => {
    expect(placeCategory(tree, 1, 3)?.order).toEqual({ of: 'categories', ids: [2, 3, 1], was: [1, 2, 3] })
    expect(placeCategory(tree, 3, 0)?.order).toEqual({ of: 'categories', ids: [3, 1, 2], was: [1, 2, 3] })
    expect([placeCategory(tree, 2, 1), placeCategory(tree, 2, 2), placeCategory(tree, 9, 0)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('a subcategory', () => {
  it('goes up and down in its category', () => {
    expect(moveSubcategory(tree, 12, 'up')?.order).toEqual({
      of: 'subcategories',
      categoryId: 1,
      ids: [12, 11, 13],
      was: [11, 12, 13],
    })
    expect(moveSubcategory(tree, 12, 'down')?.order).toEqual({
      of: 'subcategories',
      categoryId: 1,
      ids: [11, 13, 12],
      was: [11, 12, 13],
    })
    expect([moveSubcategory(tree, 11, 'up'), moveSubcategory(tree, 13, 'down')]).toEqual([null, null])
  })
  it('goes to the end of the category before or after', () => {
    const moved = moveSubcategory(tree, 12, 'next')
    expect(moved?.order).toEqual({ of: 'subcategories', categoryId: 2, ids: [12], was: [] })
    expect(moved?.tree.categories.map(({ subcategories }) => subcategories.map(({ id }) => id))).toEqual([
      [11, 13],
      [12],
      [31],
    ])
    expect(moveSubcategory(tree, 31, 'previous')?.order).toEqual({
      of: 'subcategories',
      categoryId: 2,
      ids: [31],
      was: [],
    })
    expect([moveSubcategory(tree, 11, 'previous'), moveSubcategory(tree, 31, 'next')]).toEqual([null, null])
  })
  it('is dropped anywhere in any category', () => {
    expect(placeSubcategory(tree, 31, 1, 1)?.order).toEqual({
      of: 'subcategories',
      categoryId: 1,
      ids: [11, 31, 12, 13],
      was: [11, 12, 13],
    })
    expect(placeSubcategory(tree, 11, 1, 3)?.order).toEqual({
      of: 'subcategories',
      categoryId: 1,
      ids: [12, 13, 11],
      was: [11, 12, 13],
    })
    expect([
      placeSubcategory(tree, 11, 1, 0),
      placeSubcategory(tree, 11, 1, 1),
      placeSubcategory(tree, 11, 9, 0),
    ]).toEqual([null, null, null])
  })
})
