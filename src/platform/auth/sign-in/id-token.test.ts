import { createServer } from 'node:http'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../../core/errors/errors.ts'
import { createRemoteKeys } from './google-keys.server.ts'
import type { Identity, IssuerTrust } from './id-token.server.ts'
import { InvalidIdToken, readIdToken, verifyIdToken } from './id-token.server.ts'
import { clientId, createTestGoogle } from './testing/sign-in.server.ts'
import type { TestGoogle } from './testing/sign-in.server.ts'

let google: TestGoogle
beforeAll(async () => {
  google = await createTestGoogle()
})

const now = (): number => Math.floor(Date.now() / 1000)

const identify = async (token: string, trusts: readonly IssuerTrust[]): Promise<Identity> =>
  verifyIdToken(readIdToken(token, trusts))

async function verdict(token: string): Promise<string> {
  try {
    return (await identify(token, [google.trust])).sub
  } catch (refusal) {
    if (refusal instanceof Refusal) return `${refusal.status} ${refusal.code}`
    throw refusal
  }
}

describe('a token that Google made for us', () => {
  it('says who a person is', async () => {
    const token = await google.token({
      email: 'Ana.Sousa@Marquee.example',
      picture: 'https://lh3.googleusercontent.com/a',
    })
    expect(await identify(token, [google.trust])).toEqual({
      sub: '110000000000000000001',
      email: 'ana.sousa@marquee.example',
      avatarUrl: 'https://lh3.googleusercontent.com/a',
    })
  })

  it.each([
    ['the other spelling of the issuer', { iss: 'accounts.google.com' }],
    ['a clock that is 290 s behind', { iat: now() + 290, nbf: now() + 290 }],
    ['a lifetime that ended 290 s ago', { exp: now() - 290 }],
    ['an age of an hour, its whole life', { iat: now() - 3590, exp: now() + 10 }],
    ['no azp', { azp: undefined }],
  ])('is good with %s', async (_name, claims) => {
    expect(await verdict(await google.token(claims))).toBe('110000000000000000001')
  })
})

/** Signs a header that the library would not make. */
async function signedBy({ token, privateKey }: TestGoogle, header: object): Promise<string> {
  const [, payload] = (await token()).split('.')
  const head = Buffer.from(JSON.stringify({ alg: 'RS256', kid: 'test', ...header })).toString('base64url')
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, Buffer.from(`${head}.${payload}`))
  return `${head}.${payload}.${Buffer.from(signature).toString('base64url')}`
}

type Forgery = readonly [name: string, forge: () => Promise<string> | string]

const tampered = async (part: 0 | 1 | 2): Promise<string> => {
  const parts = (await google.token()).split('.')
  const text = parts[part] ?? ''
  const changed =
    part === 1
      ? Buffer.from(Buffer.from(text, 'base64url').toString().replace('ana@', 'eva@')).toString('base64url')
      : text.slice(0, 10) + (text[10] === 'A' ? 'B' : 'A') + text.slice(11)
  parts[part] = changed
  return parts.join('.')
}

