import { existsSync, statSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { S3Settings } from '../areas/images/s3-store.server.ts'
import { demoSecret } from './demo-secret.server.ts'
import { imageStoreOf, imageStoreProblems } from './image-store-settings.server.ts'
import {
  flag, isAddressOrRange, isDomain, isExampleSecret, isTimeZone, list, oneOf, origin, smtpAddress, wholeNumber, words,
} from './setting-values.server.ts'

/** What the environment decides, parsed and checked once at start. Nothing else reads process.env. */
export interface Settings {
  readonly mode: 'demo' | 'production'
  readonly port: number
  readonly host: string
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databasePool: number
  /** An absolute path. */
  readonly dataDir: string
  /** Where the head of the audit's chain is noted every hour; an absolute path. */
  readonly auditHeadsFile: string
  readonly googleClientId: string | undefined
  readonly googleHostedDomains: readonly string[]
  /** Whether the local issuer signs tokens for the demo people. Never in production. */
  readonly demoIssuer: boolean
  readonly sessionSecret: string
  /** Addresses and CIDR ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** The origin that people type, without a slash at its end. */
  readonly publicUrl: string | undefined
  readonly publicSiteUrl: string
  readonly productName: string
  readonly businessTimeZone: string
  /** `smtp://` or `smtps://`, with its password. */
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Days for which a proved address is trusted. */
  readonly ipTrustDays: number
  readonly logLevel: (typeof LOG_LEVELS)[number]
  readonly requireIfMatch: boolean
  /** Calls that one person may make within a minute, counted by each instance; 0 for any number. */
  readonly callsPerMinute: number
  /** A bucket for images; undefined: a folder in `dataDir`. */
  readonly imageStore: S3Settings | undefined
}

/** The environment asks for what Marquee refuses. The message names every such setting and what is wrong. */
export class SettingsRefused extends Error {
  override readonly name = 'SettingsRefused'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(['Marquee does not start with these settings:', ...problems].join('\n  - '))
    this.problems = problems
  }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SECRET_LENGTH = 32
const MAKE_ONE = '`openssl rand -base64 48` makes a good one'

// One row of the README's table each: a test compares the two, so no setting goes without its words.
export const environment = z.object({
  MARQUEE_MODE: oneOf(['demo', 'production']).optional()
    .meta(words('`demo`: made-up people and data, this machine only. `production`: closed by default',
      '`demo`, or `production` when `NODE_ENV=production`')),
  NODE_ENV: z.string().optional()
    .meta(words('`production` means `MARQUEE_MODE=production`; other values mean nothing here', 'none')),
  PORT: wholeNumber(0, 65_535).default(3000)
    .meta(words('Port of the console and the API; 0 takes any free one', '`3000`')),
  HOST: z.string().optional()
    .meta(words('Address to listen on. Demo mode takes only a loopback address',
      '`127.0.0.1` in demo mode, `0.0.0.0` in production')),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be an address that starts with postgres://')
    .optional()
    .meta(words('PostgreSQL to use, such as `postgres://user:password@host:5432/marquee`',
      'none: the embedded database in `DATA_DIR`')),
  DATABASE_POOL: wholeNumber(1, 1000).default(10)
    .meta(words('Connections to PostgreSQL of one instance; the embedded database has always one', '`10`')),
  DATA_DIR: z.string().default('data')
    .meta(words('Where the embedded database and the demo secret live; a relative path starts at the project',
      '`data`')),
  AUDIT_HEADS_FILE: z.string().optional()
    .meta(words('File in which the head of the audit’s chain is noted every hour, best where nobody who owns the '
      + 'database can write; a relative path starts at the project',
    '`<DATA_DIR>.audit-heads.jsonl`, or `audit-heads.jsonl` in `DATA_DIR` with `DATABASE_URL`')),
  SESSION_SECRET: z.string()
    .min(SECRET_LENGTH, { error: `must have at least ${SECRET_LENGTH} characters; ${MAKE_ONE}`, abort: true })
    .refine((secret) => !isExampleSecret(secret), `must not be an example that all can read; ${MAKE_ONE}`)
    .optional()
    .meta(words(`Key that signs the anti-forgery tokens: at least ${SECRET_LENGTH} characters, the same on `
      + 'every instance', 'required in production; in demo mode made once and kept in `DATA_DIR`')),
  GOOGLE_CLIENT_ID: z.string().regex(/^[^\s"'<>]+$/, 'must be the client id alone, without quotes or spaces')
    .optional()
    .meta(words('OAuth client id of the Google sign-in button', 'required in production')),
  GOOGLE_HOSTED_DOMAIN: list()
    .refine((domains) => domains.every(isDomain),
      'must be a comma-separated list of domains such as example.com')
    .meta(words('Google Workspace domains whose people may sign in, separated by commas',
      'none: any known staff member')),
  DEMO_ISSUER: flag().optional()
    .meta(words('Whether the demo people may sign in without Google. Refused in production',
      '`1` in demo mode')),
  TRUSTED_PROXIES: list()
    .refine((ranges) => ranges.every(isAddressOrRange),
      'must be a comma-separated list of addresses or ranges such as 10.0.0.0/8')
    .meta(words('Proxies in front of Marquee, whose `X-Forwarded-For` is believed: addresses or CIDR ranges, '
      + 'separated by commas', 'none')),
  PUBLIC_URL: origin().optional()
    .meta(words('The address that people type, such as `https://admin.example.com`; for links and the origin '
      + 'check', 'the address of the request')),
  PUBLIC_SITE_URL: origin().default('https://www.example.com')
    .meta(words('The public website that the sidebar links to when no domain is set',
      '`https://www.example.com`')),
  PRODUCT_NAME: z.string().max(60, 'must have at most 60 characters').default('Marquee')
    .meta(words('The name in the sidebar and in page titles', '`Marquee`')),
  BUSINESS_TIME_ZONE: z.string().refine(isTimeZone, 'must be an IANA time zone such as Europe/Madrid')
    .default('Europe/Madrid')
    .meta(words('The zone whose days the dashboard and the filters of lists count', '`Europe/Madrid`')),
  SMTP_URL: smtpAddress().optional()
    .meta(words('Mail server for e-mails to staff, such as `smtps://user:password@smtp.example.com`; `smtp://` with a '
      + 'password insists on STARTTLS', 'none: e-mails are kept on the Messages page and, in demo mode, shown at `/demo-inbox`')),
  MAIL_FROM: z.string().regex(/^(?:[^<>@\r\n]{1,100} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must be an address such as Marquee <no-reply@example.com>')
    .default('Marquee <no-reply@localhost>')
    .meta(words('Who e-mails are from, such as `Marquee <no-reply@example.com>`', '`Marquee <no-reply@localhost>`; required with `SMTP_URL`')),
  IP_TRUST_DAYS: wholeNumber(1, 365).default(30)
    .meta(words('Days for which an address outside the IP ranges stays trusted once a person has proved that it is theirs', '`30`')),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info')
    .meta(words('`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`', '`info`')),
  REQUIRE_IF_MATCH: flag().default(false)
    .meta(words('Refuse changes from clients that do not say which version they change (428)', '`0`')),
  CALLS_PER_MINUTE: wholeNumber(0, 1_000_000).default(600)
    .meta(words('Calls that one person may make within a minute on one instance, then 429; 0 for any number', '`600`')),
  IMAGES_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.eu-west-1.amazonaws.com' }).optional()
    .meta(words('Service that speaks S3 and keeps the files of images, such as `https://s3.eu-west-1.amazonaws.com`; needed where several '
      + 'instances run', 'none: the folder `images` in `DATA_DIR`')),
  IMAGES_S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket alone').optional()
    .meta(words('Its bucket, which no one else needs to read', 'required with `IMAGES_S3_ENDPOINT`')),
  IMAGES_S3_REGION: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-west-1').default('us-east-1')
    .meta(words('Its region', '`us-east-1`')),
  IMAGES_S3_ACCESS_KEY_ID: z.string().optional()
    .meta(words('Key that may read, write, list and delete there', 'required with `IMAGES_S3_ENDPOINT`')),
  IMAGES_S3_SECRET_ACCESS_KEY: z.string().optional()
    .meta(words('Secret of that key', 'required with `IMAGES_S3_ENDPOINT`')),
})

/**
 * Parses the environment. An empty value counts as not set. In demo mode without SESSION_SECRET a secret is
 * made in the data directory the first time.
 *
 * @throws SettingsRefused with all problems at once
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.keys(environment.shape).flatMap((name) => {
    const value = env[name]?.trim()
    return value ? [[name, value]] : []
  }))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    throw new SettingsRefused(parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      return `${name} ${issue.message}${shown(name, given[name])}`
    }))
  }
  const values = parsed.data
  const mode = values.NODE_ENV === 'production' ? 'production' : values.MARQUEE_MODE ?? 'demo'
  const dataDir = resolve(PROJECT_ROOT, values.DATA_DIR)
  const problems = [
    ...mode === 'production' ? productionProblems(values, dataDir) : demoProblems(values),
    ...imageStoreProblems(values),
    ...given['SMTP_URL'] && !given['MAIL_FROM'] ? ['MAIL_FROM is required with SMTP_URL: no mail server takes letters from nobody'] : [],
  ]
  if (problems.length > 0) throw new SettingsRefused(problems)
  return Object.freeze({
    mode,
    port: values.PORT,
    host: values.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    dataDir,
    auditHeadsFile: values.AUDIT_HEADS_FILE ? resolve(PROJECT_ROOT, values.AUDIT_HEADS_FILE)
      : values.DATABASE_URL ? resolve(dataDir, 'audit-heads.jsonl') : `${dataDir}.audit-heads.jsonl`,
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
    mailFrom: values.MAIL_FROM,
    ipTrustDays: values.IP_TRUST_DAYS,
    logLevel: values.LOG_LEVEL,
    requireIfMatch: values.REQUIRE_IF_MATCH,
    callsPerMinute: values.CALLS_PER_MINUTE,
    imageStore: imageStoreOf(values),
  })
}

type Values = z.output<typeof environment>

function productionProblems(values: Values, dataDir: string): string[] {
  const problems: string[] = []
  if (values.MARQUEE_MODE === 'demo') {
    problems.push('MARQUEE_MODE is demo, but NODE_ENV is production: remove one of the two')
  }
  if (!values.GOOGLE_CLIENT_ID) {
    problems.push('GOOGLE_CLIENT_ID is required in production: nobody could sign in without it')
  }
  if (values.DEMO_ISSUER) {
    problems.push('DEMO_ISSUER is refused in production: anybody could sign in as anybody')
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
  if (values.HOST === undefined || isLoopback(values.HOST)) return []
  return [`HOST is ${values.HOST}, but demo mode lets anybody sign in and so listens on this machine only: `
    + 'leave HOST out, or set MARQUEE_MODE=production']
}

function isLoopback(host: string): boolean {
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8, 'ipv4')
  loopback.addAddress('::1', 'ipv6')
  if (isIP(host) === 0) return host === 'localhost'
  return loopback.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}

function isReadableByOthers(folder: string): boolean {
  return process.platform !== 'win32' && existsSync(folder) && (statSync(folder).mode & 0o007) !== 0
}

/** The refused value, unless it may hold a password. */
function shown(name: string, value: string | undefined): string {
  const mayHoldPassword = name === 'SESSION_SECRET' || name === 'DATABASE_URL' || name === 'SMTP_URL' || name.startsWith('IMAGES_S3_')
  return value === undefined || mayHoldPassword ? '' : `, but is ${JSON.stringify(value)}`
}
