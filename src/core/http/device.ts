import { t } from '../i18n/language.ts'

/** What a browser says about itself, in words that a person recognises their own device by. */
export interface Device {
  /** `Chrome 142`, `Script (curl 8.5)`; null when it says nothing that is known. */
  readonly browser: string | null
  /** `Windows`, `macOS`, `Android 15`. */
  readonly system: string | null
  readonly kind: 'computer' | 'phone' | 'tablet' | 'program' | 'unknown'
}

// In this order: nearly every browser also claims to be Chrome or Safari.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\b(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\bVivaldi\/(\d+)/, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\bHeadlessChrome\/(\d+)/, 'Headless Chrome'],
  [/\b(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]

const programs =
  /^(curl|Wget|python-requests|PostmanRuntime|node|node-fetch|undici|Go-http-client|okhttp|axios|HTTPie)(?:\/([\d.]+))?/i

/** Reads a User-Agent. The client chooses it, so it distinguishes people's devices and proves nothing. */
export function deviceOf(userAgent: string): Device {
  const program = programs.exec(userAgent)
  if (program) {
    const [, name = '', version] = program
    return { browser: `Script (${version ? `${name} ${version}` : name})`, system: null, kind: 'program' }
  }
  const system = systemOf(userAgent)
  return { browser: browserOf(userAgent), system: system?.name ?? null, kind: system?.kind ?? 'unknown' }
}

function browserOf(userAgent: string): string | null {
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return null
}

function systemOf(userAgent: string): { name: string; kind: Device['kind'] } | null {
  if (/\biPad\b/.test(userAgent)) return { name: 'iPadOS', kind: 'tablet' }
  if (/\biPhone\b|\biPod\b/.test(userAgent)) return { name: 'iOS', kind: 'phone' }
  const android = /\bAndroid(?: (\d+))?/.exec(userAgent)
  if (android)
    return {
      name: android[1] ? `Android ${android[1]}` : 'Android',
      kind: /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet',
    }
  if (/\bWindows\b/.test(userAgent)) return { name: 'Windows', kind: 'computer' }
  if (/\bCrOS\b/.test(userAgent)) return { name: 'ChromeOS', kind: 'computer' }
  if (/\bMacintosh\b|\bMac OS X\b/.test(userAgent)) return { name: 'macOS', kind: 'computer' }
  if (/\bLinux\b|\bX11\b/.test(userAgent)) return { name: 'Linux', kind: 'computer' }
  return null
}

/** `Chrome 142 on Windows`, as much of it as is known. */
export function deviceText({ browser, system }: Device): string {
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? t('Unknown device')
}