const forgeries: readonly Forgery[] = [
  ['two parts', () => 'a.b'],
  ['three parts of nonsense', () => 'a.b.c'],
  [
    'no signature at all (alg none)',
    () =>
      new UnsecuredJWT({ email: 'ana@marquee.example', email_verified: true, hd: 'marquee.example' })
        .setIssuer('https://accounts.google.com')
        .setAudience(clientId)
        .setSubject('110000000000000000001')
        .setIssuedAt()
        .setExpirationTime('1h')
        .encode(),
  ],
  [
    'HS256 keyed with the public key',
    async () => google.token({}, { alg: 'HS256' }, new TextEncoder().encode(await exportSPKI(google.publicKey))),
  ],
  ['a key of another party', async () => google.token({}, {}, (await generateKeyPair('RS256')).privateKey)],
  [
    'a key of another party, brought along as jwk',
    async () => {
      const pair = await generateKeyPair('RS256', { extractable: true })
      return google.token({}, { jwk: await exportJWK(pair.publicKey) }, pair.privateKey)
    },
  ],
  [
    'another algorithm of the same key (PS256)',
    async () => {
      const { privateKey } = await generateKeyPair('PS256')
      return google.token({}, { alg: 'PS256' }, privateKey)
    },
  ],
  ['a key id that nobody knows', () => google.token({}, { kid: 'unknown' })],
  ['a header that must be understood and is not', () => signedBy(google, { crit: ['x'], x: 1 })],
  ['another audience', () => google.token({ aud: 'somebody-else.apps.googleusercontent.com' })],
  ['us as one audience of two', () => google.token({ aud: [clientId, 'somebody-else'] })],
  ['us as the only entry of a list', () => google.token({ aud: [clientId] })],
  ['another party authorised (azp)', () => google.token({ azp: 'somebody-else' })],
  ['an access token', () => google.token({}, { typ: 'at+jwt' })],
  ['another issuer', () => google.token({ iss: 'https://accounts.google.com.evil.example' })],
  ['a changed payload', () => tampered(1)],
  ['a changed signature', () => tampered(2)],
  ['a lifetime that is over', () => google.token({ iat: now() - 3600, exp: now() - 310 })],
  ['an end more than a day away', () => google.token({ exp: now() + 25 * 3600 })],
  ['no end', () => google.token({ exp: undefined })],
  ['a beginning ten minutes from now', () => google.token({ nbf: now() + 600 })],
  ['an age of two hours', () => google.token({ iat: now() - 7200, exp: now() - 3600 })],
  ['no age', () => google.token({ iat: undefined })],
  ['a birth in the future', () => google.token({ iat: now() + 310 })],
  ['no key id', () => google.token({}, { kid: undefined })],
  ['a line break behind it', async () => `${await google.token()}\n`],
  ['an address that is not confirmed', () => google.token({ email_verified: false })],
  ['an address that is confirmed in words', () => google.token({ email_verified: 'true' })],
  ['nothing about confirmation', () => google.token({ email_verified: undefined })],
  ['another hosted domain', () => google.token({ hd: 'evil.example' })],
  ['no hosted domain', () => google.token({ hd: undefined })],
  ['no subject', () => google.token({ sub: undefined })],
  ['an empty subject', () => google.token({ sub: '' })],
  ['no address', () => google.token({ email: undefined })],
]

