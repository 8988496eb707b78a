import { writeFileSync } from 'node:fs'

/**
 * Writes what failed outside every test, which vitest's own report does not name: errors that were not caught, files that
 * can't be loaded and hooks. Goes to the file that `ERRORS_FILE` names, as a list of texts.
 */
export default class ErrorsReporter {
  onTestRunEnd(modules, unhandled) {
    const ofSuites = modules.flatMap((module) =>
      [module, ...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => `${nameOf(module, suite)}\n${textOf(error)}`),
      ),
    )
    const uncaught = unhandled.map((error) => `not caught, outside every test\n${textOf(error)}`)
    writeFileSync(process.env['ERRORS_FILE'], JSON.stringify([...ofSuites, ...uncaught]))
  }
}

function nameOf(module, suite) {
  return suite === module ? module.relativeModuleId : `${module.relativeModuleId} > ${suite.fullName}`
}

function textOf({ stack, message }) {
  return stack || message || ''
}
