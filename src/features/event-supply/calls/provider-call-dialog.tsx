import { useMay } from '../../../core/browser/session.web.ts'
import { t } from '../../../core/i18n/language.ts'
import { CallDialog } from '../../../platform/outbound/call-dialog.tsx'
import { useAnswer, useCommand } from '../../../ui/resource/client.web.ts'
import { readProviderCall, sendCallAgain } from './provider-call.endpoints.ts'

interface Props {
  readonly code: string
  readonly id: number
  readonly canSend: boolean
  readonly onSent: () => void
  readonly onClose: () => void
}

export function ProviderCallDialog({ code, id, canSend, onSent, onClose }: Props) {
  const params = { code, id }
  const answer = useAnswer(readProviderCall, { params })
  const again = useCommand(sendCallAgain)
  const mayReadBodies = useMay()('payload', 'providers')
  return (
    <CallDialog
      title={t('Provider call')}
      answer={answer}
      again={again}
      canSend={canSend}
      hasBodies={mayReadBodies}
      onSend={() => again.mutate({ params }, { onSuccess: onSent })}
      onClose={onClose}
    />
  )
}
