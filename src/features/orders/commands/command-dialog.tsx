import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { FailedRequest } from '../../../core/browser/request-errors.web.ts'
import { msg, t } from '../../../core/i18n/language.ts'
import { isSameJson } from '../../../core/same-json.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { mayDiscardChanges, useLeaveGuard } from '../../../ui/navigation.tsx'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import type { PurchaseDetails } from '../../purchases/purchase-details.ts'
import type { Purchase } from '../../purchases/purchases.ts'
import { purchases } from '../../purchases/purchases.ts'
import type { CommandName } from './command-drafts.ts'
import { commandNamed, firstDrafts } from './command-drafts.ts'
import { asksFirst, CommandFields } from './command-fields.tsx'
import { shows } from './command-problems.ts'
import type { CommandPreview, EffectSubject, OrderCommand } from './order-command.ts'
import classes from './commands.module.css'

interface CommandDialogProps {
  readonly name: CommandName
  readonly purchase: Purchase
  readonly details: Pick<PurchaseDetails, 'lines' | 'refunds' | 'oversell'>
  readonly onClose: () => void
  readonly onDone: () => void
}

const subjects: Record<EffectSubject, string> = {
  order: msg('Order'),
  customer: msg('Customer'),
  supplier: msg('Supplier'),
  stock: msg('Stock'),
  coupon: msg('Coupon'),
  tax: msg('Tax'),
  margin: msg('Margin'),
  message: msg('Message'),
}
type Draft = Readonly<Record<string, unknown>>

/** What is wrong with something that the form doesn't ask for, such as the day that a customer wants. */
const Apart = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <p role="alert" className={classes['problem']}>
      {problems.join(' ')}
    </p>
  )

/** Asks what a command needs, shows what it will do, and does exactly that. */
export function CommandDialog({ name, purchase, details, onClose, onDone }: CommandDialogProps) {
  // Edge: which command it is is known at run time only; `firstDrafts` and the forms agree with it by their names.
  const command = commandNamed(name) as unknown as OrderCommand
  const [first] = useState<Draft>(() => firstDrafts[name]({ purchase, ...details }))
  const [draft, setDraft] = useState(first)
  const close = () => void closeWithout(first, draft, onClose)
  const [preview, setPreview] = useState<CommandPreview | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const ask = useCommand(command.preview, { quiet: [403, 404, 409, 422] })
  const apply = useCommand(command.apply, { refresh: [purchases], quiet: [403, 404, 409, 422] })
  const params = { id: purchase.id }
  const label = t(command.label).replace('…', '')
  const apart = Object.entries(problems).flatMap(([path, problem]) => (shows(name, draft, path) ? [] : [problem]))
  const isBusy = apply.isPending || ask.isPending
  useLeaveGuard(!isSameJson(draft, first) && !isBusy && !apply.isSuccess)

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      setProblems({})
      await work()
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) return
      const { fields, current, error } = failure.body
      setProblems(fields ?? { '': failure.message })
      setPreview(error === 'PreviewChanged' ? (current as CommandPreview) : null)
    }
  }
  const look = () => attempt(async () => setPreview(await ask.mutateAsync({ params, input: draft })))
  const press = (token: string) =>
    attempt(async () => {
      const { message } = await apply.mutateAsync({ params, input: { ...draft, token } })
      toast.success(message)
      onDone()
    })

  // What asks nothing shows at once what it will do.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || asksFirst(name, purchase)) return
    begun.current = true
    void look()
  })

  return (
    <Dialog title={`${label}: ${purchase.reference}`} onClose={close} isBusy={isBusy} size={560}>
      <form
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void (preview ? press(preview.token) : look())
        }}
      >
        <CommandFields
          name={name}
          purchaseId={purchase.id}
          draft={draft}
          {...details}
          currency={purchase.currency}
          requestedRefund={purchase.requestedRefund}
          problems={problems}
          onChange={(next) => {
            setDraft(next)
            setPreview(null)
            setProblems({})
          }}
        />
        <Apart problems={apart} />
        {preview && <Effects preview={preview} />}
        <Buttons
          label={preview ? label : t('Preview')}
          isEnding={preview !== null && command.isEnding}
          isBusy={isBusy}
          onClose={close}
        />
      </form>
    </Dialog>
  )
}

/** What was entered is not lost by a slip, such as a press of Escape. */
async function closeWithout(first: Draft, draft: Draft, close: () => void): Promise<void> {
  if (isSameJson(draft, first) || (await mayDiscardChanges())) close()
}

interface ButtonsProps {
  readonly label: string
  readonly isEnding: boolean
  readonly isBusy: boolean
  readonly onClose: () => void
}

function Buttons({ label, isEnding, isBusy, onClose }: ButtonsProps) {
  return (
    <div className={classes['buttons']}>
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        {t('Close')}
      </Button>
      <Button type="submit" loading={isBusy} {...(isEnding && { color: 'red' })}>
        {label}
      </Button>
    </div>
  )
}

function Effects({ preview: { effects } }: { preview: CommandPreview }) {
  // On a phone what was typed fills the dialog.
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In new browsers it returns a promise, which is no way to end an effect.
    section.current?.scrollIntoView({ block: 'start' })
  }, [effects])
  return (
    <section ref={section} className={classes['effects']} aria-label={t('Effects')} aria-live="polite">
      <dl>
        {effects.map(({ about, text }, index) => (
          <div key={index}>
            <dt>{effects[index - 1]?.about === about ? '' : t(subjects[about])}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
