import { useQueryClient } from '@tanstack/react-query'
import { FailedRequest } from '../../core/browser/request-errors.web.ts'
import { t } from '../../core/i18n/language.ts'
import { confirmBox } from '../../ui/message-box-store.web.ts'
import { useNavigateTo } from '../../ui/navigation.tsx'
import { useCommand } from '../../ui/resource/client.web.ts'
import { neighboursOf } from '../../ui/resource/neighbours.web.ts'
import { useRecordPaths } from '../../ui/resource/record-paths.tsx'
import { toast } from '../../ui/toast-store.web.ts'
import { rewriteRules } from '../section-mapping/rewrite-rules.ts'
import { decideOutlier } from './outlier.endpoints.ts'
import type { OutlierCommand } from './outlier-kinds.ts'
import type { TicketMapOutlier } from './ticket-map-outliers.ts'
import { ticketMapOutliers } from './ticket-map-outliers.ts'

/** What the dialogs and commands send beside the outlier and its version. */
export interface OutlierInput {
  readonly target?: string
  readonly zone?: string | null
  readonly until?: string
  readonly isForVenue?: boolean
  readonly overridesDecisions?: boolean
}
export type Decide = (command: OutlierCommand, input?: OutlierInput) => Promise<Readonly<Record<string, string>> | null>

interface DecideProps {
  readonly outlier: TicketMapOutlier
  readonly onChange: () => void
}

/** Decides, says what came of it and goes on to the next outlier of the list. */
export function useDecide({ outlier, onChange }: DecideProps) {
  const call = useCommand(decideOutlier, { refresh: [ticketMapOutliers, rewriteRules], quiet: [422] })
  const queries = useQueryClient()
  const paths = useRecordPaths()
  const navigateTo = useNavigateTo()
  const decide: Decide = async (command, input = {}) => {
    const { next } = neighboursOf(queries, ticketMapOutliers, outlier.id)
    try {
      const { listings } = await call.mutateAsync({
        params: { id: outlier.id },
        input: { version: outlier.version, command, ...input },
      })
      toast.success(doneInWords(command, outlier.rawSection, listings))
      const path = next && command !== 'reopen' ? paths(ticketMapOutliers.name, 'update', next.id) : null
      if (path === null) onChange()
      else navigateTo(path)
      return null
    } catch (failure) {
      if (!(failure instanceof FailedRequest)) throw failure
      if (failure.status !== 422) return {}
      const fields = failure.body.fields ?? {}
      if (fields['overridesDecisions'] !== undefined && !input.overridesDecisions) {
        const { action } = await confirmBox(fields['overridesDecisions'], t('Change an earlier decision?'), {
          confirmText: t('Change it'),
          type: 'warning',
        })
        return action === 'confirm' ? await decide(command, { ...input, overridesDecisions: true }) : {}
      }
      return Object.keys(fields).length > 0 ? fields : { '': failure.message }
    }
  }
  return { decide, isPending: call.isPending }
}

function doneInWords(command: OutlierCommand, section: string, n: number): string {
  const placed = t('{n, plural, =0 {no listings} one {# listing} other {# listings}}', { n })
  const words: Readonly<Record<OutlierCommand, () => string>> = {
    rule: () => t('Rule saved for {section}: {placed} placed again', { section, placed }),
    once: () => t('{section} mapped: {placed} placed again', { section, placed }),
    section: () => t('Map extended: {placed} placed again', { placed }),
    extra: () => t('{section} marked as extra', { section }),
    ignore: () => t('{section} ignored', { section }),
    reopen: () => t('{section} reopened', { section }),
  }
  return words[command]()
}
