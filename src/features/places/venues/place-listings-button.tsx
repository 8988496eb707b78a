import { Button } from '@mantine/core'
import { t } from '../../../core/i18n/language.ts'
import type { AnyRecord } from '../../../ui/resource/client.web.ts'
import { useCommand } from '../../../ui/resource/client.web.ts'
import { toast } from '../../../ui/toast-store.web.ts'
import { maxVenuesPlaced, placeListings } from './map-coverage.ts'
import { venues } from './venues.ts'

/** Matches the listings at the chosen venues against their manifests again. */
export function PlaceListingsButton({ chosen, clear }: { chosen: readonly AnyRecord[]; clear: () => void }) {
  const place = useCommand(placeListings, { refresh: [venues] })
  return (
    <Button
      variant="default"
      loading={place.isPending}
      disabled={chosen.length > maxVenuesPlaced}
      onClick={() =>
        place.mutate(
          { input: { ids: chosen.map(({ id }) => id) } },
          {
            onSuccess: ({ listings }) => {
              toast.info(
                listings === 0
                  ? t('No listings there.')
                  : t('{n, plural, one {# listing is} other {# listings are}} being placed again', { n: listings }),
              )
              clear()
            },
          },
        )
      }
    >
      {t('Place listings again')}
    </Button>
  )
}
