import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../core/i18n/language.ts'
import { basePathOf } from '../../../core/resource/resource.ts'
import { usePage } from '../../../ui/page-context.tsx'
import { useAnswer } from '../../../ui/resource/client.web.ts'
import { confirmFreshSignIn } from '../../../ui/resource/fresh-sign-in.web.ts'
import { Failure, PanelSkeleton } from '../../../ui/resource/states.tsx'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import type { Purchase } from '../../purchases/purchases.ts'
import { purchases } from '../../purchases/purchases.ts'
import { listOrderCommands } from './order-command.ts'
import type { CommandName } from './command-drafts.ts'
import { commandNamed } from './command-drafts.ts'
import { stepNow } from '../../purchases/next-step.ts'
import { inOrderOfUse, takesNextStep } from './next-commands.ts'
import classes from './commands.module.css'

const CommandDialog = lazy(async () => ({ default: (await import('./command-dialog.tsx')).CommandDialog }))

interface CommandListProps {
  readonly purchase: Purchase
  readonly details: Pick<PurchaseDetails, 'lines' | 'refunds' | 'oversell'>
  /** After what is possible and before what is not. */
  readonly children?: ReactNode
}

/** What can be done with the order now, and why the rest cannot. */
export function CommandList({ purchase, details, children }: CommandListProps) {
  const params = { id: purchase.id }
  // The order's version is part of the question: what is possible changes with it.
  const { data, error, refetch } = useAnswer(listOrderCommands, { params, query: { version: purchase.version } })
  const { mayWrite } = usePage()
  const [chosen, setChosen] = useState<CommandName | null>(null)
  const queries = useQueryClient()
  if (error) return <Failure error={error} onRetry={() => void refetch()} what={t('Commands')} />
  const step = stepNow(purchase)
  const [possible, blocked] = [
    inOrderOfUse(data?.filter(({ blockedReason }) => blockedReason === null) ?? [], step),
    data?.filter(({ blockedReason }) => blockedReason !== null) ?? [],
  ]
  const usual = possible.find(({ name }) => takesNextStep(name, step))
  // Giving money back has a permission of its own, which the server has looked at.
  const mayDo = (name: string) => mayWrite || commandNamed(name)?.movesMoney
  async function choose(name: CommandName): Promise<void> {
    if (commandNamed(name)?.movesMoney && !(await confirmFreshSignIn(t('issue refunds')))) return
    setChosen(name)
  }
  return (
    <>
      <section className={classes['card']} aria-label={t('Possible now')}>
        <h2>{t('Possible now')}</h2>
        {!data && <PanelSkeleton />}
        {data && possible.length === 0 && (
          <p className={classes['quiet']}>{t('No actions available for this order.')}</p>
        )}
        <ul className={classes['commands']}>
          {possible.map(({ name, label, summary, isEnding }) => (
            <li key={name} data-ending={isEnding && name !== usual?.name}>
              {mayDo(name) ? (
                <Button
                  variant={name === usual?.name ? 'filled' : 'default'}
                  aria-haspopup="dialog"
                  aria-describedby={`command-${name}`}
                  onClick={() => void choose(name as CommandName)}
                >
                  {label}
                </Button>
              ) : (
                <strong>{label.replace('…', '')}</strong>
              )}
              <p id={`command-${name}`}>{summary}</p>
            </li>
          ))}
        </ul>
      </section>
      {children}
      <BlockedCommands commands={blocked} />
      {chosen && (
        <Suspense>
          <CommandDialog
            name={chosen}
            purchase={purchase}
            details={details}
            onClose={() => setChosen(null)}
            onDone={() => {
              setChosen(null)
              // Everything that is shown of the order can be another by now: its details, tickets and commands.
              const path = `${basePathOf(purchases)}/${purchase.id}/`
              void queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(path) })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface BlockedCommandsProps {
  readonly commands: readonly Readonly<{ name: string; label: string; blockedReason: string | null }>[]
}

/** What cannot be done now, each with its reason. */
function BlockedCommands({ commands }: BlockedCommandsProps) {
  if (commands.length === 0) return null
  return (
    <section className={classes['card']} aria-label={t('Not possible now')}>
      <h2>{t('Not possible now')}</h2>
      <dl className={classes['blocked']}>
        {commands.map(({ name, label, blockedReason }) => (
          <div key={name}>
            <dt>{label.replace('…', '')}</dt>
            <dd>{blockedReason}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
