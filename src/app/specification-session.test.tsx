import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readToken } from '../core/browser/cookies.web.ts'
import { answered, closeConsole, openConsole } from './testing/product-console.tsx'

// Who gets to the product's own pages, and in which role: the guard before the router, as it is started in a browser.

afterEach(closeConsole)

describe('the session', () => {
  it('without a token leads to the sign-in page with the full path, and asks the server nothing', async () => {
    const visit = await openConsole('/coupons/list?x=1&y=2#part', null)
    expect(visit.left).toEqual(['/login?redirect=%2Fcoupons%2Flist%3Fx%3D1%26y%3D2%23part'])
    expect([visit.calls, document.querySelector('nav')]).toEqual([[], null])
  })

  const unproven = () => answered({ state: 'none', address: '203.0.113.7', trustDays: 30 })

  it.each([
    ['/404', 'This page doesn’t exist'],
    ['/ip-validation', 'Nothing has been refused in this browser'],
    ['/ip-validation?unverifiedIP=true', 'You were signed out because this network address'],
  ])('without a token shows %s', async (path, text) => {
    const visit = await openConsole(path, null, { 'GET /user/ip-verification': unproven })
    await vi.waitFor(() => expect(document.querySelector('main')?.textContent).toContain(text))
    expect(visit.left).toEqual([])
  })

  it.each(['/404/', '/ip-validation/x', '/nowhere'])(
    'without a token leads from %s to the sign-in page',
    async (path) => {
      const visit = await openConsole(path, null)
      expect(visit.left).toEqual([`/login?redirect=${encodeURIComponent(path)}`])
    },
  )

  it('is loaded once, by the first navigation, which stays where it was going', async () => {
    const visit = await openConsole('/coupons/update?id=7&tab=rules#uses')
    expect(visit.address()).toBe('/coupons/update?id=7&tab=rules#uses')
    await visit.goTo('/authors/list')
    expect(visit.calls.filter((call) => call.endsWith('/whoami'))).toEqual(['GET /rest/data/rbac/whoami'])
  })

  it('that cannot be loaded is over: token cleared, message left, to the sign-in page', async () => {
    const refused = () => answered({ error: 'Internal', message: 'Out of order' }, 500)
    const visit = await openConsole('/coupons/list?q=a', {}, { 'GET /rest/data/rbac/whoami': refused })
    expect([readToken(), visit.left]).toEqual([null, ['/login?redirect=%2Fcoupons%2Flist%3Fq%3Da']])
    expect(visit.messages).toEqual(['Out of order'])
  })

  it('leads back from an unknown path, which does not stay in the history', async () => {
    const visit = await openConsole('/coupons/list')
    await visit.goTo('/nowhere')
    expect(visit.address()).toBe('/404')
    await act(async () => window.history.back())
    await vi.waitFor(() => expect(visit.address()).toBe('/coupons/list'))
  })
})

describe('a page that the person can see but not change', () => {
  it.each([
    ['/coupons/update?id=7', 'coupons', 'coupons'],
    ['/matches/update/7', 'matches', 'rules'],
  ])('%s says which permission is missing, until they have it', async (path, seen, written) => {
    const notice = () => document.querySelector('main')?.textContent ?? ''
    await openConsole(path, {
      role: 'clerk',
      can: [
        ['ui', seen],
        ['write', seen === written ? 'events' : seen],
      ],
    })
    expect(notice()).toContain(`your role has no write permission on ${written}`)
    await closeConsole()
    await openConsole(path, {
      role: 'clerk',
      can: [
        ['ui', seen],
        ['write', written],
      ],
    })
    expect(notice()).not.toContain('no write permission')
  })
})
