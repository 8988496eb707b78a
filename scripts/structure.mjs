import { posix } from 'node:path'
import { cycleFaults, importFaults } from './layers.mjs'
import { droppedTableFaults } from './dropped-tables.mjs'
import { shownDayFaults } from './shown-days.mjs'
import { lengthFaults } from './sizes.mjs'
import { withoutComments } from './source-text.mjs'

// Rules about the shape of the source that neither the compiler nor the linter can state. A check takes the
// files as a map from path ('src/core/resource/fields.ts') to text and yields sentences; no sentence, no fault.

// Lines of code. A budget says when a room is full; it's raised by a decision record, never by moving what belongs in it.
const CORE_LINES = 9200
const DATABASE_LINES = 3500
const ABILITY_LINES = 2500
const LARGE_ABILITIES = { transfer: 4720, bulk: 4100, auth: 3800 }
const FIELD_KINDS = 16
const DEFINITION_KEYS = 15

const PRODUCT_WORDS = [
  'coupon',
  'purchase',
  'voucher',
  'performer',
  'lineup',
  'venue',
  'ticket',
  'seller',
  'supplier',
  'viator',
  'tiqets',
  'globick',
  'tourcms',
  'invoice',
  'refund',
  'booking',
  'traveller',
  'customer',
  'marketplace',
]

