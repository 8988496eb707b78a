import { describe, expect, it } from 'vitest'
import type { PermissionKey } from './permission-draft.ts'
import { applied, diffOf, edited, unseenObjects } from './permission-draft.ts'

const set = (...keys: PermissionKey[]) => new Set(keys)

describe('what somebody is making of a role’s permissions', () => {
  it('is the role as stored with what was ticked and unticked', () => {
    const base = set('ui coupons', 'write coupons')
    const edits = edited(base, new Map(), [['write coupons', false], ['ui tags', true]])
    expect([...applied(base, edits)]).toEqual(['ui coupons', 'ui tags'])
    expect(diffOf(base, edits)).toEqual({ added: ['ui tags'], removed: ['write coupons'] })
  })

  it('is no change once a box is back where it was', () => {
    const base = set('ui coupons')
    const there = edited(base, new Map(), [['ui coupons', false], ['ui tags', true]])
    const back = edited(base, there, [['ui coupons', true], ['ui tags', false]])
    expect([...back]).toEqual([])
  })

  it('stays on top of what somebody else has saved meanwhile', () => {
    const edits = edited(set('ui coupons'), new Map(), [['ui tags', true], ['ui coupons', false]])
    const theirs = set('ui coupons', 'ui tags', 'ui events')
    expect([...applied(theirs, edits)]).toEqual(['ui tags', 'ui events'])
    // They ticked the same box, which therefore is no difference any more.
    expect(diffOf(theirs, edits)).toEqual({ added: [], removed: ['ui coupons'] })
  })

  it('is listed by object, then by action', () => {
    const edits = edited(set(), new Map(), [['write tags', true], ['ui tags', true], ['write coupons', true]])
    expect(diffOf(set(), edits).added).toEqual(['write coupons', 'ui tags', 'write tags'])
  })

  it('warns of objects that nobody of the role would see', () => {
    expect(unseenObjects(set('write coupons', 'ui tags', 'write tags', 'read places', 'refund purchases'))).toEqual(['coupons', 'purchases'])
  })
})
