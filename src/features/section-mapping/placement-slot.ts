import { defineSlot } from '../../ui/slots.ts'
import type { SectionPlacement } from './placement.ts'

/** What a query of a placement says of itself. */
interface PlacementAnswer {
  readonly data: SectionPlacement | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

export interface PlacementDialogProps {
  readonly answer: PlacementAnswer
  readonly onClose: () => void
}

/** The dialog that says why a listing, an order line or an answer of a provider is in its section. */
export const placementDialog = defineSlot<PlacementDialogProps>('placement')
