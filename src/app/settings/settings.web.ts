/** This installation's settings that the server puts into each page's head. */
function setting(name: string, fallback: string): string {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  // A server that has nothing to say leaves the placeholder, `__LIKE_THIS__`, as it was.
  return content === '' || /^__\w+__$/.test(content) ? fallback : content
}

/** The product's name, as titles show it. */
export function productName(): string {
  return setting('application-name', 'Marquee')
}

/** The root address of the public website: what the menu's link says until the configured address is known. */
export function publicSiteRoot(): string {
  return setting('public-site-root', 'https://www.marquee.example/')
}

/** The IANA zone whose days the business counts. */
export function businessTimeZone(): string {
  return setting('business-time-zone', 'UTC')
}

/** `<route title> - Marquee Admin`, or the site's title alone. */
export function documentTitle(routeTitle: string | undefined): string {
  const site = `${productName()} Admin`
  return routeTitle ? `${routeTitle} - ${site}` : site
}

/** The client id of Google's sign-in; null in demo mode, where there is none. Used on the sign-in page only. */
export function googleClientId(): string | null {
  return setting('google-client-id', '') || null
}
