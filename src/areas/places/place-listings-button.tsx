import { Button } from '@mantine/core'
import { t } from '../../kit/language.ts'
import type { AnyRecord } from '../../kit/screens/client.web.ts'
import { useCommand } from '../../kit/screens/client.web.ts'
import { toast } from '../../ui/toast-store.web.ts'
import { mostVenuesPlaced, placeListings } from './map-coverage.ts'
import { venues } from './venues.ts'

/** Holds what is offered at the chosen venues against their manifests anew. */
export function PlaceListingsButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const place = useCommand(placeListings, { refresh: [venues] })
  return (
    <Button
      variant="default" loading={place.isPending} disabled={chosen.length > mostVenuesPlaced}
      onClick={() => place.mutate({ input: { ids: chosen.map(({ id }) => id) } }, {
        onSuccess: ({ listings }) => {
          toast.info(listings === 0 ? t('Nothing is offered there.') : t('{n, plural, one {# listing is} other {# listings are}} being placed anew', { n: listings }))
          clear()
        },
      })}
    >{t('Place listings anew')}</Button>
  )
}
