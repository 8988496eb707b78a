import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as z from 'zod/mini'
import type { Settings } from '../../core/settings.server.ts'
import { isLoopback } from '../../core/ip-address.ts'
import { companyOf } from './company-settings.server.ts'
import { demoSecret } from './demo-secret.server.ts'
import { imageStoreOf, imageStoreProblems } from './image-store-settings.server.ts'
import { MAKE_ONE, shown, environment } from './environment.server.ts'

/** The environment asks for what Marquee refuses. The message names every such setting and what is wrong. */
export class SettingsRefused extends Error {
  override readonly name = 'SettingsRefused'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['Marquee does not start with these settings:', ...problems].join('\n  - '))
    this.problems = problems
  }
}

const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/**
 * Parses the environment. An empty value counts as not set. In demo mode without SESSION_SECRET a secret is
 * made in the data directory the first time.
 *
 * @throws SettingsRefused with all problems at once
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = env[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new SettingsRefused(
      parsed.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return `${name} ${issue.message}${shown(name, given[name])}`
      }),
    )
  }
  const values = parsed.data
  const mode = values.NODE_ENV === 'production' ? 'production' : (values.MARQUEE_MODE ?? 'demo')
  const dataDir = resolve(PROJECT_ROOT, values.DATA_DIR)
  const problems = [
    ...(mode === 'production' ? productionProblems(values, dataDir) : demoProblems(values)),
    ...imageStoreProblems(values),
    ...(given['SMTP_URL'] && !given['MAIL_FROM']
      ? ['MAIL_FROM is required with SMTP_URL: mail servers refuse letters without a sender']
      : []),
  ]
  if (problems.length > 0) throw new SettingsRefused(problems)
  return Object.freeze({
    mode,
    port: values.PORT,
    host: values.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    dataDir,
    auditHeadsFile: values.AUDIT_HEADS_FILE
      ? resolve(PROJECT_ROOT, values.AUDIT_HEADS_FILE)
      : values.DATABASE_URL
        ? resolve(dataDir, 'audit-heads.jsonl')
        : `${dataDir}.audit-heads.jsonl`,
    googleClientId: values.GOOGLE_CLIENT_ID,
    googleHostedDomains: values.GOOGLE_HOSTED_DOMAIN,
    demoIssuer: mode === 'demo' && (values.DEMO_ISSUER ?? true),
    sessionSecret: values.SESSION_SECRET ?? demoSecret(dataDir),
    trustedProxies: values.TRUSTED_PROXIES,
    publicUrl: values.PUBLIC_URL,
    publicSiteUrl: values.PUBLIC_SITE_URL,
    productName: values.PRODUCT_NAME,
    businessTimeZone: values.BUSINESS_TIME_ZONE,
    smtpUrl: values.SMTP_URL,
    workersPingUrl: values.WORKERS_PING_URL,
    reportingCurrency: values.REPORTING_CURRENCY,
    exchangeRatesUrl: values.EXCHANGE_RATES_URL,
    mailFrom: values.MAIL_FROM,
    ipTrustDays: values.IP_TRUST_DAYS,
    company: companyOf(values, mode),
    logLevel: values.LOG_LEVEL,
    requireIfMatch: values.REQUIRE_IF_MATCH,
    callsPerMinute: values.CALLS_PER_MINUTE,
    imageStore: imageStoreOf(values),
    stripe: stripeOf(values),
  })
}

type Values = z.output<typeof environment>

function stripeOf(values: Values): Settings['stripe'] {
  if (!values.STRIPE_API_KEY) return undefined
  return {
    apiKey: values.STRIPE_API_KEY,
    host: values.STRIPE_HOST,
    port: values.STRIPE_PORT,
    protocol: values.STRIPE_PROTOCOL,
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
  }
}

function productionProblems(values: Values, dataDir: string): string[] {
  const problems: string[] = []
  if (values.MARQUEE_MODE === 'demo') {
    problems.push('MARQUEE_MODE is demo, but NODE_ENV is production: remove one of the two')
  }
  if (!values.GOOGLE_CLIENT_ID) {
    problems.push('GOOGLE_CLIENT_ID is required in production: without it, no one can sign in')
  }
  if (values.DEMO_ISSUER) {
    problems.push('DEMO_ISSUER is refused in production: anybody could sign in as anybody')
  }
  if (values.TEST_NOW) {
    problems.push('TEST_NOW is refused in production: sessions, offers and sales would live on another day')
  }
  if (!values.SESSION_SECRET) {
    problems.push(`SESSION_SECRET is required in production; ${MAKE_ONE}`)
  }
  if (!values.DATABASE_URL && isReadableByOthers(dataDir)) {
    problems.push(`DATA_DIR ${dataDir} can be read by every user of this machine: run chmod 700 on it`)
  }
  return problems
}

function demoProblems(values: Values): string[] {
  const problems =
    values.TEST_NOW && values.DATABASE_URL ? ['TEST_NOW moves the embedded database only: leave DATABASE_URL out'] : []
  if (values.HOST === undefined || isLoopback(values.HOST)) return problems
  return [
    ...problems,
    `HOST is ${values.HOST}, but demo mode lets anybody sign in and so listens on this machine only: ` +
      'leave HOST out, or set MARQUEE_MODE=production',
  ]
}

function isReadableByOthers(folder: string): boolean {
  return process.platform !== 'win32' && existsSync(folder) && (statSync(folder).mode & 0o007) !== 0
}
