import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings, SettingsRefused } from './settings.server.ts'

const SECRET = 'k7Qm2xVw9ZpL4tRb8NsYc3HdUe6JfAg1'
type Env = Record<string, string>
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-settings-'))
})

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true })
})

function demo(env: Env = {}): ReturnType<typeof readSettings> {
  return readSettings({ DATA_DIR: dataDir, ...env })
}

function production(env: Env = {}): ReturnType<typeof readSettings> {
  return readSettings({
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://m:m@db/marquee',
    SESSION_SECRET: SECRET,
    GOOGLE_CLIENT_ID: '123.apps.googleusercontent.com',
    DATA_DIR: dataDir,
    ...env,
  })
}

function refusal(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof SettingsRefused) return error.problems
    throw error
  }
  return []
}

describe('demo mode', () => {
  it('needs no setting at all', () => {
    expect(demo()).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demoIssuer: true,
      productName: 'Marquee',
      publicSiteUrl: 'https://www.example.com',
      businessTimeZone: 'Europe/Madrid',
      reportingCurrency: 'EUR',
      logLevel: 'info',
      trustedProxies: [],
      googleHostedDomains: [],
      requireIfMatch: false,
      callsPerMinute: 600,
    })
  })

  it('keeps its data in the project by default', () => {
    const folder = readSettings({ SESSION_SECRET: SECRET }).dataDir
    expect(isAbsolute(folder)).toBe(true)
    expect(folder).toMatch(/[/\\]data$/)
    expect(readFileSync(join(folder, '..', 'package.json'), 'utf8')).toContain('"name": "marquee"')
  })

  it('makes its secret once, for its owner alone', () => {
    const first = demo().sessionSecret
    expect(first.length).toBeGreaterThanOrEqual(32)
    expect(demo().sessionSecret).toBe(first)
    expect(statSync(join(dataDir, 'session-secret')).mode & 0o777).toBe(0o600)
    rmSync(join(dataDir, 'session-secret'))
    expect(demo().sessionSecret).not.toBe(first)
  })

  it('makes a data directory that only its owner can enter', () => {
    const folder = join(dataDir, 'new')
    demo({ DATA_DIR: folder })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it.each(['0.0.0.0', '192.168.1.20', '::', 'admin.example.com'])('refuses to listen on %s', (host) => {
    expect(refusal(() => demo({ HOST: host }))).toEqual([expect.stringContaining(`HOST is ${host}`)])
  })

  it.each(['localhost', '127.0.0.1', '127.8.8.8', '::1'])('listens on %s', (host) => {
    expect(demo({ HOST: host }).host).toBe(host)
  })

  it('can leave out the local issuer', () => {
    expect(demo({ DEMO_ISSUER: '0' }).demoIssuer).toBe(false)
  })
})

it('moves the embedded database to another day, and no other', () => {
  expect(refusal(() => demo({ TEST_NOW: '2028-02-29T12:00:00Z' }))).toEqual([])
  expect(refusal(() => demo({ TEST_NOW: '2028-02-29T12:00:00Z', DATABASE_URL: 'postgres://m:m@db/marquee' }))).toEqual([
    'TEST_NOW moves the embedded database only: leave DATABASE_URL out',
  ])
})

