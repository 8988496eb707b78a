import { msg, t } from '../../core/i18n/language.ts'
import type { ChainLink } from '../../ui/sitemap-node.web.ts'

export interface Crumb {
  readonly title: string
  /** null for plain text. */
  readonly href: string | null
}

const HOME: ChainLink = { path: '/dashboard', node: { path: '/dashboard', name: 'dashboard', title: msg('Dashboard') } }

/**
 * The breadcrumb of a page: its titled routes, with the dashboard in front unless they start there. A group whose
 * redirect `opens` refuses is plain text: a user can have access to a page of the group without its first one.
 */
export function crumbsOf(
  chain: readonly ChainLink[],
  params: Readonly<Record<string, string>>,
  opens: (redirect: string) => boolean = () => true,
): Crumb[] {
  const titled = chain.filter(({ node }) => node.title)
  const [first] = titled
  const withHome = first && isDashboard(first) ? titled : [HOME, ...titled]
  const shown = withHome.filter(({ node }) => node.breadcrumb !== false)
  return shown.map(({ path, node }, index) => ({
    title: t(node.title ?? ''),
    href:
      index === shown.length - 1 ||
      node.redirect === 'noRedirect' ||
      (node.redirect !== undefined && !opens(node.redirect))
        ? null
        : (node.redirect ?? fillPath(path, params)),
  }))
}

/** By its name, not its path; a route without a name is never the dashboard. */
function isDashboard({ node }: ChainLink): boolean {
  return node.name?.trim().toLowerCase() === 'dashboard'
}

/**
 * The path with its parameters filled in, each encoded; null when one is missing.
 */
function fillPath(path: string, params: Readonly<Record<string, string>>): string | null {
  let isWhole = true
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined || value === '') isWhole = false
    return encodeURIComponent(value ?? '')
  })
  return isWhole ? filled : null
}
