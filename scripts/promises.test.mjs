import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openProgram } from './faults/program.mjs'
import { promiseFaults } from './promises.mjs'

it('a promise in a statement is awaited, returned or marked as meant', () => {
  const folder = mkdtempSync(join(tmpdir(), 'promises-'))
  try {
    const compilerOptions = { strict: true, types: [], lib: ['es2024'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const source = `declare function save(n: number): Promise<number>
declare function count(n: number): number
export async function all(): Promise<number> {
  await save(1)
  void save(2)
  count(3)
  save(4)
  save(
    5,
  ).catch(() => null)
  await Promise.all([save(6)])
  return save(7)
}
`
    writeFileSync(join(folder, 'all.ts'), source)
    const program = openProgram(folder, ['tsconfig.json'])
    const found = [...promiseFaults(program, program.paths)]
    program.close()
    expect(found.map((fault) => fault.replace(/ leaves .*before it/, ''))).toEqual([
      'all.ts:7: save(4)',
      'all.ts:8: save( 5, ).catch(() => null)',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
