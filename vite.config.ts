import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import mantine from 'postcss-preset-mantine'
import simpleVars from 'postcss-simple-vars'
import { defineConfig } from 'vite'
import { budget } from './build/budget.ts'
import { chunks } from './build/chunks.ts'
import { facades } from './build/facades.ts'
import { precompress } from './build/precompress.ts'
import { screens } from './build/screens.ts'
import { texts } from './build/texts.ts'

/** The class `title` of a file as `title-x7qA`: the file's own path keeps it apart from the same word elsewhere. */
function scopedName(name: string, file: string): string {
  const path = relative(at('.'), file.replace(/\?.*$/, ''))
  return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('./src/app/console'),
  cacheDir: at('./.cache/vite'),
  plugins: [react(), chunks(), facades(), texts(), screens(), precompress(), budget()],
  css: {
    // Each class is sent with the styles and with the script that names it: short names are a good part of both.
    modules: { generateScopedName: scopedName },
    postcss: {
      plugins: [
        mantine(),
        // The one width at which the console changes its shape is 992 px: Mantine's md.
        simpleVars({
          variables: {
            'mantine-breakpoint-xs': '36em',
            'mantine-breakpoint-sm': '48em',
            'mantine-breakpoint-md': '62em',
            'mantine-breakpoint-lg': '75em',
            'mantine-breakpoint-xl': '88em',
          },
        }),
      ],
    },
  },
  // The server puts the nonce of each reply in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: at('./dist/console'),
    emptyOutDir: true,
    manifest: true,
    // No source of the console is served, and nothing is inlined: the policy allows no data: address.
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Google's script is allowed in the sign-in document and in no other. What a customer sees has a document of its
    // own, without a session of the console.
    rolldownOptions: {
      // A script of the console exports to the console alone, so parts of one file need no file of their own each.
      preserveEntrySignatures: false,
      input: {
        'index': at('./src/app/console/index.html'),
        'login': at('./src/app/console/login.html'),
        'customer-view': at('./src/app/console/customer-view.html'),
      },
    },
  },
})
