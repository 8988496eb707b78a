/** Where images are kept: anything that speaks S3. */
export interface S3Settings {
  /** Such as `https://s3.eu-west-1.amazonaws.com` or `http://127.0.0.1:9000`. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Stripe, or what speaks like it. */
export interface StripeSettings {
  readonly apiKey: string
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly protocol?: 'http' | 'https' | undefined
  /** Signs what it tells us; undefined: nothing it says is believed. */
  readonly webhookSecret?: string | undefined
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Who issues invoices, as the law wants it on each of them. */
export interface CompanySettings {
  readonly name: string
  readonly taxId: string
  readonly address: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

/** The settings from the environment, parsed and checked once at start. Nothing else reads process.env. */
export interface Settings {
  readonly mode: 'demo' | 'production'
  readonly port: number
  readonly host: string
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databasePool: number
  /** An absolute path. */
  readonly dataDir: string
  /** Where the head of the audit's chain is noted at start, at stop, every five minutes and after a hundred entries; an absolute path. */
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
  /** ISO 4217; totals over several currencies are given in it. */
  readonly reportingCurrency: string
  /** Where exchange rates are read every hour, in the format of the European Central Bank. */
  readonly exchangeRatesUrl?: string | undefined
  /** `smtp://` or `smtps://`, with its password. */
  readonly smtpUrl: string | undefined
  /** Where a dead man's switch is fed; set by who runs the server, never in the console. */
  readonly workersPingUrl?: string | undefined
  readonly mailFrom: string
  /** Days for which a proved address is trusted. */
  readonly ipTrustDays: number
  /** Undefined until all four are set: then no invoice can be issued. */
  readonly company: CompanySettings | undefined
  readonly logLevel: (typeof logLevels)[number]
  readonly requireIfMatch: boolean
  /** Calls that one user can make within a minute, counted by each instance; 0 for any number. */
  readonly callsPerMinute: number
  /** A bucket for images; undefined: a folder in `dataDir`. */
  readonly imageStore: S3Settings | undefined
  /** Undefined: no money can be taken or given back; in demo mode a local one takes its place. */
  readonly stripe: StripeSettings | undefined
}
