import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import type { RecordOf } from '../../core/resource/resource.ts'
import { alertBox, confirmBox } from '../../ui/message-box-store.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { withdrawStatement } from './statement.endpoints.ts'
import type { statements } from './statements.ts'

/** Takes a file back that was uploaded by mistake, and leads to the other statements. */
export function WithdrawStatement({ statement: { id, name, lines } }: { statement: RecordOf<typeof statements> }) {
  const queries = useQueryClient()
  const navigate = useNavigateTo()
  const withdraw = useCommand(withdrawStatement, { quiet: [409] })

  async function ask(): Promise<void> {
    const { action } = await confirmBox(
      t('{n, plural, one {Its line is} other {Its # lines are}} removed. The file can then be uploaded again.', {
        n: lines,
      }),
      t('Withdraw {name}?', { name }),
      { type: 'warning', danger: true, confirmText: t('Withdraw'), cancelText: t('Keep') },
    )
    if (action !== 'confirm') return
    try {
      await withdraw.mutateAsync({ params: { id }, input: {} })
      toast.success(t('{name} withdrawn', { name }))
      navigate('/purchases/statements/list')
      // Not of this page, whose record is gone.
      await queries.invalidateQueries({ queryKey: ['statements', 'list'] })
    } catch (failure) {
      if (failure instanceof FailedRequest && failure.status === 409)
        await alertBox(failure.message, t('{name} can’t be withdrawn', { name }), { type: 'warning' })
    }
  }
  return (
    <Button variant="default" loading={withdraw.isPending} onClick={() => void ask()}>
      {t('Withdraw…')}
    </Button>
  )
}
