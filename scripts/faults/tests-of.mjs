import { posix } from 'node:path'

// Which tests can see a file, nearest first. Tests see what they load, themselves or through what they load.

const TEST = /\.test\.tsx?$/
// What every resource promises, and the product as a whole: they load everything, and take minutes.
const CONTRACT = /^src\/app\/contract\/part-\d+\.test\.ts$/
const PRODUCT = ['src/app/specified-calls.test.ts', 'src/app/bad-inputs.test.ts', 'src/app/api-documents.test.ts']
/** Beyond these, a test sees a file only because it starts the whole product. */
const MOST_AROUND = 20
/** A step with more files becomes several, so that each has an end in sight. */
const FILES_OF_A_STEP = 4

/**
 * Steps of tests for one file: `{ name, files, only? }`. `imports` says for each file what it loads, `resourceNames`
 * whose part of the contract is tried. Flows in a browser aren't among them: they need a build of the console for each
 * fault.
 */
export function testsOf(path, imports, resourceNames) {
  const far = distances(path, imports)
  const tests = [...far.keys()].filter((test) => TEST.test(test) && test.startsWith('src/')).toSorted()
  const home = posix.dirname(path)
  const unit = unitOf(path)
  const stem = stemOf(path)
  const contract = tests.filter((test) => CONTRACT.test(test))
  const taken = new Set([...contract, ...PRODUCT])
  const take = (choose, most = Infinity) => {
    const files = tests
      .filter((test) => !taken.has(test) && choose(test))
      .toSorted((a, b) => far.get(a) - far.get(b) || (a < b ? -1 : 1))
      .slice(0, most)
    for (const file of files) taken.add(file)
    return files
  }
  const isNamesake = (test) => posix.dirname(test) === home && stemOf(test) === stem
  const steps = [
    { name: 'nearest', files: take((test) => isNamesake(test) || (far.get(test) === 1 && unitOf(test) === unit)) },
    { name: 'same folder', files: take((test) => posix.dirname(test) === home || far.get(test) === 1) },
    { name: 'same part', files: take((test) => unitOf(test) === unit, MOST_AROUND) },
  ]
  if (contract.length > 0) {
    steps.push({ name: 'contract', files: contract, only: `, on [\\w ]+ (> )?(${resourceNames.join('|')}) ` })
  }
  steps.push({ name: 'around', files: take((test) => far.get(test) <= 4, MOST_AROUND) })
  steps.push({ name: 'product', files: PRODUCT.filter((test) => far.has(test)) })
  return steps.flatMap((step) => [...inParts(step)])
}

/** Races on a real PostgreSQL come behind the others of their step: they take longest. */
function* inParts({ files, ...step }) {
  const isRace = (file) => file.endsWith('.postgres.test.ts')
  for (const some of [files.filter((file) => !isRace(file)), files.filter(isRace)]) {
    for (let at = 0; at < some.length; at += FILES_OF_A_STEP)
      yield { ...step, files: some.slice(at, at + FILES_OF_A_STEP) }
  }
}

/** How many files lie between a file and each one that loads it. */
function distances(path, imports) {
  const importers = new Map()
  for (const [from, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), from])
  }
  const far = new Map([[path, 0]])
  for (const [found, distance] of far) {
    for (const importer of importers.get(found) ?? []) if (!far.has(importer)) far.set(importer, distance + 1)
  }
  return far
}

/** A feature, an ability of the platform, or a part of the core. */
function unitOf(path) {
  const [, layer, name] = path.split('/')
  return `${layer}/${layer === 'core' || layer === 'ui' ? '' : name}`
}

function stemOf(path) {
  return posix.basename(path).split('.')[0]
}
