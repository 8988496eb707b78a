import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './project.mjs'
import { failures, removeReports, vitest } from './vitest-run.mjs'

const files = {
  'vitest.config.mjs': `export default { test: { include: ['*.test.mjs'], reporters: [] } }`,
  'fails.test.mjs': `
    import { expect, it } from 'vitest'
    it('adds', () => expect(1 + 1).toBe(3))
    it('passes', () => {})`,
  'unloaded.test.mjs': `import 'marquee-has-no-such-package'`,
  'hook.test.mjs': `
    import { afterAll, describe, it } from 'vitest'
    describe('a stage', () => {
      afterAll(() => { throw new Error('could not tidy up') })
      it('passes', () => {})
    })`,
  'uncaught.test.mjs': `
    import { it } from 'vitest'
    it('passes', async () => {
      void Promise.reject(new Error('that was forgotten'))
      await new Promise((resolve) => setTimeout(resolve, 50))
    })`,
}

it('names what failed, outside every test too, and counts each once', { timeout: 120_000 }, async () => {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'vitest-run-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const result = await vitest('errors', ['--root', folder], { quiet: 'always' })
    expect(result).toEqual({ passed: 3, failed: 4, skipped: 0 })
    expect(failures).toHaveLength(4)
    expect(failures).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^errors: .*fails\.test\.mjs > adds\n.*expected 2 to be 3/s),
        expect.stringMatching(/^errors: .*hook\.test\.mjs > a stage\n.*could not tidy up/s),
        expect.stringMatching(/^errors: .*unloaded\.test\.mjs\n.*marquee-has-no-such-package/s),
        expect.stringMatching(/^errors: .*not caught, outside every test\n.*that was forgotten/s),
      ]),
    )
  } finally {
    failures.length = 0
    removeReports()
    rmSync(folder, { recursive: true, force: true })
  }
})
