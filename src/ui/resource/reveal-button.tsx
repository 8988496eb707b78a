import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { promptBox } from '../message-box-store.web.ts'
import { t } from '../../core/i18n/language.ts'
import { seesPersonalData } from '../../core/access/limits.ts'
import { isMasked, maskedKeys } from '../../core/resource/personal.ts'
import { reasonText } from '../../core/access/reason.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { revealEndpoint } from '../../core/calls/resource-endpoints.ts'
import { useMay, useSession } from '../../core/browser/session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useCommand } from './client.web.ts'
import { CommandButton } from './command.tsx'
import classes from './form.module.css'

/** The fault in a reason, in a sentence; undefined when there is none. */
export function reasonProblem(text: string): string | undefined {
  return reasonText.safeParse(text).error?.issues[0]?.message
}

/**
 * Asks for a reason, then shows a record's masked values until the page is left. Absent where nothing is masked, and
 * for users who cannot write: they would be refused. Users whose access excludes personal data see a note instead.
 */
export function RevealButton({ of: resource, record }: { of: AnyResource; record: AnyRecord }) {
  const may = useMay()
  const session = useSession()
  const queries = useQueryClient()
  const reveal = useCommand(revealEndpoint(resource), { quiet: [422] })
  const isHidden = maskedKeys(resource).some(
    (key) => resource.fields[key] && isMasked(resource.fields[key], record[key]),
  )

  // Values shown for a reason are not shown again to a user who comes back to the page later.
  const wasShown = useRef(false)
  useEffect(
    () => () => {
      if (wasShown.current) queries.removeQueries({ queryKey: [resource.name, 'record', record.id] })
    },
    [queries, resource, record.id],
  )

  async function ask(): Promise<void> {
    const answer = await promptBox(
      t('Why do you need it? The reason is kept in the audit with your name.'),
      t('Show personal data'),
      {
        confirmText: t('Show'),
        placeholder: t('For example: calls about order K7RWM2QX'),
        validate: (text) => reasonProblem(text) ?? true,
      },
    )
    if (answer.action !== 'confirm') return
    // A failure has been shown by the client already.
    const shown = await reveal
      .mutateAsync({ params: { id: record.id }, input: { reason: answer.value } })
      .catch(() => null)
    if (!shown) return
    wasShown.current = true
    queries.setQueryData<AnyRecord>([resource.name, 'record', record.id], (before) => before && { ...before, ...shown })
  }

  if (!isHidden || !may('write', resource.access.update ?? resource.access.object)) return null
  if (session && !seesPersonalData(session.grants, resource.access.object)) {
    return <span className={classes['without']}>{t('Your access is without personal data')}</span>
  }
  return (
    <CommandButton
      label={t('Show personal data')}
      icon={IconEye}
      place="beside"
      isBusy={reveal.isPending}
      run={() => void ask()}
    />
  )
}
