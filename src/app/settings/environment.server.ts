import * as z from 'zod/mini'
import { logLevels } from '../../core/settings.server.ts'
import { parseRange } from '../../core/ip-address.ts'
import { isTimeZone } from '../../core/zoned-time.ts'
import {
  flag,
  isDomain,
  isExampleSecret,
  list,
  oneOf,
  origin,
  setting,
  smtpAddress,
  text,
  wholeNumber,
} from './setting-values.server.ts'

const SECRET_LENGTH = 32

export const MAKE_ONE = '`openssl rand -base64 48` makes a good one'

// One row of the README's table each: a test compares the two, so no setting goes without its words.
export const environment = z.object({
  MARQUEE_MODE: setting(
    z.optional(oneOf(['demo', 'production'])),
    '`demo`: made-up people and data, this machine only. `production`: closed by default',
    '`demo`, or `production` when `NODE_ENV=production`',
  ),
  NODE_ENV: setting(
    z.optional(z.string()),
    '`production` means `MARQUEE_MODE=production`; other values mean nothing here',
    'none',
  ),
  PORT: setting(
    z._default(wholeNumber(0, 65_535), 3000),
    'Port of the console and the API; 0 takes any free one',
    '`3000`',
  ),
  HOST: setting(
    z.optional(z.string()),
    'Address to listen on. Demo mode takes only a loopback address',
    '`127.0.0.1` in demo mode, `0.0.0.0` in production',
  ),
  DATABASE_URL: setting(
    z.optional(text(/^postgres(ql)?:\/\//, 'must be an address that starts with postgres://')),
    'PostgreSQL to use, such as `postgres://user:password@host:5432/marquee`',
    'none: the embedded database in `DATA_DIR`',
  ),
  DATABASE_POOL: setting(
    z._default(wholeNumber(1, 1000), 10),
    'Connections to PostgreSQL of one instance; the embedded database has always one',
    '`10`',
  ),
  DATA_DIR: setting(
    z._default(z.string(), 'data'),
    'Where the embedded database and the demo secret live; a relative path starts at the project',
    '`data`',
  ),
  AUDIT_HEADS_FILE: setting(
    z.optional(z.string()),
    'File in which the head of the audit’s chain is noted at start, at stop, every five minutes and after a hundred ' +
      'entries, best where the owner of the database cannot write; a relative path starts at the project',
    '`<DATA_DIR>.audit-heads.jsonl`, or `audit-heads.jsonl` in `DATA_DIR` with `DATABASE_URL`',
  ),
  SESSION_SECRET: setting(
    z.optional(
      z.string().check(
        z.minLength(SECRET_LENGTH, {
          error: `must have at least ${SECRET_LENGTH} characters; ${MAKE_ONE}`,
          abort: true,
        }),
        z.refine((secret) => !isExampleSecret(secret), `must not be an example that all can read; ${MAKE_ONE}`),
      ),
    ),
    `Key that signs the anti-forgery tokens: at least ${SECRET_LENGTH} characters, the same on every instance`,
    'required in production; in demo mode made once and kept in `DATA_DIR`',
  ),
  GOOGLE_CLIENT_ID: setting(
    z.optional(text(/^[^\s"'<>]+$/, 'must be the client id alone, without quotes or spaces')),
    'OAuth client id of the Google sign-in button',
    'required in production',
  ),
  GOOGLE_HOSTED_DOMAIN: setting(
    list(isDomain, 'must be a comma-separated list of domains such as example.com'),
    'Google Workspace domains whose people can sign in, separated by commas',
    'none: any known staff member',
  ),
  DEMO_ISSUER: setting(
    z.optional(flag()),
    'Whether the demo people can sign in without Google. Refused in production',
    '`1` in demo mode',
  ),
  TRUSTED_PROXIES: setting(
    list(
      (range) => parseRange(range) !== null,
      'must be a comma-separated list of addresses or ranges such as 10.0.0.0/8',
    ),
    'Proxies in front of Marquee, whose `X-Forwarded-For` is believed: addresses or CIDR ranges, ' +
      'separated by commas',
    'none',
  ),
  PUBLIC_URL: setting(
    z.optional(origin()),
    'The address that people type, such as `https://admin.example.com`; for links and the origin check',
    'the address of the request',
  ),
  WORKERS_PING_URL: setting(
    z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://ping.example.com/marquee' })),
    'Address of a monitoring service, called every five minutes while no worker is late; silence there is the alarm',
    'none',
  ),
  PUBLIC_SITE_URL: setting(
    z._default(origin(), 'https://www.example.com'),
    'The public website that the sidebar links to when no domain is set',
    '`https://www.example.com`',
  ),
  PRODUCT_NAME: setting(
    z._default(z.string().check(z.maxLength(60, 'must have at most 60 characters')), 'Marquee'),
    'The name in the sidebar and in page titles',
    '`Marquee`',
  ),
  BUSINESS_TIME_ZONE: setting(
    z._default(
      z.string().check(z.refine(isTimeZone, 'must be an IANA time zone such as Europe/Madrid')),
      'Europe/Madrid',
    ),
    'The zone whose days the dashboard and the filters of lists count',
    '`Europe/Madrid`',
  ),
  REPORTING_CURRENCY: setting(
    z._default(text(/^[A-Z]{3}$/, 'must be a code of ISO 4217 such as EUR'), 'EUR'),
    'Currency of totals over several currencies, at the exchange rates that the console has',
    '`EUR`',
  ),
  EXCHANGE_RATES_URL: setting(
    z.optional(z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })),
    'Address of daily exchange rates, read every hour, in the format of the European Central Bank ' +
      '(`https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml`)',
    'none: rates are entered by hand or imported',
  ),
  SMTP_URL: setting(
    z.optional(smtpAddress()),
    'Mail server for emails to staff, such as `smtps://user:password@smtp.example.com`; `smtp://` with a ' +
      'password insists on STARTTLS',
    'none: emails are kept on the Messages page and, in demo mode, shown at `/demo-inbox`',
  ),
  MAIL_FROM: setting(
    z._default(
      text(
        /^(?:[^<>@\r\n]{1,100} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
        'must be an address such as Marquee <no-reply@example.com>',
      ),
      'Marquee <no-reply@localhost>',
    ),
    'Who emails are from, such as `Marquee <no-reply@example.com>`',
    '`Marquee <no-reply@localhost>`; required with `SMTP_URL`',
  ),
  IP_TRUST_DAYS: setting(
    z._default(wholeNumber(1, 365), 30),
    'Days for which an address outside the IP ranges stays trusted once a person has proved that it is theirs',
    '`30`',
  ),
  COMPANY_NAME: setting(
    z.optional(z.string().check(z.maxLength(200, 'must have at most 200 characters'))),
    'Legal name of the company that issues invoices. Without all four COMPANY settings no invoice can be issued',
    'a made-up company in demo mode, none in production',
  ),
  COMPANY_TAX_ID: setting(
    z.optional(text(/^[A-Z0-9][A-Z0-9 .-]{1,38}$/, 'must be a tax or VAT id such as ESB12345678')),
    'Its tax or VAT id. Series of invoices count for each id',
    'as above',
  ),
  COMPANY_ADDRESS: setting(
    z.optional(z.string().check(z.maxLength(500, 'must have at most 500 characters'))),
    'Its registered address, on one line',
    'as above',
  ),
  COMPANY_COUNTRY: setting(
    z.optional(text(/^[A-Z]{2}$/, 'must be a country code such as ES')),
    'Its country, as a code of two letters',
    'as above',
  ),
  LOG_LEVEL: setting(
    z._default(oneOf(logLevels), 'info'),
    '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    '`info`',
  ),
  TEST_NOW: setting(
    // Opening a database refuses what is no moment: db/test-now.server.ts.
    z.optional(z.string()),
    'For tests: the moment at which this process and the embedded database start, such as `2028-02-29T12:00:00Z`. ' +
      'Refused in production',
    'none: the present',
  ),
  REQUIRE_IF_MATCH: setting(
    z._default(flag(), false),
    'Refuse changes from clients that do not say which version they change (428)',
    '`0`',
  ),
  CALLS_PER_MINUTE: setting(
    z._default(wholeNumber(0, 1_000_000), 600),
    'Calls that one person can make within a minute on one instance, then 429; 0 for any number',
    '`600`',
  ),
  IMAGES_S3_ENDPOINT: setting(
    z.optional(z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.eu-west-1.amazonaws.com' })),
    'Service that speaks S3 and keeps the files of images, such as `https://s3.eu-west-1.amazonaws.com`; needed where several ' +
      'instances run',
    'none: the folder `images` in `DATA_DIR`',
  ),
  IMAGES_S3_BUCKET: setting(
    z.optional(text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket alone')),
    'Its bucket, which no one else needs to read',
    'required with `IMAGES_S3_ENDPOINT`',
  ),
  IMAGES_S3_REGION: setting(
    z._default(text(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-west-1'), 'us-east-1'),
    'Its region',
    '`us-east-1`',
  ),
  IMAGES_S3_ACCESS_KEY_ID: setting(
    z.optional(z.string()),
    'Key that can read, write, list and delete there',
    'required with `IMAGES_S3_ENDPOINT`',
  ),
  IMAGES_S3_SECRET_ACCESS_KEY: setting(
    z.optional(z.string()),
    'Secret of that key',
    'required with `IMAGES_S3_ENDPOINT`',
  ),
  STRIPE_API_KEY: setting(
    z.optional(text(/^\S{8,255}$/, 'must be a key without spaces')),
    'Secret key of Stripe, through which payments and refunds go',
    'none: production takes and gives back no money; demo mode has a local gateway',
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    z.optional(text(/^\S{8,255}$/, 'must be a secret without spaces')),
    'Secret that signs what Stripe sends to `/webhooks/stripe`',
    'none: nothing that arrives there is believed',
  ),
  STRIPE_HOST: setting(
    z.optional(text(/^[A-Za-z0-9.:[\]-]{1,253}$/, 'must be a host name alone')),
    'Where Stripe’s API is, for gateways that speak like it',
    '`api.stripe.com`',
  ),
  STRIPE_PORT: setting(z.optional(wholeNumber(1, 65_535)), 'Its port', '`443`'),
  STRIPE_PROTOCOL: setting(z.optional(oneOf(['http', 'https'])), 'Its protocol', '`https`'),
})

/** The refused value, unless it can contain a password. */
export function shown(name: string, value: string | undefined): string {
  const mayHoldPassword =
    name === 'SESSION_SECRET' ||
    name === 'DATABASE_URL' ||
    name === 'SMTP_URL' ||
    name === 'WORKERS_PING_URL' ||
    name.startsWith('IMAGES_S3_') ||
    name.startsWith('STRIPE_')
  return value === undefined || mayHoldPassword ? '' : `, but is ${JSON.stringify(value)}`
}
