import { describe, expect, it } from 'vitest'
import type { PermissionKey } from './permission-draft.ts'
import { applied, diffOf, edited, grantedIn, permissionsIn, unseenObjects } from './permission-draft.ts'

const set = (...keys: PermissionKey[]) => new Map(keys.map((key) => [key, {}]))

describe('a draft of a role’s permissions', () => {
  it('is the role as stored with what was ticked and unticked', () => {
    const base = set('ui coupons', 'write coupons')
    const edits = edited(base, new Map(), [
      ['write coupons', false],
      ['ui tags', true],
    ])
    expect([...applied(base, edits).keys()]).toEqual(['ui coupons', 'ui tags'])
    expect(diffOf(base, edits)).toEqual({
      added: [{ key: 'ui tags', limits: {} }],
      removed: [{ key: 'write coupons', limits: {} }],
      limited: [],
    })
  })

  it('is no change once a box is back where it was', () => {
    const base = set('ui coupons')
    const there = edited(base, new Map(), [
      ['ui coupons', false],
      ['ui tags', true],
    ])
    const back = edited(base, there, [
      ['ui coupons', true],
      ['ui tags', false],
    ])
    expect([...back]).toEqual([])
  })

  it('stays on top of what a colleague has saved in the meantime', () => {
    const edits = edited(set('ui coupons'), new Map(), [
      ['ui tags', true],
      ['ui coupons', false],
    ])
    const theirs = set('ui coupons', 'ui tags', 'ui events')
    expect([...applied(theirs, edits).keys()]).toEqual(['ui tags', 'ui events'])
    // They ticked the same box, which therefore is no difference any more.
    expect(diffOf(theirs, edits)).toEqual({ added: [], removed: [{ key: 'ui coupons', limits: {} }], limited: [] })
  })

  it('is listed by object, then by action', () => {
    const edits = edited(set(), new Map(), [
      ['write tags', true],
      ['ui tags', true],
      ['write coupons', true],
    ])
    expect(diffOf(set(), edits).added.map(({ key }) => key)).toEqual(['write coupons', 'ui tags', 'write tags'])
  })

  it('has limits that are changes of their own, and none once they are as stored', () => {
    const maximum = { amount: 20_000, currency: 'EUR' }
    const base = grantedIn([
      { action: 'refund', object: 'purchases', limits: { maximum } },
      { action: 'ui', object: 'users' },
    ])
    const edits = edited(base, new Map(), [
      ['ui users', { personalData: false }],
      ['refund purchases', {}],
      ['refund coupons', { maximum }],
    ])
    expect(diffOf(base, edits)).toEqual({
      added: [{ key: 'refund coupons', limits: { maximum } }],
      removed: [],
      limited: [
        { key: 'refund purchases', before: { maximum }, after: {} },
        { key: 'ui users', before: {}, after: { personalData: false } },
      ],
    })
    expect(permissionsIn(applied(base, edits))).toEqual([
      { action: 'refund', object: 'purchases' },
      { action: 'ui', object: 'users', limits: { personalData: false } },
      { action: 'refund', object: 'coupons', limits: { maximum } },
    ])
    expect([
      ...edited(base, edits, [
        ['ui users', {}],
        ['refund purchases', { maximum: { currency: 'EUR', amount: 20_000 } }],
        ['refund coupons', false],
      ]),
    ]).toEqual([])
    // Unticked and ticked again, a permission has the limits that it had.
    expect([
      ...edited(base, edited(base, new Map(), [['refund purchases', false]]), [['refund purchases', true]]),
    ]).toEqual([])
  })

  it('warns of objects that no one with the role would see', () => {
    expect(unseenObjects(set('write coupons', 'ui tags', 'write tags', 'read places', 'refund purchases'))).toEqual([
      'coupons',
      'purchases',
    ])
  })
})