describe('a token is refused (401) with', () => {
  it.each(forgeries)('%s', async (_name, forge) => {
    expect(await verdict(await forge())).toBe('401 InvalidGoogleToken')
  })

  it('a key address that it names itself, which is never asked', async () => {
    const asked: string[] = []
    const attacker = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{}')
    })
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
    const address = attacker.address()
    const jku = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/jwks`
    const pair = await generateKeyPair('RS256')
    expect(await verdict(await google.token({}, { jku, x5u: jku }, pair.privateKey))).toBe('401 InvalidGoogleToken')
    expect(asked).toEqual([])
    attacker.close()
  })
})

describe('what was wrong is known', () => {
  const flawOf = async (claims: Parameters<TestGoogle['token']>[0], header = {}): Promise<string> => {
    try {
      await identify(await google.token(claims, header), [google.trust])
      return 'none'
    } catch (refusal) {
      return refusal instanceof InvalidIdToken ? refusal.flaw : String(refusal)
    }
  }

  it.each([
    ['iss', { iss: 'https://evil.example' }],
    ['aud', { aud: 'somebody-else' }],
    ['azp', { azp: 'somebody-else' }],
    ['hd', { hd: undefined }],
    ['sub', { sub: undefined }],
    ['email', { email: undefined }],
    ['email_verified', { email_verified: false }],
  ])('by the claim: %s', async (claim, claims) => {
    expect(await flawOf(claims)).toBe(claim)
  })

  it('and of times by how much, as a clock that is wrong shows', async () => {
    expect(await flawOf({ exp: now() - 900 })).toMatch(/^exp, 90[0-2] s ago$/)
    expect(await flawOf({ iat: now() + 900 })).toMatch(/^iat, (?:89[89]|900) s from now$/)
  })

  it('before any key is asked, so that nonsense costs no signature', async () => {
    const keys = () => Promise.reject(new Error('A key was asked for.'))
    const asked = async (token: string) =>
      identify(token, [{ ...google.trust, keys }]).catch((reason: unknown) => reason)
    for (const token of ['a.b.c', await google.token({ exp: now() - 900 }), await google.token({ aud: 'x' })])
      expect(await asked(token)).toBeInstanceOf(InvalidIdToken)
    expect(await asked(await google.token())).toMatchObject({ message: 'A key was asked for.' })
  })
})

it('accepts the same signature without the header that must be understood', async () => {
  expect(await verdict(await signedBy(google, {}))).toBe('110000000000000000001')
})

it('lets in people of any domain where none is configured', async () => {
  const open = { ...google.trust, hostedDomains: [] }
  expect(await identify(await google.token({ hd: undefined }), [open])).toMatchObject({
    email: 'ana@marquee.example',
  })
})

describe('keys at an address', () => {
  const url = 'https://keys.example/certs'

  function keyServer(key: CryptoKey) {
    const state = { calls: 0, isUp: true, cacheControl: 'public, max-age=3600', kid: 'test', now: Date.now() }
    const serve = (async () => {
      state.calls++
      if (!state.isUp) throw new TypeError('fetch failed')
      const body = JSON.stringify({ keys: [{ ...(await exportJWK(key)), kid: state.kid, alg: 'RS256', use: 'sig' }] })
      return new Response(body, { headers: { 'cache-control': state.cacheControl } })
    }) as typeof fetch
    return { state, keys: createRemoteKeys(url, { fetch: serve, now: () => state.now }) }
  }

  const signInWith = async (keys: ReturnType<typeof createRemoteKeys>, header = {}): Promise<string> => {
    try {
      return (await identify(await google.token({}, header), [{ ...google.trust, keys }])).sub
    } catch (refusal) {
      return refusal instanceof Refusal ? String(refusal.status) : String(refusal)
    }
  }

  it('are asked for once, also by many at the same time, and again when they are stale', async () => {
    const { state, keys } = keyServer(google.publicKey)
    await Promise.all(Array.from({ length: 8 }, () => signInWith(keys)))
    expect(state.calls).toBe(1)
    state.now += 3599_000
    await signInWith(keys)
    expect(state.calls).toBe(1)
    state.now += 2_000
    expect(await signInWith(keys)).toBe('110000000000000000001')
    expect(state.calls).toBe(2)
  })

  it('serve on for 24 hours when they cannot be renewed, and then no longer (503)', async () => {
    const { state, keys } = keyServer(google.publicKey)
    await signInWith(keys)
    state.isUp = false
    state.now += 23 * 3600_000
    expect(await signInWith(keys)).toBe('110000000000000000001')
    state.now += 2 * 3600_000
    expect(await signInWith(keys)).toBe('503')
  })

  it('make signing in wait (503) when there never were any', async () => {
    const { state, keys } = keyServer(google.publicKey)
    state.isUp = false
    expect(await signInWith(keys)).toBe('503')
    state.isUp = true
    expect(await signInWith(keys)).toBe('110000000000000000001')
  })

  it('are waited for three seconds and no longer (503)', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const started = performance.now()
    expect(
      await signInWith(
        createRemoteKeys(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`),
      ),
    ).toBe('503')
    expect(performance.now() - started).toBeGreaterThan(2_900)
    expect(performance.now() - started).toBeLessThan(5_000)
    silent.closeAllConnections()
    silent.close()
  })

  it('are renewed for a key id that is new, but not for every forged one', async () => {
    const { state, keys } = keyServer(google.publicKey)
    await signInWith(keys)
    for (let n = 0; n < 5; n++) expect(await signInWith(keys, { kid: `forged-${n}` })).toBe('401')
    expect(state.calls).toBe(1)
    state.kid = 'next'
    state.now += 31_000
    expect(await signInWith(keys, { kid: 'next' })).toBe('110000000000000000001')
    expect(state.calls).toBe(2)
  })
})

it('believes a token only by the rules of its own issuer', async () => {
  const demo = { ...google.trust, issuers: ['urn:marquee:demo-issuer'], audience: 'marquee-demo' }
  const token = await new SignJWT({ email: 'a@b.c', email_verified: true })
    .setProtectedHeader({ alg: 'RS256', kid: 'test' })
    .setIssuer('urn:marquee:demo-issuer')
    .setAudience(clientId)
    .setSubject('x')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(google.privateKey)
  await expect(identify(token, [google.trust, demo])).rejects.toMatchObject({ status: 401 })
})
