import * as z from 'zod/mini'
import { main, runCommand, say } from './run-command.server.ts'

const usage = 'Usage: npm run staff -- add-admin <email>'

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

await main(async function staff() {
  const [action, email, ...rest] = process.argv.slice(2)
  if (action !== 'add-admin' || email === undefined || rest.length > 0) {
    say(usage)
    return 2
  }
  const result = added.parse(await runCommand('staff:add-admin', { email }))
  process.stdout.write(`${result.email} ${outcomes[result.outcome]}\n`)
  return 0
})
