import { Button } from '@mantine/core'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { listOf } from '../../core/i18n/formats.ts'
import { msg, t } from '../../core/i18n/language.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import type { Shortcut } from '../../ui/shortcuts.web.ts'
import { useShortcut } from '../../ui/shortcuts.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { rewriteRules } from './rewrite-rules.ts'
import type { ProposalCommand } from './rule-proposal.endpoints.ts'
import { commandsOf, decideProposal } from './rule-proposal.endpoints.ts'
import type { RuleProposal } from './rule-proposals.ts'
import { ruleProposals } from './rule-proposals.ts'
import classes from './rule-proposals.module.css'

const keys = {
  apply: { keys: 'a', does: msg('Apply the proposed rule'), group: 'Lists' },
  'take-back': { keys: 'b', does: msg('Undo the applied rule'), group: 'Lists' },
  dismiss: { keys: 'd', does: msg('Dismiss the proposed rule'), group: 'Lists' },
  reopen: { keys: 'r', does: msg('Reopen the proposed rule'), group: 'Lists' },
} as const satisfies Readonly<Record<ProposalCommand, Shortcut>>

interface CommandsProps {
  readonly proposal: RuleProposal
  readonly onChange: () => void
}

export function ProposalCommands({ proposal, onChange }: CommandsProps) {
  const call = useCommand(decideProposal, { refresh: [ruleProposals, rewriteRules], quiet: [422] })
  const offered = commandsOf(proposal.status)
  async function run(command: ProposalCommand): Promise<void> {
    try {
      const { listings } = await call.mutateAsync({
        params: { id: proposal.id },
        input: { version: proposal.version, command },
      })
      toast.success(doneInWords(command, proposal.pattern, listings))
      onChange()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) throw failure
      if (failure.status === 422) toast.error(listOf(Object.values(failure.body.fields ?? { '': failure.message })))
    }
  }
  const may = (command: ProposalCommand) => offered.includes(command) && !call.isPending
  useShortcut(keys.apply, () => void run('apply'), may('apply'))
  useShortcut(keys['take-back'], () => void run('take-back'), may('take-back'))
  useShortcut(keys.dismiss, () => void run('dismiss'), may('dismiss'))
  useShortcut(keys.reopen, () => void run('reopen'), may('reopen'))
  const labels: Readonly<Record<ProposalCommand, string>> = {
    apply: t('Apply rule'),
    'take-back': t('Undo'),
    dismiss: t('Dismiss'),
    reopen: t('Reopen'),
  }
  if (offered.length === 0) return null
  return (
    <div className={classes['commands']} role="toolbar" aria-label={t('Decide')}>
      {offered.toReversed().map((command) => (
        <Button
          key={command}
          variant={command === 'apply' ? 'filled' : 'default'}
          disabled={call.isPending}
          aria-keyshortcuts={keys[command].keys}
          onClick={() => void run(command)}
        >
          {labels[command]}
          <kbd className={classes['key']} aria-hidden="true">
            {keys[command].keys}
          </kbd>
        </Button>
      ))}
    </div>
  )
}

function doneInWords(command: ProposalCommand, pattern: string, n: number): string {
  const placed = t('{n, plural, =0 {no listings} one {# listing} other {# listings}}', { n })
  const words: Readonly<Record<ProposalCommand, () => string>> = {
    apply: () => t('Rule applied: {placed} placed again', { placed }),
    'take-back': () => t('Rule undone: {placed} placed again', { placed }),
    dismiss: () => t('{pattern} dismissed', { pattern }),
    reopen: () => t('{pattern} reopened', { pattern }),
  }
  return words[command]()
}
