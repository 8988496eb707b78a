import { useEffect, useRef } from 'react'

/** The only third-party script the product ever loads, and only on the sign-in page. */
export const GOOGLE_SCRIPT = 'https://accounts.google.com/gsi/client'

interface GoogleIdentity {
  initialize(options: { client_id: string; callback: (reply: { credential: string }) => void }): void
  renderButton(parent: HTMLElement, options: Readonly<Record<string, string | number>>): void
}

declare global {
  interface Window {
    readonly google?: { readonly accounts: { readonly id: GoogleIdentity } }
  }
}

export interface GoogleButtonProps {
  clientId: string
  isDark: boolean
  onToken: (googleToken: string) => void
  onFailure: () => void
}

/** Google's own button, which returns an ID token. */
export function GoogleButton({ clientId, isDark, onToken, onFailure }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const handlers = useRef({ onToken, onFailure })
  handlers.current = { onToken, onFailure }

  useEffect(() => {
    const script = document.createElement('script')
    script.src = GOOGLE_SCRIPT
    script.async = true
    script.addEventListener('load', () => {
      const identity = window.google?.accounts.id
      if (!identity || !place.current) return handlers.current.onFailure()
      identity.initialize({ client_id: clientId, callback: ({ credential }) => handlers.current.onToken(credential) })
      identity.renderButton(place.current, {
        type: 'standard',
        theme: isDark ? 'filled_black' : 'outline',
        size: 'large',
        text: 'signin_with',
        width: 320,
      })
    })
    script.addEventListener('error', () => handlers.current.onFailure())
    document.head.append(script)
    return () => script.remove()
  }, [clientId, isDark])

  return <div ref={place} style={{ minHeight: 44 }} />
}
