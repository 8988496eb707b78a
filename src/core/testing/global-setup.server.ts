import type { TestProject } from 'vitest/node'
import { findOrInstallChromium } from './chromium.server.ts'
import { startPostgres, type TestPostgres } from '../../db/testing/postgres.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL whose role can create databases; null where none is available. */
    postgresUrl: string | null
    /** The browser's program, in the projects that use one; null where none can be had. */
    chromiumPath: string | null
  }
}

const PROJECTS_WITH_BROWSER = ['flows', 'timings']

// Vitest loads this file once for each project that takes part in a run; they share one server.
const shared: typeof globalThis & { marqueePostgres?: Promise<TestPostgres | null> } = globalThis

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromiumPath', PROJECTS_WITH_BROWSER.includes(project.name) ? findOrInstallChromium() : null)
  const starting = (shared.marqueePostgres ??= startPostgres())
  project.provide('postgresUrl', (await starting)?.url ?? null)
  return async () => {
    await (await starting)?.stop()
  }
}
