import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Examples, Preparation, ResourceExample } from '../../core/testing/make.server.ts'

/** What a feature's `testing/*-examples.server.ts` exports. A resource that needs nothing special has no example. */
interface ExampleFile {
  readonly examples: readonly ResourceExample[]
  readonly preparations?: readonly Preparation[]
}

const source = fileURLToPath(new URL('../..', import.meta.url))
const files: ExampleFile[] = await Promise.all(
  globSync('**/testing/*-examples.server.ts', { cwd: source })
    .sort()
    .map((path) => import(new URL(`../../${path}`, import.meta.url).href)),
)

/** The samples' needs beyond a resource's definition, by its name: each feature says so in its own folder. */
export const examples: Examples = Object.fromEntries(
  files.flatMap((file) => file.examples.map(({ name, example }) => [name, example] as const)),
)

/** What pages need before they can be published. */
export const preparations: readonly Preparation[] = files.flatMap((file) => file.preparations ?? [])
