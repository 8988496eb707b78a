import { join, posix } from 'node:path'
import { SyntaxKind as Kind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { strayPromises } from '../promises.mjs'
import { walk } from './walk.mjs'

// The compiler's own view of the source: syntax trees, types, and who imports whom. Parsing is the compiler's work, and
// no file of it is written.

const CONFIGS = ['tsconfig.shared.json', 'tsconfig.server.json', 'tsconfig.browser.json']

/** Opens the projects of a folder. `close` ends the compiler's process. */
export function openProgram(
  folder,
  configs = ['tsconfig.shared.json', 'tsconfig.server.json', 'tsconfig.browser.json'],
) {
  const api = new API({ cwd: folder })
  const snapshot = api.updateSnapshot({ openProjects: configs.map((name) => join(folder, name)) })
  const projects = new Map(snapshot.getProjects().map((project) => [project.configFileName, project]))
  const ordered = configs.flatMap((name) => projects.get(join(folder, name)) ?? [])
  const projectOf = (path) => ordered.find(({ rootFiles }) => rootFiles.includes(join(folder, path)))
  return {
    /** Paths of the sources inside the folder, sorted, each once. */
    paths: [...new Set(ordered.flatMap(({ rootFiles }) => rootFiles))]
      .map((path) => posix.relative(folder, path))
      .filter((path) => !path.startsWith('..') && !path.includes('node_modules/'))
      .toSorted(),
    /** The syntax tree of a file with the checker that knows its types. */
    file(path) {
      const project = projectOf(path)
      const tree = project?.program.getSourceFile(join(folder, path))
      if (!tree) throw new Error(`${path} is in none of ${configs.join(', ')}`)
      return { tree, checker: project.checker }
    },
    close: () => api.close(),
  }
}

/**
 * The compiler, kept open over a folder whose files change one at a time: far faster than a build for each of them. With it
 * comes the check of promises, which asks the same compiler.
 */
export function openCompiler(folder, configs = CONFIGS) {
  const api = new API({ cwd: folder })
  const openProjects = configs.map((name) => join(folder, name))
  let snapshot = api.updateSnapshot({ openProjects })
  // What changed last has been put right in the meantime, which is a change too.
  let lastChanged = null
  return {
    /** The first complaint about files of which the first has changed, null when there is none. */
    complaintOf(paths) {
      const changed = [...new Set([paths[0], lastChanged ?? paths[0]])].map((path) => join(folder, path))
      snapshot = api.updateSnapshot({ openProjects, fileChanges: { changed } })
      lastChanged = paths[0]
      for (const path of paths.map((name) => join(folder, name))) {
        for (const { program, rootFiles } of snapshot.getProjects()) {
          if (!rootFiles.includes(path)) continue
          const [found] = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)]
          if (found) return `TS${found.code}: ${found.text}`.replaceAll(`${folder}/`, '')
        }
      }
      return strayPromiseIn(join(folder, paths[0]))
    },
    close: () => api.close(),
  }

  /** What `npm run check` says of the file's promises, which the compiler lets pass. */
  function strayPromiseIn(path) {
    const project = snapshot.getProjects().find(({ rootFiles }) => rootFiles.includes(path))
    const tree = project?.program.getSourceFile(path)
    const [found] = tree ? strayPromises(tree, project.checker) : []
    return found ? `a promise is left to itself: ${found.text}` : null
  }
}

/** The files of the project that a file loads when it runs, lazily loaded ones too. Types load nothing. */
export function importsOf(tree, path) {
  const found = new Set()
  const add = (specifier) => {
    if (specifier?.kind !== Kind.StringLiteral || !specifier.text.startsWith('.')) return
    found.add(posix.normalize(posix.join(posix.dirname(path), specifier.text)))
  }
  walk(tree, (node) => {
    if (node.kind === Kind.ImportDeclaration) {
      if (node.importClause?.phaseModifier !== Kind.TypeKeyword) add(node.moduleSpecifier)
    } else if (node.kind === Kind.ExportDeclaration) {
      if (!node.isTypeOnly) add(node.moduleSpecifier)
    } else if (node.kind === Kind.CallExpression && node.expression.kind === Kind.ImportKeyword) {
      add(node.arguments[0])
    }
  })
  return [...found]
}
