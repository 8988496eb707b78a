import './fonts/inter.css'
import './library-styles.web.ts'
import './styles.css'
import { DirectionProvider, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageNonce } from './nonce.web.ts'
import { readableColours, theme } from './theme.web.ts'
import { Toasts } from './toasts.tsx'

/** The base of every page: theme, colour scheme, writing direction and toasts. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readableColours}
        defaultColorScheme="auto"
        getStyleNonce={pageNonce}
      >
        <Toasts />
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
