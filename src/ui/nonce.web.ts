/** The page's style and script nonce. Browsers hide the attribute from scripts, but not the property. */
export function pageNonce(): string {
  return document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
