import { posix } from 'node:path'

// Rules about the shape of the source that neither the compiler nor the linter can state. A check takes the
// files as a map from path ('src/kit/fields.ts') to text and yields sentences; no sentence, no fault.

const KIT_LINES = 5000
const DATABASE_LINES = 2500
const KIT_SCREENS_AND_TESTING_LINES = 5000
const FIELD_KINDS = 16
const DEFINITION_KEYS = 14
const FILE_LINES = 400

/** Who may import whom. Libraries are everybody's but permissions'. */
export function* importFaults(files) {
  for (const [path, text] of files) {
    if (!path.startsWith('src/')) continue
    const from = layerOf(path)
    for (const specifier of new Set(importsOf(text))) {
      if (!specifier.startsWith('.')) {
        if (from.layer === 'permissions') yield `${path} imports ${specifier}: permissions import nothing`
        continue
      }
      const target = posix.normalize(posix.join(posix.dirname(path), specifier)).replace(/\?.*$/, '')
      const to = layerOf(target)
      const fault = layerFault(from, to, target) ?? suffixFault(path, target)
      if (fault) yield `${path} imports ${target}: ${fault}`
    }
  }
}

function layerOf(path) {
  // What several tests of an area share is called something-fixture.
  const isTest = /\.test\.tsx?$|-fixture(\.server)?\.tsx?$/.test(path)
  const [, top = '', second = ''] = path.split('/')
  if (/^permissions(\.|$)/.test(top)) return { layer: 'permissions', isTest }
  // Everybody says what they say through this one file.
  if (path === 'src/kit/language.ts') return { layer: 'language', isTest }
  if (/^registry(\.|$)/.test(top)) return { layer: 'registry', isTest }
  if (top === 'kit' && ['screens', 'testing'].includes(second)) return { layer: `kit/${second}`, isTest }
  if (top === 'areas') return { layer: 'areas', area: second, isTest }
  return { layer: top, isTest }
}

const ALLOWED = {
  'permissions': [],
  'language': [],
  'ui': ['ui', 'language'],
  'db': ['db'],
  'kit': ['kit', 'db', 'permissions', 'language'],
  'kit/screens': ['kit', 'language', 'kit/screens', 'ui', 'permissions'],
  'kit/testing': ['kit', 'language', 'kit/screens', 'kit/testing', 'db', 'ui', 'permissions'],
  'areas': ['areas', 'language', 'kit', 'kit/screens', 'db', 'ui', 'permissions'],
  'registry': ['areas', 'language', 'kit', 'permissions', 'registry'],
  'demo-data': ['demo-data', 'language', 'registry', 'areas', 'kit', 'db', 'permissions'],
  'app': ['app', 'language', 'areas', 'demo-data', 'db', 'kit', 'kit/screens', 'kit/testing', 'ui', 'permissions', 'registry'],
}

function layerFault(from, to, target) {
  const allowed = ALLOWED[from.layer]
  if (!allowed) return `no rule says what src/${from.layer} may import`
  // A test may use the test support of every layer, app's server for tests included.
  const isSupport = ['kit/testing', 'registry', 'demo-data'].includes(to.layer) || target.startsWith('src/app/testing/')
  if (from.isTest && isSupport) return null
  if (!allowed.includes(to.layer)) {
    return to.layer === 'app' ? 'nothing imports app' : `${from.layer} may not import ${to.layer}`
  }
  if (to.layer !== 'areas' || from.area === to.area || from.layer === 'app') return null
  return isBrowser(target) ? 'screens belong to their own area' : null
}

/** The suffix says where code runs: shared code runs everywhere and so imports only shared code. */
function suffixFault(path, target) {
  if (/\.test\.tsx?$/.test(path)) return null
  const isServer = path.endsWith('.server.ts')
  if (isServer && isBrowser(target)) return 'server code cannot run browser code'
  if (!isServer && target.endsWith('.server.ts')) {
    return `${isBrowser(path) ? 'browser' : 'shared'} code cannot run server code`
  }
  if (!isServer && !isBrowser(path) && isBrowser(target)) return 'shared code cannot run browser code'
  return null
}

function isBrowser(path) {
  return /\.tsx$|\.web\.ts$|\.css$/.test(path)
}

function importsOf(text) {
  const code = withoutComments(text)
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"\n]+)\1/gm
  return [...code.matchAll(pattern)].map((match) => match[2])
}

const PRODUCT_WORDS = [
  'coupon', 'purchase', 'voucher', 'performer', 'lineup', 'venue', 'ticket', 'seller', 'supplier', 'viator',
  'tiqets', 'globick', 'tourcms', 'invoice', 'refund', 'booking', 'traveller', 'customer', 'marketplace',
]

