import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { promptBox } from '../../ui/message-box-store.web.ts'
import { t } from '../language.ts'
import { seesPersonalData } from '../limits.ts'
import { isMasked, maskedKeys } from '../personal.ts'
import { reasonText } from '../reason.ts'
import type { AnyResource } from '../resource.ts'
import { revealEndpoint } from '../resource-endpoints.ts'
import { useMay, useSession } from '../session.web.ts'
import type { AnyRecord } from './client.web.ts'
import { useCommand } from './client.web.ts'
import classes from './form.module.css'

/** What is wrong with a reason, in a sentence; undefined when it will do. */
export function reasonProblem(text: string): string | undefined {
  return reasonText.safeParse(text).error?.issues[0]?.message
}

/**
 * Asks why, then shows what is masked of a record until the page is left. Absent where nothing is masked, and for
 * people who may not write: they would be refused. Whose access is without personal data is told so in its place.
 */
export function RevealButton({ of: resource, record }: { of: AnyResource; record: AnyRecord }) {
  const may = useMay()
  const session = useSession()
  const queries = useQueryClient()
  const reveal = useCommand(revealEndpoint(resource), { quiet: [422] })
  const isHidden = maskedKeys(resource).some((key) => resource.fields[key] && isMasked(resource.fields[key], record[key]))

  // What was shown for a reason is not shown to whoever comes back to the page later.
  const wasShown = useRef(false)
  useEffect(() => () => {
    if (wasShown.current) queries.removeQueries({ queryKey: [resource.name, 'record', record.id] })
  }, [queries, resource, record.id])

  async function ask(): Promise<void> {
    const answer = await promptBox(t('Why do you need it? The reason is kept in the audit with your name.'), t('Show personal data'), {
      confirmText: t('Show'), placeholder: t('For example: calls about order K7RWM2QX'), validate: (text) => reasonProblem(text) ?? true,
    })
    if (answer.action !== 'confirm') return
    // A failure has been shown by the client already.
    const shown = await reveal.mutateAsync({ params: { id: record.id }, input: { reason: answer.value } }).catch(() => null)
    if (!shown) return
    wasShown.current = true
    queries.setQueryData<AnyRecord>([resource.name, 'record', record.id], (before) => before && { ...before, ...shown })
  }

  if (!isHidden || !may('write', resource.access.update ?? resource.access.object)) return null
  if (session && !seesPersonalData(session.grants, resource.access.object)) {
    return <span className={classes['without']}>{t('Your access is without personal data')}</span>
  }
  return (
    <Button variant="default" leftSection={<IconEye size={15} aria-hidden />} loading={reveal.isPending} onClick={() => void ask()}>
      {t('Show personal data')}
    </Button>
  )
}
