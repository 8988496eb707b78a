import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { may } from '../access/access.ts'
import { clearToken, readCookie, readToken, writeCookie } from './cookies.web.ts'
import { keepDrafts, registerDraft, setDraftOwner, takeDraft, wipeDrafts } from './drafts.web.ts'
import { clearSession, loadSession } from './session.web.ts'

describe('who-am-I', () => {
  afterEach(() => {
    clearSession()
    vi.restoreAllMocks()
  })
  /** The session of a person about whom the server says this. */
  async function whoAmI(body: unknown) {
    vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(body))
    return await loadSession('t')
  }
  const user = { role: 'finance', first_name: 'Fay', last_name: 'Nance', email: 'fay@marquee.example' }

  test('name is first name plus last name; permissions become a map from action to a list of objects', async () => {
    const session = await whoAmI({
      user,
      permissions: [
        { action: 'ui', object: 'purchases' },
        { action: 'ui', object: 'coupons' },
        { action: 'refund', object: 'purchases' },
        { action: 'ui', object: 'coupons' },
      ],
    })
    expect(session).toMatchObject({ name: 'Fay Nance', email: 'fay@marquee.example', isSuperUser: false, token: 't' })
    expect(session.grants.objects['ui']).toEqual(['purchases', 'coupons'])
    expect(may(session.grants, 'refund', 'purchases')).toBe(true)
    expect(may(session.grants, 'refund', 'coupons')).toBe(false)
    expect(may(session.grants, 'toString', 'coupons')).toBe(false)
  })

  test('a user whose role is admin is a super user with every permission', async () => {
    const session = await whoAmI({ user: { ...user, role: 'admin' }, permissions: [] })
    expect(session.isSuperUser).toBe(true)
    expect(may(session.grants, 'write', 'anything')).toBe(true)
  })

  test.each([{}, null, 'text', { user }, { user: { ...user, role: null }, permissions: [] }, { permissions: [] }])(
    'an answer that says too little is refused: %j',
    async (body) => {
      await expect(whoAmI(body)).rejects.toThrow(/The server did not/)
    },
  )

  test('a picture comes only from an https address', async () => {
    const avatarOf = async (avatar: string) => (await whoAmI({ user: { ...user, avatar }, permissions: [] })).avatar
    expect(await avatarOf('https://pictures.example/f.png')).toBe('https://pictures.example/f.png')
    expect(await avatarOf('javascript:1')).toBeNull()
  })
})

describe('cookies', () => {
  test('the token is kept in a cookie, URL-decoded on reading, and can be cleared', () => {
    writeCookie('token', 'a/b=c')
    expect(readToken()).toBe('a/b=c')
    clearToken()
    expect(readToken()).toBeNull()
  })

  test('only the whole name counts, and a broken encoding is read as it is', () => {
    document.cookie = 'mytoken=1; path=/'
    document.cookie = 'token=100%; path=/'
    expect(readCookie('token')).toBe('100%')
    clearToken()
    document.cookie = 'mytoken=; path=/; Max-Age=0'
    expect([readCookie('token'), readCookie('mytoken')]).toEqual([null, null])
  })
})

describe('Re-Login keeps unsaved edits as a draft and restores it to the same person', () => {
  beforeEach(() => {
    wipeDrafts()
    setDraftOwner('a@marquee.example')
  })

  test('what registered forms hold comes back once, to the same person', () => {
    const unregister = registerDraft({ key: 'coupons/7', read: () => ({ code: 'SUMMER' }) })
    keepDrafts()
    unregister()
    setDraftOwner('a@marquee.example')
    expect(takeDraft('coupons/8')).toBeUndefined()
    expect(takeDraft('coupons/7')).toEqual({ code: 'SUMMER' })
    expect(takeDraft('coupons/7')).toBeUndefined()
  })

  test('another person gets nothing, and it is wiped', () => {
    const unregister = registerDraft({ key: 'coupons/7', read: () => 'secret' })
    keepDrafts()
    unregister()
    setDraftOwner('b@marquee.example')
    expect(takeDraft('coupons/7')).toBeUndefined()
    expect(sessionStorage.getItem('marquee.drafts')).toBeNull()
  })

  test('a form without changes leaves no draft, and an unregistered one is not asked', () => {
    const unregister = registerDraft({ key: 'clean', read: () => undefined })
    registerDraft({ key: 'gone', read: () => 'x' })()
    keepDrafts()
    unregister()
    expect(sessionStorage.getItem('marquee.drafts')).toBeNull()
  })

  test.each(['not json', '[]', '{"owner":1,"drafts":{}}', 'null'])('damaged storage is no draft: %s', (text) => {
    sessionStorage.setItem('marquee.drafts', text)
    expect(takeDraft('coupons/7')).toBeUndefined()
  })
})