/** The kit and the database engine serve any product: their code, comments aside, has no word of this one. */
export function* productWordFaults(files) {
  const pattern = new RegExp(`(?<![a-z])(${PRODUCT_WORDS.join('|')})s?(?![a-z])`, 'gi')
  for (const [path, text] of files) {
    if (!/^src\/(kit|db)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
    const hits = spacedOut(withoutComments(text)).matchAll(pattern)
    const found = new Set([...hits].map((match) => match[0].toLowerCase()))
    if (found.size > 0) yield `${path} knows a product word: ${[...found].join(', ')}`
  }
}

/** fooBarId as "foo Bar Id", so that a word is found inside a name and not inside another word. */
function spacedOut(code) {
  return code.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** What keeps the kit from growing into a framework. */
export function budgets(files) {
  const isTest = (path) => /\.test\.tsx?$/.test(path)
  const isOuter = (path) => /^src\/kit\/(screens|testing)\//.test(path)
  const codeOf = (folder) => [...files].filter(([path]) => path.startsWith(folder) && /\.tsx?$/.test(path) && !isTest(path))
  const kit = codeOf('src/kit/')
  const lines = (chosen) => chosen.reduce((sum, [, text]) => sum + codeLines(text), 0)
  const text = (path) => files.get(path) ?? ''
  return [
    {
      what: 'lines of code in the kit',
      limit: KIT_LINES, found: lines(kit.filter(([path]) => !isOuter(path))),
    },
    {
      what: 'lines of code in its screens and testing',
      limit: KIT_SCREENS_AND_TESTING_LINES, found: lines(kit.filter(([path]) => isOuter(path))),
    },
    { what: 'lines of code in the database engine', limit: DATABASE_LINES, found: lines(codeOf('src/db/')) },
    { what: 'field kinds', limit: FIELD_KINDS, found: fieldKinds(text('src/kit/fields.ts')) },
    {
      what: 'keys in a definition',
      limit: DEFINITION_KEYS, found: definitionKeys(text('src/kit/resource.ts')),
    },
  ]
}

export function* budgetFaults(files) {
  for (const { what, limit, found } of budgets(files)) {
    if (found === 0) yield `no ${what} found: if the declaration moved, this check has to follow it`
    if (found > limit) yield `${found} ${what}, ${limit} at most: take something out before something goes in`
  }
}

/** Lines that hold code: an explanation costs nothing. */
export function codeLines(text) {
  return withoutComments(text).split('\n').filter((line) => line.trim() !== '').length
}

function fieldKinds(text) {
  const union = /export type FieldKind =([^;]*?)\n\n/.exec(`${withoutComments(text)}\n\n`)?.[1] ?? ''
  return union.match(/'[^']+'/g)?.length ?? 0
}

function definitionKeys(text) {
  const declaration = /export interface ResourceDefinition<[^{]*\{\n([\s\S]*?)\n\}/
  const body = declaration.exec(withoutComments(text))?.[1] ?? ''
  return body.match(/^ {2}(?:readonly )?\w+\??[:(]/gm)?.length ?? 0
}

/**
 * A file that does not fit on a few screens does several things. A migration is a record, and stays whole.
 */
export function* sizeFaults(files) {
  for (const [path, text] of files) {
    const lines = /\.(sql|json)$/.test(path) ? 0 : text.split('\n').length - 1
    if (lines > FILE_LINES) yield `${path} has ${lines} lines, ${FILE_LINES} at most: split it by noun`
  }
}

/** Names that say nothing, and marks of unfinished work. */
export function* namingFaults(files) {
  for (const [path, text] of files) {
    const name = posix.basename(path)
    if (/\.(sql|json)$/.test(name)) continue
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(name)) yield `${path} is not in kebab-case`
    const empty = /(^|[-.])(utils?|helpers?|common|misc|managers?)([-.]|$)/.exec(name)
    if (empty) yield `${path}: "${empty[2]}" does not say what is inside`
    const unfinished = path.startsWith('scripts/structure') ? null : /\b(TODO|FIXME|XXX)\b/.exec(text)
    if (unfinished) yield `${path} has a ${unfinished[1]}: do it, or file it`
  }
}

/** Two people who add a migration on the same day must notice. */
export function* migrationFaults(files) {
  const seen = new Map()
  for (const path of files.keys()) {
    if (!path.startsWith('src/db/migrations/')) continue
    const name = posix.basename(path)
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]
    if (!number) yield `src/db/migrations/${name} is not called NNNN_name.sql`
    else if (seen.has(number)) yield `src/db/migrations: ${seen.get(number)} and ${name} have the same number`
    else seen.set(number, name)
  }
}

/**
 * A clean install refuses a lock file that lacks a package of another platform, and only a clean install
 * does: on the machine that wrote the lock everything seems well.
 */
export function* lockFaults(files) {
  const lock = JSON.parse(files.get('package-lock.json') ?? '{}').packages ?? {}
  const wanted = JSON.parse(files.get('package.json') ?? '{}')
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const [name, version] of Object.entries(wanted[kind] ?? {})) {
      const wish = `package.json wants ${name} ${version}`
      if (lock['']?.[kind]?.[name] !== version) yield `${wish}, package-lock.json does not`
      if (!/^\d/.test(version)) yield `${wish}: name one version`
    }
  }
  for (const [path, entry] of Object.entries(lock)) {
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (isLocked(lock, path, name)) continue
      yield `package-lock.json lacks ${name}, which ${path || 'package.json'} wants`
    }
  }
}

