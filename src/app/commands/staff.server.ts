import * as z from 'zod/mini'
import { main, runCommand, say } from './run-command.server.ts'

const usage = 'Usage: npm run staff -- add-admin <email>\n       npm run staff -- break-glass <email>'

const added = z.object({
  email: z.string(),
  outcome: z.enum(['invited', 'made-admin', 're-activated', 'unchanged']),
})

const outcomes = {
  'invited': 'is invited as an admin. Their first sign-in with Google makes them one.',
  'made-admin': 'is an admin now.',
  're-activated': 'is an admin again.',
  'unchanged': 'is an admin already.',
} satisfies Record<z.output<typeof added>['outcome'], string>

const broken = z.object({ email: z.string(), code: z.string(), minutes: z.number() })

const actions: Readonly<Record<string, (email: string) => Promise<string>>> = {
  'add-admin': async (email) => {
    const result = added.parse(await runCommand('staff:add-admin', { email }))
    return `${result.email} ${outcomes[result.outcome]}`
  },
  'break-glass': async (email) => {
    const result = broken.parse(await runCommand('staff:break-glass', { email }))
    return (
      `${result.code}\n${result.email} signs in, is refused for the address, and enters this code on the page that follows. ` +
      `It works once, within ${result.minutes} minutes, and opens that address for a day.`
    )
  },
}

await main(async function staff() {
  const [action = '', email, ...rest] = process.argv.slice(2)
  const run = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!run || email === undefined || rest.length > 0) {
    say(usage)
    return 2
  }
  process.stdout.write(`${await run(email)}\n`)
  return 0
})
