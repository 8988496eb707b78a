import { defineSlot } from '../../../ui/slots.ts'

export interface MapWordingProps {
  readonly venueId: number
  /** As a provider calls the section. */
  readonly wording: string
  /** The configurations that lack it. */
  readonly configurations: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
  readonly onMapped: () => void
}

/** The dialog in which staff choose the section that a provider's wording means. */
export const mapWording = defineSlot<MapWordingProps>('map-wording')
