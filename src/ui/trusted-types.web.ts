/**
 * The page's answer to every string that is about to become markup or script: no.
 *
 * The component library hands the style sheet of its theme to the browser as a string, which counts as markup to the
 * browser; a string without a single tag therefore passes. Scripts are loaded by the bundle alone; `allowedScripts`
 * lists the addresses a page has to load besides.
 */
interface PolicyRules {
  createHTML(text: string): string
  createScript(text: string): string
  createScriptURL(address: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: PolicyRules): unknown }
  }
}

export function refuseMarkup(allowedScripts: readonly string[] = []): void {
  window.trustedTypes?.createPolicy('default', markupRules(allowedScripts))
}

function markupRules(allowedScripts: readonly string[]): PolicyRules {
  return {
    createHTML(text) {
      if (/<[a-z/!?]/i.test(text)) throw new TypeError('Markup from strings is refused on this page')
      return text
    },
    createScript() {
      throw new TypeError('Scripts from strings are refused on this page')
    },
    createScriptURL(address) {
      if (!allowedScripts.includes(address))
        throw new TypeError(`Loading a script from ${address} is refused on this page`)
      return address
    },
  }
}
