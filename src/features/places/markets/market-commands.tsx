import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'

const MarketDialog = lazy(async () => ({ default: (await import('./market-dialog.tsx')).MarketDialog }))

/** Those of the two commands that would change at least one of the countries. */
export function MarketCommands({
  countries: chosen,
  onDone,
}: {
  countries: readonly AnyRecord[]
  onDone?: () => void
}) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const ids = (isBlocked: boolean) => chosen.filter((country) => country['isBlocked'] !== isBlocked).map(({ id }) => id)
  return (
    <>
      {ids(true).length > 0 && (
        <Button variant="default" onClick={() => setWanted(true)}>
          {t('Block sales')}
        </Button>
      )}
      {ids(false).length > 0 && (
        <Button variant="default" onClick={() => setWanted(false)}>
          {t('Open sales')}
        </Button>
      )}
      {wanted !== null && (
        <Suspense>
          <MarketDialog
            ids={ids(wanted)}
            isBlocked={wanted}
            onClose={() => setWanted(null)}
            {...(onDone && { onDone })}
          />
        </Suspense>
      )}
    </>
  )
}