describe('production', () => {
  const ways: Env[] = [{ NODE_ENV: 'production' }, { NODE_ENV: '', MARQUEE_MODE: 'production' }]
  it.each(ways)('is asked for by %j', (env) => {
    expect(production(env)).toMatchObject({ mode: 'production', host: '0.0.0.0', demoIssuer: false })
  })

  it.each([
    ['no client id', { GOOGLE_CLIENT_ID: '' }, 'GOOGLE_CLIENT_ID'],
    ['the local issuer', { DEMO_ISSUER: '1' }, 'DEMO_ISSUER'],
    ['another day than today', { TEST_NOW: '2028-02-29T12:00:00Z' }, 'TEST_NOW'],
    ['no secret', { SESSION_SECRET: '' }, 'SESSION_SECRET'],
    ['a short secret', { SESSION_SECRET: SECRET.slice(1) }, 'SESSION_SECRET'],
    ['an example as its secret', { SESSION_SECRET: 'please-change-me-before-going-live' }, 'SESSION_SECRET'],
    ['one letter as its secret', { SESSION_SECRET: 'a'.repeat(64) }, 'SESSION_SECRET'],
    ['demo mode at the same time', { MARQUEE_MODE: 'demo' }, 'MARQUEE_MODE'],
  ])('refuses %s and names the setting', (_what, env, setting) => {
    expect(refusal(() => production(env))).toEqual([expect.stringMatching(new RegExp(`^${setting} `))])
  })

  it('names every problem at once', () => {
    const env = { NODE_ENV: 'production', DEMO_ISSUER: '1', DATA_DIR: dataDir }
    const problems = refusal(() => readSettings(env))
    const named = problems.map((problem) => problem.split(' ')[0])
    expect(named).toEqual(['GOOGLE_CLIENT_ID', 'DEMO_ISSUER', 'SESSION_SECRET'])
  })

  it('refuses an embedded database that other users of the machine can read', () => {
    const folder = join(dataDir, 'open')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const embedded = () => production({ DATABASE_URL: '', DATA_DIR: folder })
    expect(refusal(embedded)).toEqual([expect.stringMatching(/^DATA_DIR /)])
    chmodSync(folder, 0o700)
    expect(embedded().databaseUrl).toBeUndefined()
  })

  it('never repeats a secret or a database password in its refusal', () => {
    const env = { SESSION_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db' }
    const problems = refusal(() => production(env))
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('hunter2')
  })
})

describe('any mode', () => {
  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_URL', 'localhost:5432'],
    ['GOOGLE_HOSTED_DOMAIN', 'example'],
    ['MARQUEE_MODE', 'test'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['PUBLIC_URL', 'admin.example.com'],
    ['PUBLIC_URL', 'https://admin.example.com/console'],
    ['PUBLIC_SITE_URL', 'ftp://example.com'],
    ['BUSINESS_TIME_ZONE', 'Madrid'],
    ['BUSINESS_TIME_ZONE', '+02:00'],
    ['REPORTING_CURRENCY', 'euro'],
    ['EXCHANGE_RATES_URL', 'http://rates.example.com/daily.xml'],
    ['LOG_LEVEL', 'loud'],
    ['REQUIRE_IF_MATCH', 'maybe'],
    ['GOOGLE_CLIENT_ID', '"123.apps.googleusercontent.com"'],
  ])('refuses %s=%s in words that name the setting', (name, value) => {
    const sentence = expect.stringMatching(new RegExp(`^${name} must be`))
    expect(refusal(() => demo({ [name]: value }))).toEqual([sentence])
  })

  it('reads lists, numbers, flags and origins', () => {
    expect(
      demo({
        PORT: '8080',
        TRUSTED_PROXIES: '10.0.0.0/8, ::1 ,192.168.0.7',
        GOOGLE_HOSTED_DOMAIN: 'example.com,example.org',
        REQUIRE_IF_MATCH: 'true',
        PUBLIC_URL: 'https://Admin.example.com/',
        BUSINESS_TIME_ZONE: 'America/New_York',
        REPORTING_CURRENCY: 'USD',
        PRODUCT_NAME: 'Big Top',
      }),
    ).toMatchObject({
      port: 8080,
      trustedProxies: ['10.0.0.0/8', '::1', '192.168.0.7'],
      googleHostedDomains: ['example.com', 'example.org'],
      requireIfMatch: true,
      publicUrl: 'https://admin.example.com',
      businessTimeZone: 'America/New_York',
      reportingCurrency: 'USD',
      productName: 'Big Top',
    })
  })

  it('takes an empty value for one that is not set', () => {
    expect(demo({ PORT: '', HOST: ' ' })).toMatchObject({ port: 3000, host: '127.0.0.1' })
  })

  it('cannot be changed after it was read', () => {
    expect(Object.isFrozen(demo())).toBe(true)
  })
})