/** Packages are looked for as Node does: beside the one that wants them, then ever further out. */
function isLocked(lock, path, name) {
  if (`${path ? `${path}/` : ''}node_modules/${name}` in lock) return true
  return path !== '' && isLocked(lock, path.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
}

/** The style files that a component of the library needs; those that only hold or move others need none. */
const STYLES = {
  ActionIcon: ['ActionIcon'], Autocomplete: ['Combobox', 'Popover', 'ScrollArea'], Button: ['Button'], Checkbox: ['Checkbox', 'InlineInput'], CloseButton: ['CloseButton'], Drawer: ['Drawer', 'ModalBase', 'Overlay'], FileInput: ['Input'],
  Input: ['Input'], Menu: ['Menu', 'Popover'], Modal: ['Modal', 'ModalBase', 'Overlay'], MultiSelect: ['Combobox', 'Pill', 'PillsInput', 'Popover', 'ScrollArea'], NativeSelect: ['Input'],
  NumberInput: ['NumberInput'], Popover: ['Popover'], Progress: ['Progress'], Radio: ['InlineInput', 'Radio'], Select: ['Combobox', 'Popover', 'ScrollArea'], Switch: ['InlineInput', 'Switch'],
  Tabs: ['Tabs'], TagsInput: ['Combobox', 'Pill', 'PillsInput', 'Popover', 'ScrollArea'], Textarea: ['Input'], TextInput: ['Input'],
  DirectionProvider: [], FocusTrap: [], MantineProvider: [], MantineThemeProvider: [], Portal: [],
}
const LOADED_ALWAYS = 'src/ui/library-styles.web.ts'

/** A component without its styles looks right wherever another screen has loaded them before, and wrong where a page is opened by its address. */
export function* styleFaults(files) {
  const always = new Set(stylesIn(files.get(LOADED_ALWAYS) ?? ''))
  for (const [path, text] of files) {
    if (!/^src\/.*\.tsx$/.test(path) || path.endsWith('.test.tsx')) continue
    const names = [...withoutComments(text).matchAll(/\bimport (?!type\b)\{([^}]*)\} from '@mantine\/core'/g)].flatMap((match) => match[1].split(','))
      .map((name) => name.trim().split(/\s+as\s+/)[0]).filter((name) => /^[A-Z]/.test(name))
    if (names.length === 0) continue
    const found = new Set([...reachedFrom(path, files)].flatMap((reached) => stylesIn(files.get(reached) ?? '')))
    for (const name of new Set(names)) {
      if (!STYLES[name]) yield `${path} uses ${name}: scripts/structure.mjs does not say which styles that needs`
      for (const style of STYLES[name] ?? []) {
        if (!always.has(style) && !found.has(style)) yield `${path} uses ${name} without '@mantine/core/styles/${style}.layer.css'`
      }
    }
  }
}

function stylesIn(text) {
  return [...withoutComments(text).matchAll(/^import '@mantine\/core\/styles\/(\w+)\.layer\.css'/gm)].map((match) => match[1])
}

/** A file and whatever is loaded before it: what it imports at its top, and what that imports. */
function reachedFrom(path, files, reached = new Set()) {
  if (reached.has(path) || !files.has(path)) return reached
  reached.add(path)
  for (const [, specifier] of withoutComments(files.get(path)).matchAll(/^(?:import|export) (?!type\b)(?:[^'"]*? from )?'(\.[^']+)'/gm)) {
    reachedFrom(posix.normalize(posix.join(posix.dirname(path), specifier)), files, reached)
  }
  return reached
}

export const checks = {
  'who imports whom': importFaults,
  'budgets of the kit': budgetFaults,
  'no product word in the kit': productWordFaults,
  'size of files': sizeFaults,
  'names': namingFaults,
  'migrations': migrationFaults,
  'lock file': lockFaults,
  'styles of components': styleFaults,
}

/** Blanks comments and keeps strings and line breaks. Good enough for code that the linter has accepted. */
export function withoutComments(text) {
  const token = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  return text.replace(token, (found) => (/^\/[/*]/.test(found) ? found.replace(/[^\n]/g, '') : found))
}