/** The core and the database engine serve any product: their code, comments aside, has no word of this one. */
export function* productWordFaults(files) {
  const pattern = new RegExp(`(?<![a-z])(${PRODUCT_WORDS.join('|')})s?(?![a-z])`, 'gi')
  for (const [path, text] of files) {
    if (!/^src\/(core|db)\/.*\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue
    const hits = spacedOut(withoutComments(text)).matchAll(pattern)
    const found = new Set([...hits].map((match) => match[0].toLowerCase()))
    if (found.size > 0) yield `${path} knows a product word: ${[...found].join(', ')}`
  }
}

/** fooBarId as "foo Bar Id", so that a word is found inside a name and not inside another word. */
function spacedOut(code) {
  return code.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** What keeps the core from growing into a framework, and an ability of the platform into a product of its own. */
export function budgets(files) {
  const isCounted = (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|-test-page\.tsx$/.test(path)
  const linesIn = (folder) =>
    [...files]
      .filter(([path]) => path.startsWith(folder) && isCounted(path))
      .reduce((sum, [, text]) => sum + codeLines(text), 0)
  const text = (path) => files.get(path) ?? ''
  const abilities = new Set([...files.keys()].flatMap((path) => /^src\/platform\/([^/]+)\//.exec(path)?.[1] ?? []))
  return [
    { what: 'lines of code in the core', limit: CORE_LINES, found: linesIn('src/core/') },
    { what: 'lines of code in the database engine', limit: DATABASE_LINES, found: linesIn('src/db/') },
    ...[...abilities].map((name) => ({
      what: `lines of code in platform/${name}`,
      limit: LARGE_ABILITIES[name] ?? ABILITY_LINES,
      found: linesIn(`src/platform/${name}/`),
    })),
    { what: 'field kinds', limit: FIELD_KINDS, found: fieldKinds(text('src/core/resource/fields.ts')) },
    {
      what: 'keys in a definition',
      limit: DEFINITION_KEYS,
      found: definitionKeys(text('src/core/resource/resource.ts')),
    },
  ]
}

export function* budgetFaults(files) {
  for (const { what, limit, found } of budgets(files)) {
    if (found === 0) yield `no ${what} found: if the declaration moved, this check has to follow it`
    if (found > limit) yield `${found} ${what}, ${limit} at most: take something out before something goes in`
  }
}

/** Lines that contain code: an explanation costs nothing. */
export function codeLines(text) {
  return withoutComments(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function fieldKinds(text) {
  const union = /^(?:export )?type FieldKind =([^;]*?)\n\n/m.exec(`${withoutComments(text)}\n\n`)?.[1] ?? ''
  return union.match(/'[^']+'/g)?.length ?? 0
}

function definitionKeys(text) {
  const declaration = /export interface ResourceDefinition<[^{]*\{\n([\s\S]*?)\n\}/
  const body = declaration.exec(withoutComments(text))?.[1] ?? ''
  return body.match(/^ {2}(?:readonly )?\w+\??[:(]/gm)?.length ?? 0
}

/** `knip` finds exports that only tests use, but for those with this tag: so it is in no file. */
export function* testedExportFaults(files) {
  for (const [path, text] of files)
    if (path.startsWith('src/') && /^\s*(?:\/\*\*|\*) @internal\b/m.test(text))
      yield `${path} has an export with the tag @internal: test through what the product calls, or give it a file of its own`
}

/** Files of tests share the modules of their worker, so a mocked one is there, or not, by who loaded it first. */
export function* mockFaults(files) {
  for (const [path, text] of files) {
    const mock = /\bvi\.(?:mock|doMock)\(/.exec(withoutComments(text))
    if (mock && /\.test\.tsx?$/.test(path) && !/\.alone\.test\.tsx?$/.test(path))
      yield `${path} mocks a module: call it .alone.test, or test with the module itself`
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
    const dialect = /-(words\.tsx?|calls\.ts)$/.exec(name)
    if (dialect && !path.includes('/testing/')) yield `${path}: labels are in -labels.ts, calls in .endpoints.ts`
    for (const [, limit] of text.matchAll(/^(?:export )?const \[?(most(?:[A-Z]\w*)?)\b/gm))
      yield `${path}: ${limit} is a limit, and limits begin with max`
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

/** The style files that a component of the library needs; those that only contain or move others need none. */
const STYLES = {
  ActionIcon: ['ActionIcon'],
  Autocomplete: ['Combobox', 'Popover', 'ScrollArea'],
  Button: ['Button'],
  Checkbox: ['Checkbox', 'InlineInput'],
  CloseButton: ['CloseButton'],
  Combobox: ['Combobox', 'Popover'],
  Drawer: ['Drawer', 'ModalBase', 'Overlay'],
  FileInput: ['Input'],
  Input: ['Input'],
  Menu: ['Menu', 'Popover'],
  Modal: ['Modal', 'ModalBase', 'Overlay'],
  MultiSelect: ['Combobox', 'Pill', 'PillsInput', 'Popover', 'ScrollArea'],
  NativeSelect: ['Input'],
  NumberInput: ['NumberInput'],
  Popover: ['Popover'],
  Progress: ['Progress'],
  Radio: ['InlineInput', 'Radio'],
  SegmentedControl: ['FloatingIndicator'],
  Select: ['Combobox', 'Popover', 'ScrollArea'],
  Switch: ['InlineInput', 'Switch'],
  Tabs: ['Tabs'],
  TagsInput: ['Combobox', 'Pill', 'PillsInput', 'Popover', 'ScrollArea'],
  Textarea: ['Input'],
  TextInput: ['Input'],
  DirectionProvider: [],
  FocusTrap: [],
  MantineProvider: [],
  MantineThemeProvider: [],
  Portal: [],
}
const LOADED_ALWAYS = 'src/ui/library-styles.web.ts'

/** A component without its styles looks right wherever another screen has loaded them before, and wrong where a page is opened by its address. */
export function* styleFaults(files) {
  const always = new Set(stylesIn(files.get(LOADED_ALWAYS) ?? ''))
  for (const [path, text] of files) {
    if (!/^src\/.*\.tsx$/.test(path) || path.endsWith('.test.tsx')) continue
    const names = [...withoutComments(text).matchAll(/\bimport (?!type\b)\{([^}]*)\} from '@mantine\/core'/g)]
      .flatMap((match) => match[1].split(','))
      .map((name) => name.trim().split(/\s+as\s+/)[0])
      .filter((name) => /^[A-Z]/.test(name))
    if (names.length === 0) continue
    const found = new Set([...reachedFrom(path, files)].flatMap((reached) => stylesIn(files.get(reached) ?? '')))
    for (const name of new Set(names)) {
      if (!STYLES[name]) yield `${path} uses ${name}: scripts/structure.mjs does not say which styles that needs`
      for (const style of STYLES[name] ?? []) {
        if (!always.has(style) && !found.has(style))
          yield `${path} uses ${name} without '@mantine/core/styles/${style}.layer.css'`
      }
    }
  }
}

function stylesIn(text) {
  return [...withoutComments(text).matchAll(/^import '@mantine\/core\/styles\/(\w+)\.layer\.css'/gm)].map(
    (match) => match[1],
  )
}

/** A file and everything that is loaded before it: what it imports at its top, and what that imports. */
function reachedFrom(path, files, reached = new Set()) {
  if (reached.has(path) || !files.has(path)) return reached
  reached.add(path)
  for (const [, specifier] of withoutComments(files.get(path)).matchAll(
    /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'(\.[^']+)'/gm,
  )) {
    reachedFrom(posix.normalize(posix.join(posix.dirname(path), specifier)), files, reached)
  }
  return reached
}

/** Where a clock of PostgreSQL other than now() is meant, with the reason. */
const OTHER_CLOCKS = {
  'src/db/migrations/0002_audit.sql': 'entries of one transaction each have their own time',
  'src/db/migrations/0021_sealing.sql': 'entries of one transaction each have their own time',
  'src/db/migrations/0034_notices_planned_once.sql': 'entries of one transaction each have their own time',
  'src/db/test-now.server.ts': 'moves these clocks in tests',
  'src/db/test-now.test.ts': 'asks whether they are moved',
  'src/db/migrate.test.ts': 'a loop that keeps the engine busy for seconds',
  'src/db/embedded.test.ts': 'a loop that keeps the engine busy for seconds',
}
const SQL_CLOCK =
  /(?<![\w'])(?:current_(?:timestamp|date|time)|localtimestamp|(?:clock|statement|transaction)_timestamp|timeofday|pg_catalog\.now)(?!\w)|'(?:now|today|yesterday|tomorrow)'::|\b(?:date|timestamp|timestamptz) '(?:now|today|yesterday|tomorrow)'/
const SCRIPT_CLOCK =
  /\bperformance\.timeOrigin\b|\bTemporal\.Now\b|\bIntl\.DateTimeFormat\([^()]*\)\.format(?:ToParts)?\(\)/

/** SQL asks now(), TypeScript asks Date: the two clocks that TEST_NOW moves. */
export function* clockFaults(files) {
  for (const [path, text] of files) {
    if (path.startsWith('scripts/') || path in OTHER_CLOCKS) continue
    const code = path.endsWith('.sql') ? text.replace(/--[^\n]*/g, '') : withoutComments(text)
    const [inSql, inScript] = [SQL_CLOCK.exec(code), path.endsWith('.sql') ? null : SCRIPT_CLOCK.exec(code)]
    if (inSql) yield `${path} reads ${inSql[0]}: ask now() for the moment, now()::date for the day`
    if (inScript) yield `${path} reads ${inScript[0]}: ask Date.now() or new Date()`
  }
}

export const checks = {
  'who imports whom': importFaults,
  'circles': cycleFaults,
  'budgets': budgetFaults,
  'no product word in the core': productWordFaults,
  'length of files and functions': lengthFaults,
  'exports for tests': testedExportFaults,
  'mocked modules': mockFaults,
  'names': namingFaults,
  'migrations': migrationFaults,
  'dropped tables': droppedTableFaults,
  'one clock': clockFaults,
  'days of instants': shownDayFaults,
  'lock file': lockFaults,
  'styles of components': styleFaults,
}
