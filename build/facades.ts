import type { Plugin, Rolldown } from 'vite'

/** A script that only passes on what another has: `export{f as Palette}from"./later-DHGnNhbk.js"`. */
const FACADE = /^export\{([^{}]*)\}from"\.\/([\w.-]+\.js)";?\s*$/

/**
 * Where several lazily loaded modules share a file, the bundler makes each of them a script of its own that passes on
 * its part. Here they are imported from where they are, so that no page asks for a dozen of such scripts.
 */
export function facades(): Plugin {
  return {
    name: 'marquee:facades',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the bundler has written down what each import brings along.
      order: 'post',
      handler(_, bundle) {
        const scripts = Object.values(bundle).filter((output) => output.type === 'chunk')
        const found = new Map(scripts.flatMap((chunk) => facadeOf(chunk)))
        for (const chunk of scripts) {
          if (!found.has(nameOf(chunk))) chunk.code = withoutFacades(chunk.code, found)
          chunk.dynamicImports = chunk.dynamicImports.map((name) => {
            const target = found.get(name.split('/').at(-1) ?? '')
            return target ? name.replace(/[^/]+$/, target.file) : name
          })
        }
        for (const chunk of scripts) if (found.has(nameOf(chunk))) delete bundle[chunk.fileName]
      },
    },
  }
}

interface Facade {
  /** The script that has what is passed on. */
  readonly file: string
  /** `{Palette:m.f}` */
  readonly parts: string
}

function facadeOf(chunk: Rolldown.OutputChunk): [string, Facade][] {
  const [, exported, file] = FACADE.exec(chunk.code) ?? []
  if (exported === undefined || file === undefined || chunk.isEntry) return []
  const parts = exported.split(',').map((part) => {
    const [inner = '', outer = inner] = part.trim().split(/\s+as\s+/)
    return `${outer}:m.${inner}`
  })
  return [[nameOf(chunk), { file, parts: `{${parts.join()}}` }]]
}

function withoutFacades(code: string, found: ReadonlyMap<string, Facade>): string {
  return code
    .replace(/import\((["'`])\.\/([\w.-]+\.js)\1\)/g, (whole, quote: string, name: string) => {
      const facade = found.get(name)
      return facade ? `import(${quote}./${facade.file}${quote}).then(m=>(${facade.parts}))` : whole
    })
    .replace(/"assets\/([\w.-]+\.js)"/g, (whole, name: string) => {
      const facade = found.get(name)
      return facade ? `"assets/${facade.file}"` : whole
    })
}

function nameOf({ fileName }: Rolldown.OutputChunk): string {
  return fileName.split('/').at(-1) ?? fileName
}
