import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWTPayload } from 'jose'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../../../../db/database.server.ts'
import { defineEndpoint } from '../../../../core/http/endpoint.ts'
import { implement } from '../../../../core/http/endpoint.server.ts'
import { mount } from '../../../../core/http/http.server.ts'
import { createLog } from '../../../../core/http/log.server.ts'
import { openMigrated } from '../../../../db/testing/migrated-database.server.ts'
import { createWebServer } from '../../../../core/http/web-server.server.ts'
import { createAuthenticate } from '../authenticate.server.ts'
// For its effect: it declares what can be permitted.
import '../../../../app/registry.server.ts'
import { createRefusalAudit } from '../refusal-audit.server.ts'
import { seedDemoStaff } from '../../../../app/seed/demo-staff.server.ts'
import { googleIssuers } from '../google-keys.server.ts'
import type { IssuerTrust } from '../id-token.server.ts'
import { implementSignIn } from '../sign-in.server.ts'
import type { SignInSettings } from '../sign-in-settings.server.ts'

export const clientId = '1234567890-marquee.apps.googleusercontent.com'

/** Claims to change; undefined leaves one out. */
type Claims = { [Name in keyof JWTPayload]?: JWTPayload[Name] | undefined }

/** Plays Google: signs whatever a test asks for with a key that the server believes. */
export interface TestGoogle {
  readonly trust: IssuerTrust
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  /** A valid token, except for the overrides that are passed. */
  token(claims?: Claims, header?: Record<string, unknown>, key?: CryptoKey | Uint8Array): Promise<string>
}

export async function createTestGoogle(): Promise<TestGoogle> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwks = {
    keys: [
      { ...(await exportJWK(other.publicKey)), kid: 'older', alg: 'RS256', use: 'sig' },
      { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' },
    ],
  }
  return {
    trust: {
      issuers: googleIssuers,
      audience: clientId,
      keys: createLocalJWKSet(jwks),
      hostedDomains: ['marquee.example'],
    },
    privateKey,
    publicKey,
    token(claims = {}, header = {}, key = privateKey) {
      const now = Math.floor(Date.now() / 1000)
      const usual = {
        iss: 'https://accounts.google.com',
        aud: clientId,
        azp: clientId,
        sub: '110000000000000000001',
        hd: 'marquee.example',
        email: 'ana@marquee.example',
        email_verified: true,
        iat: now,
        exp: now + 3600,
        jti: randomUUID(),
      }
      return new SignJWT(JSON.parse(JSON.stringify({ ...usual, ...claims })) as JWTPayload)
        .setProtectedHeader({ alg: 'RS256', kid: 'test', typ: 'JWT', ...header })
        .sign(key)
    },
  }
}

export interface SignInSetup {
  readonly db: Database
  readonly google: TestGoogle
  readonly server: FastifyInstance
  readonly url: string
  readonly port: number
  /** Every line of the log so far. */
  readonly logged: string[]
  /** Another server over the same database, which shares nothing else. */
  another(): Promise<FastifyInstance>
  call(path: string, init?: RequestInit): Promise<Response>
  /** POST with a JSON body, from its own address by default, so that rate limits are not shared. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  invite(email: string, role?: string): Promise<number>
  /** The newest rows of the audit, newest first. */
  audited(limit?: number): Promise<
    {
      action: string
      actor_kind: string
      actor_email: string | null
      title: string | null
      reason: string | null
      address: string | null
    }[]
  >
  close(): Promise<void>
}

const probe = [
  implement(
    defineEndpoint('GET /rest/data/probe', { summary: 'Reads', access: ['coupons', 'ui'] }),
    async ({ actor }) => ({ name: actor.name }) as never,
  ),
  implement(
    defineEndpoint('POST /rest/data/probe', { summary: 'Changes', access: 'signed-in' }),
    async ({ actor }) => ({ name: actor.name }) as never,
    { transaction: false },
  ),
]

async function startInstance({
  db,
  settings,
  log,
  google,
  trustedProxies,
}: {
  db: Database
  settings: SignInSettings
  log: Logger
  google: TestGoogle
  trustedProxies: string[]
}): Promise<FastifyInstance> {
  const server = createWebServer({
    log,
    isProduction: settings.mode === 'production',
    publicUrl: settings.publicUrl,
    trustedProxies,
  })
  const refusals = createRefusalAudit(db.kysely, log)
  server.addHook('onClose', () => refusals.close())
  mount(server, {
    db: db.kysely,
    authenticate: createAuthenticate({ db, settings, refusals }),
    implementations: [...(await implementSignIn({ db, settings, refusals, trusts: [google.trust] })), ...probe],
    requireIfMatch: false,
    checkOutput: true,
  })
  return server
}

/** A whole server with signing in, over a database of its own, behind a proxy that is believed. */
export async function startSignIn(options: {
  postgresUrl: string | null
  name: string
  settings?: Partial<SignInSettings>
  trustedProxies?: string[]
}): Promise<SignInSetup> {
  const logged: string[] = []
  const log = createLog({ level: 'info', destination: { write: (line) => void logged.push(line) } })
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-sign-in-'))
  const { postgresUrl, name } = options
  const { database: db, drop } = await openMigrated({ postgresUrl, name, dataDir, log })
  await db.kysely.transaction().execute(seedDemoStaff)
  const google = await createTestGoogle()
  const settings: SignInSettings = {
    mode: 'demo',
    publicUrl: undefined,
    sessionSecret: 'a secret of tests that is long enough',
    googleClientId: clientId,
    googleHostedDomains: ['marquee.example'],
    demoIssuer: true,
    ...options.settings,
  }
  const instance = () =>
    startInstance({ db, settings, log, google, trustedProxies: options.trustedProxies ?? ['127.0.0.1'] })
  const server = await instance()
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const call = (path: string, init?: RequestInit): Promise<Response> => fetch(url + path, init)
  let callers = 0
  return {
    db,
    google,
    server,
    url,
    logged,
    another: instance,
    call,
    port: Number(new URL(url).port),
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${++callers % 250}`, ...headers },
        body: JSON.stringify(body),
      }),
    async invite(email, role = 'read-only') {
      const {
        rows: [row],
      } = await sql<{ id: number }>`
        insert into staff (email, first_name, last_name, role_id)
        select ${email}, 'Ana', 'Sousa', id from roles where name = ${role} returning id`.execute(db.kysely)
      return row?.id ?? 0
    },
    async audited(limit = 1) {
      const { rows } = await sql<Awaited<ReturnType<SignInSetup['audited']>>[number]>`
        select action, actor_kind, actor_email, title, reason, address from audit_log order by id desc limit ${limit}`.execute(
        db.kysely,
      )
      return rows
    },
    async close() {
      await server.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
