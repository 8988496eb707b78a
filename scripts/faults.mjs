import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AREAS, areasOf, drawFaults, isDrawnFrom } from './faults/draw.mjs'
import { placesIn, whereOf } from './faults/places.mjs'
import { importsOf, openProgram } from './faults/program.mjs'
import { walk } from './faults/walk.mjs'
import { difference, isCaught, pageWith, sentenceOf, terminalTable, verdictOf } from './faults/report.mjs'
import { testsOf } from './faults/tests-of.mjs'
import { copyTree } from './faults/copy.mjs'
import { COPY, saveJson, Trial } from './faults/trial.mjs'
import { root } from './project.mjs'

// npm run faults -- --seed 1 --count 60          draws faults, tries each in a copy of the tree
//   --only core|platform|<feature>               draws from that part alone, or from order-modules or money-modules
//   --near                                       tries only the tests of the fault's own file, folder and feature
//   --list                                       only says what would be tried
//   --again                                      tries what survived once more, after tests were written
//   --fresh                                      forgets what an earlier run found
//   --seconds 420                                after so long no further tests are begun for a fault
//   --most 5                                     ends after so many faults; the next run goes on with the others
//   --write                                      puts the list into docs/faults.md

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '420' },
    most: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
    near: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const seed = Number(options.seed)
const count = Number(options.count)
const SECONDS_OF_A_STEP = 300
const RESULTS = join(root, '.cache', 'faults', `seed-${seed}${options.only ? `-${options.only}` : ''}-${count}.json`)
/** The steps of tests that know the faulty file itself. */
const NEAR = new Set(['nearest', 'same folder', 'same part'])
const PAGE = join(root, 'docs', 'faults.md')

const program = openProgram(root)
const known = existsSync(RESULTS) && !options.fresh ? JSON.parse(readFileSync(RESULTS, 'utf8')) : []
const faults = options.again ? known : withKnown(draw(), known)
if (faults.length === 0) throw new Error('There is nothing to try: no fault was drawn, or no earlier run found one.')
if (options.list) console.log(terminalTable(faults))
else await tryAll()
program.close()
console.log(`\n${sentenceOf(faults)}`)
if (options.write) {
  writeFileSync(PAGE, pageWith(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '# Faults\n', faults, { seed, count }))
}

function draw() {
  const filesOf = (folder) => program.paths.filter((path) => path.startsWith(folder) && isDrawnFrom(path)).map(fileOf)
  return drawFaults(areasOf(options.only), filesOf, { seed, count })
}

function fileOf(path) {
  const { tree, checker } = program.file(path)
  return {
    path,
    text: tree.text,
    places: placesIn(tree),
    whereOf: (start) => whereOf(tree, start),
    optionsOf: (place) => place.options(checker),
  }
}

/** An earlier run's results for the same faults, so that an interrupted run continues. */
function withKnown(drawn, earlier) {
  const key = ({ id, file, edits }) => JSON.stringify([id, file, edits])
  const found = new Map(earlier.map((fault) => [key(fault), fault]))
  return drawn.map((fault) => found.get(key(fault)) ?? fault)
}

async function tryAll() {
  const imports = new Map(program.paths.map((path) => [path, importsOf(program.file(path).tree, path)]))
  // Each part has a copy of its own, so that two can be tried at once.
  const copy = options.only ? `${COPY}-${options.only}` : COPY
  copyTree(root, copy)
  const trial = new Trial(copy, { secondsOfAStep: SECONDS_OF_A_STEP })
  const round = options.again ? 'again' : 'first'
  // What survived only because its time was over goes on where it was broken off.
  const isDue = (fault) =>
    options.again ? fault.first && !isCaught(fault.first) && !isCaught(fault.again) : !fault.first || fault.first.cut
  for (const fault of faults.filter(isDue).slice(0, Number(options.most))) {
    const { before, after } = difference(fault)
    console.log(`\n${fault.id}  ${fault.kind}  ${fault.file}:${fault.line}\n    ${before}\n → ${after}`)
    const started = Date.now()
    const all = testsOf(fault.file, imports, resourcesNear(fault.file))
    const steps = options.near ? all.filter(({ name }) => NEAR.has(name)) : all
    const tried = fault[round]?.cut ? fault[round].tried : []
    fault[round] = await trial.judge(fault, steps, {
      seconds: Number(options.seconds),
      importers: [...imports].filter(([, loaded]) => loaded.includes(fault.file)).map(([path]) => path),
      tried,
    })
    fault[round].seconds = Math.round((Date.now() - started) / 1000)
    const { cut = 0, seconds } = fault[round]
    const rest = cut > 0 ? `; ${cut} of ${steps.length} steps not tried` : ''
    console.log(`    ${verdictOf(fault[round])}  [${seconds} s; ${fault[round].tried.join(', ')}${rest}]`)
    saveJson(RESULTS, faults)
  }
  trial.close()
  console.log(`\n${terminalTable(faults)}`)
}

/**
 * The resources that the feature of a file defines: of their contract the rest says nothing about the file. What every
 * resource shares shows in the resources of the features that are drawn from.
 */
function resourcesNear(path) {
  const own = AREAS.map(([, folder]) => folder).filter((folder) => folder.startsWith('src/features/'))
  const folder = /^src\/features\/[^/]+\//.exec(path)?.[0]
  const names = []
  const folders = folder ? [folder] : own
  for (const near of program.paths.filter((other) => folders.some((start) => other.startsWith(start)))) {
    if (/\.test\.|\/testing\//.test(near)) continue
    walk(program.file(near).tree, (node) => {
      const isDefinition = node.expression?.getText?.() === 'defineResource'
      if (isDefinition && node.arguments?.[0]?.text) names.push(node.arguments[0].text)
    })
  }
  return names
}
