/** What signing in depends on, out of all settings. */
export interface SignInSettings {
  readonly mode: 'demo' | 'production'
  /** The origin that people type; undefined where requests name the right host themselves. */
  readonly publicUrl: string | undefined
  readonly sessionSecret: string
  readonly googleClientId: string | undefined
  readonly googleHostedDomains: readonly string[]
  /** Whether the local issuer signs tokens for the demo people. */
  readonly demoIssuer: boolean
}

/** Whether browsers reach us over https. In production a proxy in front of us is taken to speak it. */
export function isHttps(settings: Pick<SignInSettings, 'mode' | 'publicUrl'>): boolean {
  return settings.publicUrl === undefined ? settings.mode === 'production' : settings.publicUrl.startsWith('https:')
}
