import { cspReportsPath } from './csp-reports.server.ts'

/** Which of the two documents a policy is for. Only the sign-in page can ever run one of Google's scripts. */
export interface DocumentPolicy {
  document: 'console' | 'login'
  /** Fresh for every response. */
  nonce: string
  /** Whether Google's button is offered on the sign-in page. */
  withGoogle: boolean
}

/**
 * Names of the Trusted Types policies that the console can create: `default` (refuses markup), `app`, and the
 * sanitiser's.
 */
const trustedTypesPolicies = ['default', 'app', 'dompurify'] as const

/** Headers of every response, no matter what it carries. */
export function commonHeaders(options: { isProduction: boolean }): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    // Anything that is not a document can neither run nor load anything, even when a browser is tricked into showing
    // it.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'cache-control': 'no-store',
    ...(options.isProduction && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

/** Headers of an HTML document, on top of the common ones. */
export function documentHeaders(policy: DocumentPolicy): Readonly<Record<string, string>> {
  const usesGoogle = policy.document === 'login' && policy.withGoogle
  return {
    'content-security-policy': contentSecurityPolicy(policy.nonce, usesGoogle),
    'reporting-endpoints': `csp="${cspReportsPath}"`,
    // Google's button talks to a window that it opens, which the stricter value would cut off.
    'cross-origin-opener-policy': policy.document === 'login' ? 'same-origin-allow-popups' : 'same-origin',
  }
}

function contentSecurityPolicy(nonce: string, usesGoogle: boolean): string {
  const directives = [
    "default-src 'none'",
    // Google's script is named by address. 'strict-dynamic' would make browsers ignore addresses, so it stays out.
    usesGoogle
      ? `script-src 'nonce-${nonce}' 'self' https://accounts.google.com/gsi/client`
      : `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${usesGoogle ? ' https://accounts.google.com/gsi/style' : ''}`,
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self'${usesGoogle ? ' https://accounts.google.com/gsi/' : ''}`,
    ...(usesGoogle ? ['frame-src https://accounts.google.com/gsi/'] : []),
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // Google's script builds its button from markup, so its page cannot demand Trusted Types.
    ...(usesGoogle ? [] : ["require-trusted-types-for 'script'", `trusted-types ${trustedTypesPolicies.join(' ')}`]),
    'report-to csp',
    // For browsers that do not know the Reporting API yet.
    `report-uri ${cspReportsPath}`,
  ]
  return directives.join('; ')
}
