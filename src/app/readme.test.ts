import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { demoPeople } from '../platform/auth/sign-in/demo-people.ts'
import { readSettings } from './settings/settings.server.ts'
import { environment } from './settings/environment.server.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

function settingsTable(): string {
  const rows = Object.entries(environment.shape).map(([name, schema]) => {
    const { description, unset } = z.globalRegistry.get(schema) ?? {}
    return `| \`${name}\` | ${String(description)} | ${String(unset)} |`
  })
  return ['| Setting | What it decides | When it is not set |', '|---|---|---|', ...rows].join('\n')
}

describe('the README', () => {
  it('lists every setting in the words of the code', () => {
    const table = /<!-- settings:[^>]*-->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme)?.[1]
    expect(table).toBe(settingsTable())
  })

  it('names every demo person with the role', () => {
    for (const { firstName, lastName, role } of demoPeople) {
      expect(readme).toContain(`| ${firstName} ${lastName} | \`${role}\` |`)
    }
    const shown = readme.match(/"email":"([^"]+)"/)?.[1]
    expect(shown).toBe(demoPeople.find(({ role }) => role === 'admin')?.email)
  })

  it('names only commands that exist, and every command', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
    const named = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map((match) => match[1])
    expect(scripts).toEqual(expect.arrayContaining(named))
    const own = scripts.filter((name) => !['postinstall', 'prestart', 'start', 'test', 'build'].includes(name))
    expect(new Set(named)).toEqual(new Set(own))
  })

  it('links to files that are there', () => {
    const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1] ?? '')
    expect(targets.filter((target) => !existsSync(new URL(`../../${target}`, import.meta.url)))).toEqual([])
  })
})

describe('a secret that the documentation shows', () => {
  const shown = ['README.md', 'docker-compose.yml', 'Dockerfile'].flatMap((path) =>
    [...read(path).matchAll(/SESSION_SECRET[=:]\s*(\S+)/g)].map((match) => [path, match[1] ?? ''] as const),
  )

  it.each(shown)('in %s is one to be made or to be set: %s', (_path, secret) => {
    expect(secret).toMatch(/^"\$\(openssl$|^\$\{SESSION_SECRET:\?/)
  })

  it('is refused in production if it is copied unchanged', () => {
    const env = { NODE_ENV: 'production', GOOGLE_CLIENT_ID: 'id', DATABASE_URL: 'postgres://db' }
    for (const [, secret] of shown) {
      expect(() => readSettings({ ...env, SESSION_SECRET: secret })).toThrow('SESSION_SECRET')
    }
  })
})
