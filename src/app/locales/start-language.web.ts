import { addLanguage, findLanguageBy, pseudoLanguage } from '../../core/i18n/language.ts'

/**
 * Makes the page speak the language that its document says. To be waited for before anything is drawn: then nothing
 * flashes in English first. Where the words cannot be fetched the page speaks English, and says so.
 */
export async function startLanguage(): Promise<void> {
  const { documentElement: root } = document
  try {
    if (root.lang === 'es') {
      await startSpanish()
      findLanguageBy(() => 'es')
    } else if (root.lang === pseudoLanguage) {
      addLanguage(pseudoLanguage, {}, (await import('../../platform/translations/pseudo-language.ts')).disguised)
      findLanguageBy(() => pseudoLanguage)
    }
  } catch {
    root.lang = 'en'
  }
}

type Catalogue = Record<string, string>

declare global {
  /** What an import of a script waits for besides: its texts. Put behind each import by build/texts.ts. */
  var withTexts: ((script: string) => (<M>(module: M) => Promise<M>) | undefined) | undefined
}

/** In a built console the catalogue comes in parts, of which a page reads the first and those of its scripts. */
async function startSpanish(): Promise<void> {
  const first = document.querySelector<HTMLLinkElement>('link[data-language="es"]')?.href
  if (!first) return addLanguage('es', (await import('./es.json')).default)
  const read = async (name: string) => {
    const part = (await import(/* @vite-ignore */ first.replace(/first\.js$/, name))) as {
      default: Catalogue
      scripts?: string[]
    }
    Object.assign(catalogue, part.default)
    return part
  }
  const catalogue: Catalogue = {}
  addLanguage('es', catalogue)
  const scripts = new Set((await read('first.js')).scripts)
  globalThis.withTexts = (script) => {
    if (!scripts.has(script)) return undefined
    // Without its texts a script speaks English.
    const isRead = read(script).catch(() => null)
    return async (module) => {
      await isRead
      return module
    }
  }
}
