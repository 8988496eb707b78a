import type { AnyRecord } from '../../ui/resource/client.web.ts'
import { useCommand } from '../../ui/resource/client.web.ts'
import { useCallback } from 'react'
import { t } from '../../core/i18n/language.ts'
import { useMay } from '../../core/browser/session.web.ts'
import { FormScreen } from '../../ui/resource/form-screen.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { CodeInput } from './code-input.tsx'
import { CouponActions } from './coupon-actions.tsx'
import { CouponResultsPanel } from './coupon-results-panel.tsx'
import { archiveCoupons, resumeCoupons } from './coupon-commands.ts'
import { CouponTester } from './coupon-tester.tsx'
import classes from './coupon-screens.module.css'
import type { CouponDraft } from './coupon-sentence.ts'
import { couponSentence } from './coupon-sentence.ts'
import { coupons } from './coupons.ts'
import { GenerateButton } from './generate-button.tsx'

/** A copy starts as a draft, whatever the status of the original, so that it goes live only on purpose. */
const resetOnCopy = ['status'] as const

const inputs = { code: CodeInput } as const
const refresh = [coupons] as const

/** The offer in the form, saved or not. */
function inWords(draft: CouponDraft, titles: Readonly<Record<string, unknown>> | null) {
  const sentence = couponSentence(draft, titles)
  return (
    <p className={classes['sentence']} data-blank={sentence === null}>
      {sentence ?? t('Set a discount to see the offer in words.')}
    </p>
  )
}

const discountKeys: ReadonlySet<string> = new Set(['kind', 'percent', 'amounts'])

/** Purchases keep what a coupon gave them, so its discount is settled by the first use. The server refuses the rest. */
function lockedBy({ timesUsed }: AnyRecord, key: string): string | false {
  const n = Number(timesUsed)
  return (
    n > 0 &&
    discountKeys.has(key) &&
    t('Used {n, plural, one {once} other {# times}}, so the discount is locked. Duplicate the coupon to change it.', {
      n,
    })
  )
}

export function CouponFormScreen() {
  const { mayWrite } = usePage()
  const may = useMay()
  const { mutateAsync: activate } = useCommand(resumeCoupons, { refresh })
  const { mutateAsync: archive } = useCommand(archiveCoupons, { refresh })
  const offerActivation = useCallback(
    async ({ id, code, status }: AnyRecord) => {
      if (status !== 'draft') return
      const run = async () => {
        // A failure has been shown by the client already.
        const answer = await activate({ input: { ids: [id] } }).catch(() => null)
        const [result] = answer?.results ?? []
        if (result?.ok) toast.success(t('{code} is active', { code: String(code) }))
        else if (result?.message !== undefined) toast.warning(result.message)
      }
      toast.info(t('{code} is a draft. Activate it when customers can use it.', { code: String(code) }), {
        duration: 10_000,
        action: { label: t('Activate'), run: () => void run() },
      })
    },
    [activate],
  )
  return (
    <FormScreen
      of={coupons}
      resetOnCopy={resetOnCopy}
      inputs={inputs}
      headline={inWords}
      isFieldLocked={lockedBy}
      onCreated={offerActivation}
      insteadOfDeletion={{
        label: t('Archive instead'),
        isPossible: ({ status }) => status !== 'archived',
        run: async ({ id, code }) => {
          const answer = await archive({ input: { ids: [id] } }).catch(() => null)
          const [result] = answer?.results ?? []
          if (result?.ok) toast.success(t('{code} archived', { code: String(code) }))
          else if (result?.message !== undefined) toast.warning(result.message)
        },
      }}
      aside={(record) => (
        <>
          {CouponResultsPanel(record)}
          {may('ui', 'purchases') && <CouponTester coupon={record} />}
        </>
      )}
      {...(mayWrite && {
        actions: (record: AnyRecord) => (
          <>
            <CouponActions coupons={[record]} />
            <GenerateButton like={record} />
          </>
        ),
      })}
    />
  )
}
